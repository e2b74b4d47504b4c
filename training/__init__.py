"""How the reader is measured: questions with their meaning as data, what they give, and how sure a reading may be.

Nothing here is part of the product; it makes `agent/reader/trust.json` and the figures that are quoted of the reader.
"""

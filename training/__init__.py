"""How the reader is trained and measured: questions with their meaning as data, labels, fits and reports.

Nothing here is part of the product; it makes the weights in `agent/reasoning/reader` and the figures that are quoted of
it.
"""

"""The analysis language and the tools in words for a model, and what it writes in it."""

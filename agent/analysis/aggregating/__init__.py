"""Aggregates, and the rows of results made of them."""

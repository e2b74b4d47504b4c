"""Readings changed by hand: what of them can be changed, as forms, as parts, and as edits."""

"""Numbers lead back to cells: reading references, formatting, the number lock, and what no result can be."""

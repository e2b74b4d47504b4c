"""Specs -> artifacts: every number is computed here, over all rows, with a ledger of the rows it was made from."""

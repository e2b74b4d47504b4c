"""Frames of any engine: where rows come from, their order, the ledger, and tables made of them."""

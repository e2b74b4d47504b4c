"""What single cells and columns of text say: numbers, moments, units, orders; no column is decided here."""

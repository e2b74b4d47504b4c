"""File formats: one file each, and one entry in the catalogue."""

"""Data sets on the page: added, shown, mended, removed."""

"""From bytes to rows of cells: encoding, lines, separators."""

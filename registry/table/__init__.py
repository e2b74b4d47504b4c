"""Where the table stands in the rows of a file, what its columns are called, and which rows are no data."""

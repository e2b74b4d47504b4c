"""Files that are asked where they lie: read by the same rules, their rows left to DuckDB."""

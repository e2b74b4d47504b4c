"""What each kind of result says, in prose: one file a family of operations."""

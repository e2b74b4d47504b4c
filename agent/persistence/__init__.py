"""What outlives the process, where a setting names a place for it: conversations, results, uploads, the run log."""

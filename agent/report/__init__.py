"""The report of a conversation: Markdown, one HTML file, or a zip with pictures and tables."""

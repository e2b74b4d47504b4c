"""One turn of the conversation on the page."""

"""What of the data and the conversation a model is shown."""

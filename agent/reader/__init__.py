"""The built-in reader: a small language model that writes the specs of a question as one line of text."""

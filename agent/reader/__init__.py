"""The built-in reader: a small language model that writes specs as one line."""

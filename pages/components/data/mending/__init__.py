"""Changing how a file is read: what is found beside what is chosen, with a preview that follows."""

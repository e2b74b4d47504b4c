"""Kinds of questions: from the parts of a question to a frame, one function an intent."""

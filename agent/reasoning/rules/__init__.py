"""The reasoner without a model: linking, readings, narration. Its words are data files, one a language."""

"""The rule reasoner: reads questions and tells answers without a language model."""

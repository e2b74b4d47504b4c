"""The one seam to a mind: `Reasoner.decide(prompt: Prompt[T]) -> T`."""

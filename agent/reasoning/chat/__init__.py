"""A language model behind an OpenAI-compatible endpoint as a reasoner: bounded, recorded, never trusted."""

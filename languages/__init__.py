"""Texts for people: kept as data, one file a language, and told in the language that is wanted."""

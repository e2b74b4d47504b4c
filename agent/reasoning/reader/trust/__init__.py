"""How likely a reading of the rules is what the person means: evidence, weighed by what was learned of it."""

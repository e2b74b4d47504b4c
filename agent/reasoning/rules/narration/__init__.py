"""How the rule reasoner tells results: one narrator an op, words from phrase files, numbers only as references."""

"""Who answers a prompt where a model is connected: a reasoner for each role that a model can have."""

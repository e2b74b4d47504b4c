"""The analyst: specs, reasoning, workflows and the service that runs one turn."""

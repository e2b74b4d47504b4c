"""Steps of the workflows with generated code: meaning, program, approval, run, answer."""

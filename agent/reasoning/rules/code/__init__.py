"""The rules' answers to the prompts of the workflows with generated code: the reading, written as a program."""

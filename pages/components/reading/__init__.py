"""A reading as a form: what of it can be changed."""

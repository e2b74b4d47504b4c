"""From columns of text to typed columns: what each holds, and what of it is missing, unsure or a person's choice."""

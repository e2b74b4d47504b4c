"""Who looks, and what leaves the machine: browsers, signing in, models, sharing."""

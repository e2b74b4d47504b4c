"""Builders: from a plain frame to specs, one function an intent."""

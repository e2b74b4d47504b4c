"""Conditions of a spec as expressions over rows."""

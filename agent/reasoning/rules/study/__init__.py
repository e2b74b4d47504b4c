"""The rules of guided studies."""

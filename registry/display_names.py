"""File names as people see them."""

import re
import unicodedata


def display_name(file_name: str) -> str:
    """A file name without folders and characters that cannot be shown, 120 characters at most."""
    base = re.split(r"[\\/]", file_name)[-1]
    shown = "".join(sign if unicodedata.category(sign)[0] != "C" else " " for sign in base)
    return " ".join(shown.split())[:120] or "table.csv"

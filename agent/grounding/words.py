"""What checks of results say, in the language that is told."""

from pathlib import Path

from languages.catalogue import Catalogue, in_language

say = Catalogue(Path(__file__).parent / "phrases").say


def short(number: float) -> str:
    """A number in few digits, with the signs of the language."""
    return in_language(f"{number:g}")

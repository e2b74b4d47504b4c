"""What the steps of a turn say, in the language that is told."""

from pathlib import Path

from languages.catalogue import Catalogue

_CATALOGUE = Catalogue(Path(__file__).parent / "phrases")
say, say_count = _CATALOGUE.say, _CATALOGUE.say_count

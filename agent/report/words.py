"""What reports say beside the answers, in the language that is told."""

from pathlib import Path

from languages.catalogue import Catalogue

_CATALOGUE = Catalogue(Path(__file__).parent / "phrases")
say, languages = _CATALOGUE.say, _CATALOGUE.languages

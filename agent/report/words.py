"""What reports say beside the answers, in the language that is told."""

from pathlib import Path

from languages.catalogue import Catalogue

say = Catalogue(Path(__file__).parent / "phrases").say

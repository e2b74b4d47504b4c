"""What plans, programs and their results without a model say, in the language that is told."""

from pathlib import Path

from languages.catalogue import Catalogue

say = Catalogue(Path(__file__).parent / "phrases").say

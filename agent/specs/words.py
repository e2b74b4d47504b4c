"""What the parts of specs are called, from one data file a language. Another language is another file and no code.

What a language lacks is said in English; what no language has is named as the language of specs names it.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from languages.phrase_files import Texts, languages_in, read_language, told_language

FOLDER = Path(__file__).parent / "phrases"


@dataclass(frozen=True)
class Words(Texts):
    """The words of one language, with English behind them."""

    def field(self, name: str, form: str = "") -> str:
        """What a field of a spec is called; in this kind of spec, where it has a name of its own there."""
        own = self.texts.get(f"field.{form}.{name}")
        return own or self.texts.get(f"field.{name}") or name.replace("_", " ").capitalize()

    def one(self, name: str) -> str:
        """What one of the items of a field is called."""
        return self.texts.get(f"one.{name}") or self.field(name)

    def choice(self, value: str | int, of: str = "") -> str:
        """What a choice is called; of this field, where it has another name there."""
        own = self.texts.get(f"choice.{of}.{value}")
        return own or self.texts.get(f"choice.{value}") or str(value).replace("_", " ")

    def kind(self, name: str) -> str:
        """What a measure or plot is called, as the title of its form."""
        return self.texts.get(f"kind.{name}") or name.replace("_", " ").capitalize()

    def chart(self, name: str) -> str:
        """What a kind of plot is called among charts."""
        return self.texts.get(f"chart.{name}") or self.kind(name)

    def operation(self, name: str) -> str:
        """What a measure or plot is called where a computation is told."""
        return self.texts.get(f"operation.{name}") or self.chart(name)

    def step(self, name: str) -> str:
        """What a step of the preparation is called."""
        return self.texts.get(f"step.{name}") or name.replace("_", " ")

    def form(self, name: str) -> str:
        """What one of several forms of a field is called: a condition, or any of several."""
        return self.texts.get(f"form.{name}") or self.texts.get(f"step.{name}") or self.kind(name)

    def help(self, name: str) -> str:
        """What a field is for; "" where its name says it."""
        return self.texts.get(f"help.{name}", "")


@cache
def languages() -> tuple[str, ...]:
    """The languages that parts are told in, in alphabetical order."""
    return languages_in(FOLDER)


def words_in(language: str | None = None) -> Words:
    """The words of a language, None for the one that is told; English ones where it has none."""
    return _read(language or told_language())


@cache
def _read(language: str) -> Words:
    return Words(language, read_language(FOLDER, language))

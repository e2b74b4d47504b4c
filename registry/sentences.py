"""What the receipt and the errors say, as data: which sentence of `phrases`, and what stands in it. It is put into
words where a person reads it, in that person's language.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from languages.catalogue import Catalogue, in_language

SHOWN = 20
"""Line numbers, and values, that one receipt entry shows at most."""
_LONGEST = 40
_CATALOGUE = Catalogue(Path(__file__).parent / "phrases")


@dataclass(frozen=True)
class Quoted:
    """Values in quotes, the first few: "“a”, “b” and 3 more". A long value is cut at 40 characters."""

    values: tuple[str, ...]
    more: int = 0  # how many there are beside these

    def __str__(self) -> str:
        return self.told()

    def told(self, language: str | None = None) -> str:
        """The values in the quotes of a language; None: of the one that is told."""
        cut = (value if len(value) <= _LONGEST else value[: _LONGEST - 1] + "…" for value in self.values)
        quotes = [_CATALOGUE.say("list.quoted", language, value=value) for value in cut]
        shown = _CATALOGUE.say("list.between", language).join(quotes)
        return _CATALOGUE.say("list.more", language, shown=shown, more=self.more) if self.more else shown


@dataclass(frozen=True)
class Figure:
    """A number that is written as in English, told with the signs of the language: "1.234,5"."""

    written: str

    def told(self, language: str | None = None) -> str:
        """The number with the signs of a language; None: of the one that is told."""
        return in_language(self.written, language)


@dataclass(frozen=True)
class Sentence:
    """A sentence by its key in `registry/phrases`, with the values of its placeholders by name."""

    key: str
    values: tuple[tuple[str, "Value"], ...] = ()

    def told(self, language: str | None = None) -> str:
        """The sentence in a language; None: in the one that is told (`languages.phrase_files.telling`)."""
        filled = {name: value if isinstance(value, (str, int)) else value.told(language) for name, value in self.values}
        return _CATALOGUE.say(self.key, language, **filled)

    def with_value(self, name: str, value: str) -> "Sentence":
        """The sentence with one more of its placeholders filled."""
        return Sentence(self.key, (*self.values, (name, value)))


Value: TypeAlias = str | int | Quoted | Figure | Sentence


def sentence(key: str, /, **values: Value) -> Sentence:
    """The sentence of this key, a count as an integer: its phrase says in which form the words beside it stand."""
    return Sentence(key, tuple(values.items()))


def first_lines(lines: Iterable[int]) -> tuple[int, ...]:
    """The first twenty line numbers, as plain integers."""
    shown: list[int] = []
    for line in lines:
        if len(shown) == SHOWN:
            break
        shown.append(int(line))
    return tuple(shown)


def quoted(values: Iterable[str], limit: int = 5) -> Quoted:
    """The first few of these values, and how many more there are."""
    every = tuple(values)
    return Quoted(every[:limit], max(0, len(every) - limit))


def megabytes(size: int) -> Sentence:
    """A size for people: "0.4 MB", "512 MB"."""
    value = size / 1_000_000
    return sentence("size", amount=Figure(f"{value:,.1f}" if value < 10 else f"{value:,.0f}"))

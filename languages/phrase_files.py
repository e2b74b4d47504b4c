"""Words for people as they are kept: a TOML file a language, tables of phrases with named placeholders."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from string import Formatter

ENGLISH = "en"
_TOLD: ContextVar[str] = ContextVar("language", default=ENGLISH)


@contextmanager
def telling(language: str) -> Iterator[None]:
    """Within it, all that is put into words is in this language: a turn is told in that of its question."""
    before = _TOLD.set(language)
    try:
        yield
    finally:
        _TOLD.reset(before)


def told_language() -> str:
    """The language in which things are put into words here; English outside of `telling`."""
    return _TOLD.get()


@dataclass(frozen=True)
class Texts:
    """The texts of one language, with English behind them."""

    language: str
    texts: Mapping[str, str] = field(repr=False)

    def say(self, key: str, /, **values: object) -> str:
        """The phrase of this key with its placeholders filled. KeyError when no language has the phrase."""
        return self.texts[key].format(**values)


def languages_in(folder: Path) -> tuple[str, ...]:
    """The languages that a folder has a file of, in alphabetical order."""
    return tuple(sorted(path.stem for path in folder.glob("*.toml")))


def read_language(folder: Path, language: str) -> dict[str, str]:
    """The texts of a language by their dotted keys; English ones where it has none, but no singular for a phrase that
    it has without one.
    """
    own = read_texts(folder / f"{language}.toml") if language in languages_in(folder) else {}
    english = read_texts(folder / f"{ENGLISH}.toml")
    return {key: text for key, text in english.items() if not _is_singular_of(key, own)} | own


def read_texts(path: Path) -> dict[str, str]:
    """The texts of a TOML file, with dotted keys. Lists are not phrases and are left out."""
    return dict(_texts_of(tomllib.loads(path.read_text(encoding="utf-8")), ""))


def _is_singular_of(key: str, own: Mapping[str, str]) -> bool:
    return key.endswith(".one") and f"{key.removesuffix('.one')}.other" in own


def placeholders(text: str) -> frozenset[str]:
    """The names of the placeholders of a phrase that are shown; one that only chooses a form, `{rows:row|rows}`, is
    none of them: other languages have no such form.
    """
    return frozenset(name for _, name, forms, _ in Formatter().parse(text) if name and not forms)


def _texts_of(tree: Mapping[str, object], prefix: str) -> Iterable[tuple[str, str]]:
    for key, value in tree.items():
        if isinstance(value, Mapping):
            yield from _texts_of(value, f"{prefix}{key}.")
        elif isinstance(value, str):
            yield f"{prefix}{key}", value

"""A sentence whose columns and quoted names stand as signs, so that patterns can tell what is done to them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from agent.reasoning.rules.language import detect_language
from agent.reasoning.rules.reading.column_names import MOST_NAMES
from agent.reasoning.rules.reading.columns import ColumnLink, link_columns
from agent.reasoning.rules.reading.frame import ColumnRef
from agent.reasoning.rules.reading.lexicon import lexicon
from agent.reasoning.rules.reading.text import Token, normalised, tokens_of
from registry.profile import DatasetProfile

COLUMN = r"⟦(?:\d+)⟧"
NAME = r"⟪(?:\d+)⟫"
_SIGN = re.compile(r"[⟦⟪](\d+)[⟧⟫]")
_OF_THE_GRAMMAR = frozenset(
    {"mean", "median", "mode", "average", "value", "data", "column", "missing", "outlier", "log", "ratio", "difference",
     "change", "percentage", "score", "z", "day", "row", "date", "month", "year", "week", "record", "entry", "new",
     "feature", "number", "name", "min", "max", "minimum", "maximum", "sum", "range", "normal",
     "previous", "count", "rate", "scale"}
)  # fmt: skip
"""Words of preparations: part of a column's name, such a word alone does not name the column."""
_BEFORE = frozenset({"previous", "prior", "preceding", "last", "over"})
_QUOTED = re.compile(r"[\"“”]([^\"“”\n]{1,60})[\"“”]|(?<!\w)['‘]([^'’\n]{1,60})['’](?!\w)|`([^`\n]{1,60})`")


@dataclass(frozen=True)
class Masked:
    """`text`: the sentence with signs. `columns`: what a column's sign means, more than one where it is not clear.
    `names`: what a quoted text that is no column holds. `said`: the words of each column's sign.
    """

    text: str
    columns: tuple[tuple[ColumnRef, ...], ...] = ()
    names: tuple[str, ...] = ()
    said: tuple[str, ...] = ()

    def plain(self, text: str) -> str:
        """A part of the text with the words in place of the signs."""

        def words(found: re.Match[str]) -> str:
            number = int(found.group(1))
            return self.said[number] if found.group().startswith("⟦") else f'"{self.names[number]}"'

        return _SIGN.sub(words, text)

    def column(self, sign: str) -> tuple[ColumnRef, ...]:
        """The columns that a sign may mean."""
        return self.columns[_number(sign)]

    def name(self, sign: str) -> str:
        """The quoted text behind a sign."""
        return self.names[_number(sign)]


def _number(sign: str) -> int:
    found = _SIGN.search(sign)
    assert found is not None
    return int(found.group(1))


def signs_in(text: str) -> list[str]:
    """The columns' signs of a text, in order."""
    return [found.group() for found in re.finditer(COLUMN, text)]


def masked(sentence: str, datasets: Sequence[DatasetProfile]) -> Masked:
    """The sentence with a sign for every column named by its own words, and for every quoted text that is no column."""
    exact = {column.casefold(): (table.dataset_id, column) for table in datasets for column in table.column_names}
    signs = _Signs()
    names: list[str] = []

    def quoted(found: re.Match[str]) -> str:
        inner = next(group for group in found.groups() if group is not None).strip()
        known = exact.get(inner.casefold())
        if known:
            return signs.of((ColumnRef(dataset_id=known[0], column=known[1]),), known[1])
        names.append(inner)
        return f"⟪{len(names) - 1}⟫"

    text = _QUOTED.sub(quoted, sentence)
    for name, (dataset_id, column) in sorted(_perhaps_said(exact, text), key=lambda item: -len(item[0])):
        whole = re.compile(rf"(?<![\w⟦⟪])(?:{re.escape(name)}|{re.escape(normalised(name))})(?![\w⟧⟫])", re.I)
        if whole.search(text):  # written out, signs and all
            text = whole.sub(signs.of((ColumnRef(dataset_id=dataset_id, column=column),), column), text)
    return _linked(text, datasets, signs, names)


_Exact = Mapping[str, tuple[str, str]]  # name without its capitals -> (data set, name)
_FOLDS_TO_ASCII = frozenset("ſKıİ")
"""Letters that a pattern without regard to capitals takes for s, k and i."""


@dataclass(frozen=True)
class _Written:
    """A name as it may be written in a text: without capitals, and so with one form of each character."""

    plain: str
    normal: str
    findable: bool  # whether a look for it finds whatever a pattern without regard to capitals does
    ascii: bool


@lru_cache(maxsize=MOST_NAMES)
def _written(name: str) -> _Written:
    normal = normalised(name)
    has_no_case = name.lower() == name.upper() and normal.lower() == normal.upper()  # as Japanese has none
    return _Written(name, normal.lower(), has_no_case or name.isascii(), name.isascii())


def _perhaps_said(exact: _Exact, text: str) -> list[tuple[str, tuple[str, str]]]:
    """The names that are more than one word of letters and may stand in the text: a cheap look, so that few patterns
    are made for data of thousands of columns."""
    lower = text.lower()
    sure = _FOLDS_TO_ASCII.isdisjoint(text)
    found = []
    for name, column in exact.items():
        written = _written(name)
        findable = written.findable and (sure or not written.ascii)
        said = not findable or name in lower or written.normal in lower
        if said and len(name) > 2 and not name.isalpha():
            found.append((name, column))
    return found


@dataclass
class _Signs:
    """The signs given out so far: one for each column, however often it is named."""

    columns: list[tuple[ColumnRef, ...]] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    def of(self, columns: tuple[ColumnRef, ...], said: str) -> str:
        """The sign of a column, or of several that may be meant."""
        if columns not in self.columns:
            self.columns.append(columns)
            self.said.append(said)
        return f"⟦{self.columns.index(columns)}⟧"


def _linked(text: str, datasets: Sequence[DatasetProfile], given: _Signs, names: list[str]) -> Masked:
    """The columns that are named by their words."""
    clean = normalised(text)
    tokens = tokens_of(clean)
    signs = {at for found in _SIGN.finditer(clean) for at in range(found.start(), found.end())}
    made, end = "", 0
    for link in link_columns(tokens, tuple(datasets), lexicon(detect_language(text))):
        first, last = tokens[link.start].start, tokens[link.end - 1].end
        if not link.literal or signs & set(range(first, last)) or not _names(link, tokens):
            continue
        meant = tuple(ColumnRef(dataset_id=item.dataset_id, column=item.name) for item in link.candidates)
        made += f"{clean[end:first]}{given.of(meant, clean[first:last])}"
        end = last
    return Masked(made + clean[end:], tuple(given.columns), tuple(names), tuple(given.said))


def _names(link: ColumnLink, tokens: tuple[Token, ...]) -> bool:
    """Not the day of "the previous day", nor the mean of "average mean" where a column is called mean score."""
    own = {token.stem for token in tokens[link.start : link.end]}
    before = tokens[link.start - 1].text if link.start else ""
    if own == {"z"} and any(
        token.stem in ("score", "test", "value", "wert") for token in tokens[link.end : link.end + 2]
    ):
        return False
    return not own <= _OF_THE_GRAMMAR or (link.exact and before not in _BEFORE)

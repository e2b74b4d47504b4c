"""Which cells do the words of a question name? An index of distinct values, so that reasoning needs no frame."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import pandas as pd
from pandas.api.types import is_string_dtype

from registry.columns.category_rules import header_words
from registry.profile import ColumnKind, DatasetProfile
from registry.values.word_lists import folded

# ----------------------------------------------------------------
# The words of a question, as the value index looks them up.


WORD = re.compile(r"[^\W_]+(?:[-_.'’/&+][^\W_]+)*")
QUOTES = "\"'“”„‘’«»「」『』`"
CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uff66-\uff9f々〆]")
STOP_WORDS: frozenset[str] = frozenset(
    {
        "a", "an", "and", "any", "are", "as", "at", "be", "been", "between", "but", "by", "can", "could", "did",
        "do", "does", "doing", "for", "from", "get", "give", "had", "has", "have", "having", "how", "i", "if",
        "in", "into", "is", "it", "its", "just", "list", "made", "make", "many", "may", "me", "mean", "more",
        "most", "much", "my", "no", "not", "of", "off", "on", "one", "only", "or", "other", "our", "out", "over",
        "per", "please", "put", "same", "share", "show", "so", "some", "such", "than", "that", "the", "their",
        "them", "then", "there", "these", "they", "this", "those", "to", "too", "total", "under", "up", "us",
        "use", "was", "we", "were", "what", "when", "where", "which", "while", "who", "whose", "why", "will",
        "with", "would", "yes", "you", "your", "vs", "versus", "average", "sum", "count", "number", "all", "each",
        "every", "both", "first", "last", "high", "low", "top", "der", "die", "das", "und", "oder", "von", "im",
        "mit", "für", "pro", "je", "wie", "viel", "viele", "ist", "sind", "welche",
    }
)  # fmt: skip
"""Words that hold a question together; they name a value only when written as it stands, in capitals or in quotes."""


class Word(NamedTuple):
    """A word of a text, where it stands, and whether it is in quotes."""

    folded: str
    start: int
    end: int
    quoted: bool


def words_of(text: str) -> list[Word]:
    """The words in order; a hyphen, point, stroke or apostrophe inside a word belongs to it."""
    found = []
    for match in WORD.finditer(text):
        before = text[match.start() - 1] if match.start() else " "
        after = text[match.end()] if match.end() < len(text) else " "
        quoted = before in QUOTES and after in QUOTES
        found.append(Word(folded(match.group()), match.start(), match.end(), quoted))
    return found


def loose(text: str) -> str:
    """Folded text in which underscores and hyphens between words count as blanks: "four_cheese", "part-time"."""
    return " ".join(text.replace("_", " ").replace("-", " ").split()) or text


def base_forms(words: str) -> Iterator[str]:
    """The words as they stand, then without possessive, then in the singular, then in the plural (English)."""
    yield words
    if words.endswith(("'s", "’s")):
        yield words[:-2]
        return
    if len(words) < 4 or not words.isascii():
        return
    if words.endswith("ies"):
        yield f"{words[:-3]}y"
    if words.endswith("es"):
        yield words[:-2]
    if words.endswith("s"):
        yield words[:-1]
    else:
        yield f"{words}s"
        if words.endswith("y"):
            yield f"{words[:-1]}ies"


def cjk_spans(text: str, starts: Mapping[str, int]) -> Iterator[tuple[int, int]]:
    """Where a value could begin in text without blanks: the offset, and the length of the longest such value."""
    for start, character in enumerate(text):
        longest = starts.get(folded(character), 0)
        if longest >= 2 and CJK.match(text, start):
            yield start, longest


MatchKind = Literal["exact", "folded", "partial"]
INDEXED: frozenset[ColumnKind] = frozenset({"text", "identifier"})
PARTIAL_DISTINCT = 200
MOST_WORDS = 6
LONG_ID = 5
INDEXED_DISTINCT = 50_000
"""Distinct values of the largest column that is indexed; a larger one is searched when asked."""
LARGE_WORDS = 3
RANK: Mapping[MatchKind, int] = {"exact": 0, "folded": 1, "partial": 2}


@dataclass(frozen=True)
class ValueMatch:
    """Some words of a text that name a value of a column.

    `kind` "exact": letter by letter; "folded": ignoring case and outer blanks; "partial": the words are
    a whole word of the value ("Adelie" in "Adelie Penguin (Pygoscelis adeliae)").
    """

    dataset_id: str
    column: str
    value: str  # as it stands in the frame (text), for a filter
    words: str  # the words of the text, as written
    start: int  # offset of the words in the text
    kind: MatchKind
    rows: int  # rows that hold the value


class _Place(NamedTuple):
    """A distinct value, where it stands and how often."""

    column: str
    value: str
    rows: int


class _Span(NamedTuple):
    """A stretch of the text that names a value."""

    start: int
    end: int
    kind: MatchKind
    place: _Place


class ValueIndex:
    """The distinct values of the text and identifier columns of one data set, by their folded spelling."""

    def __init__(self, dataset_id: str, frame: pd.DataFrame, profile: DatasetProfile) -> None:
        self._dataset_id = dataset_id
        self._whole: dict[str, list[_Place]] = {}
        self._words: dict[str, list[_Place]] = {}
        self._starts: dict[str, int] = {}
        self._large: list[pd.Series[Any]] = []
        for column in profile.columns:
            if column.kind in INDEXED and column.unique > INDEXED_DISTINCT:
                self._large.append(frame[column.name])
            elif column.kind in INDEXED:
                counts = frame[column.name].value_counts()
                partial = column.kind == "text" and column.unique <= PARTIAL_DISTINCT
                for value, rows in counts.items():
                    self._add(_Place(column.name, str(value), int(rows)), partial)

    def _add(self, place: _Place, partial: bool) -> None:
        key = loose(folded(place.value))
        if not key:
            return
        self._whole.setdefault(key, []).append(place)
        if not key.isascii():
            self._starts[key[0]] = max(self._starts.get(key[0], 0), len(key))
        if partial:
            words = [word.folded for word in words_of(place.value)]
            for length in range(1, min(MOST_WORDS, len(words) - 1) + 1):
                for first in range(len(words) - length + 1):
                    self._words.setdefault(loose(" ".join(words[first : first + length])), []).append(place)

    def find(self, text: str) -> tuple[ValueMatch, ...]:
        """The values that words of the text name, in text order; the same words may name values of several columns.

        Longer matches go before shorter ones, exact before folded before partial; matches of different words
        never overlap. Numbers and dates are never matched: those columns are not indexed.
        """
        spans = [*self._word_spans(text), *self._cjk(text), *self._large_spans(text)]
        spans.sort(key=lambda span: (span.start - span.end, RANK[span.kind], span.start))
        taken: list[_Span] = []
        for span in spans:
            rivals = [other for other in taken if other.start < span.end and span.start < other.end]
            if all((other.start, other.end) == (span.start, span.end) for other in rivals) and span.place not in {
                other.place for other in rivals
            }:
                taken.append(span)
        taken.sort(key=lambda span: (span.start, RANK[span.kind], -span.place.rows))
        return tuple(
            ValueMatch(
                self._dataset_id,
                span.place.column,
                span.place.value,
                text[span.start : span.end],
                span.start,
                span.kind,
                span.place.rows,
            )
            for span in taken
        )

    def _word_spans(self, text: str) -> Iterator[_Span]:
        words = words_of(text)
        for first in range(len(words)):
            for length in range(min(MOST_WORDS, len(words) - first), 0, -1):
                group = words[first : first + length]
                yield from self._group(text, group, words[first - 1].folded if first else "")

    def _group(self, text: str, group: list[Word], before: str) -> Iterator[_Span]:
        start, end = group[0].start, group[-1].end
        written = text[start:end]
        if len(group) == 1 and _too_small(group[0]):
            yield from self._exactly(written, start, end, group[0])
            return
        for form in base_forms(loose(folded(written))):
            places = self._whole.get(form, [])
            if written.isdigit():
                places = [place for place in places if _is_named(written, place.column, before)]
            for place in places:
                yield _Span(start, end, "exact" if place.value == written else "folded", place)
            if places:
                return
        joined = loose(" ".join(word.folded for word in group))
        if all(word.folded in STOP_WORDS or word.folded.isdigit() for word in group):
            return
        for form in base_forms(joined):
            places = self._words.get(form, [])
            for place in places:
                yield _Span(start, end, "partial", place)
            if places:
                return

    def _large_spans(self, text: str) -> Iterator[_Span]:
        """Values of columns too large to index: looked up in the column itself, as written or in one case."""
        words = words_of(text) if self._large else []
        places: dict[str, list[tuple[int, int, str]]] = {}
        for first, word in enumerate(words):
            for last in words[first : first + LARGE_WORDS]:
                written = text[word.start : last.end]
                if last is word and _too_small(word):
                    continue
                before = words[first - 1].folded if first else ""
                for variant in {written, written.upper(), written.lower(), written.title()}:
                    places.setdefault(variant, []).append((word.start, last.end, before))
        for series in self._large:
            column = str(series.name)
            wanted = [int(each) for each in places if each.isdecimal() and len(each) < 19]
            found = series[series.isin(list(places) if is_string_dtype(series) else wanted)].value_counts()
            for value, rows in found.items():
                place = _Place(column, str(value), int(rows))
                for start, end, before in places.get(place.value, ()):
                    written = text[start:end]
                    if not written.isdigit() or _is_named(written, column, before):
                        yield _Span(start, end, "exact" if written == place.value else "folded", place)

    def _exactly(self, written: str, start: int, end: int, word: Word) -> Iterator[_Span]:
        """Single letters and stop words only name a value as it is written, in upper case or in quotes."""
        if not (written.isupper() or word.quoted):
            return
        for place in self._whole.get(loose(folded(written)), []):
            if place.value == written:
                yield _Span(start, end, "exact", place)

    def _cjk(self, text: str) -> Iterator[_Span]:
        """Text without blanks: the longest values of two characters and more that stand in it."""
        for start, longest in cjk_spans(text, self._starts):
            for end in range(min(len(text), start + longest), start + 1, -1):
                places = self._whole.get(loose(folded(text[start:end])), [])
                written = text[start:end]
                for place in places:
                    yield _Span(start, end, "exact" if place.value == written else "folded", place)
                if places:
                    break


def _is_named(digits: str, column: str, before: str) -> bool:
    """Whether a whole number may mean an id: it is long, starts with 0, or follows the thing's name ("customer 24")."""
    return (
        len(digits) >= LONG_ID
        or digits.startswith("0")
        or before in {*header_words(column), "id", "no", "nr", "number"}
    )


def _too_small(word: Word) -> bool:
    return len(word.folded) == 1 or word.folded in STOP_WORDS

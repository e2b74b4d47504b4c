"""Claims in words beside cited cells ("lower than", "highest in", "rose from .. to .."), where the cells say otherwise.

Only shapes that are surely about the cells are looked at: between the words and the cells there may stand nothing but
small words, the rows' keys and the column's name. Whatever is not surely contradicted is let pass.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from agent.grounding.cells import table_of
from agent.state import Artifact, Cell, CitedCell

# ----------------------------------------------------------------
# The words of claims by language and role: see claims.toml.


_FILE = Path(__file__).parent / "claims.toml"
SENTENCE_END = re.compile(r"[.!?](?=\s|$)|[。！？]|\n|;")


@dataclass(frozen=True)
class Language:
    """The words of one language by role."""

    name: str
    words: Mapping[str, tuple[str, ...]]

    def found(self, role: str, text: str) -> list[tuple[int, int]]:
        """Where words of this role stand."""
        return [found.span() for found in pattern(self.words[role]).finditer(text)]


@cache
def languages() -> tuple[Language, ...]:
    """All languages whose claims are read."""
    told = tomllib.loads(_FILE.read_text(encoding="utf-8"))["language"]
    return tuple(
        Language(one["name"], {role: tuple(words) for role, words in one.items() if role != "name"}) for one in told
    )


@cache
def pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    """Any of the words, whole; scripts without blanks have no borders of words."""
    ordered = sorted(words, key=len, reverse=True)
    return re.compile("|".join(_whole(word) for word in ordered), re.IGNORECASE)


def _whole(word: str) -> str:
    if not word.isascii() and not re.search(r"[a-zäöüß]", word):
        return re.escape(word)
    border = "" if word == "n't" else r"(?<!\w)"
    return rf"{border}{re.escape(word)}(?!\w)"


_NAMED_EXTREME = re.compile(r"(?:^|_)(?:min|max|minimum|maximum)$", re.IGNORECASE)
_LETTER = "[0-9A-Za-zÀ-ɏ]"  # a name may stand between Japanese letters without a blank
_WHOLES = frozenset({"total", "all", "sum", "overall", "gesamt", "summe", "alle", "合計", "全体", "計"})
"""Keys of rows that hold all others."""


@dataclass(frozen=True)
class Spot:
    """A number in a text and the one cell it is. `number` None: it is computed from several, or no number."""

    start: int
    end: int
    cell: CitedCell | None
    number: float | None


def contradictions_in(text: str, spots: Sequence[Spot], artifacts: Mapping[str, Artifact]) -> list[tuple[int, int]]:
    """Where in the text words stand that the cells beside them contradict, in reading order."""
    found: set[tuple[int, int]] = set()
    for start, end in _sentences(text, spots):
        inside = [spot for spot in spots if start <= spot.start < end]
        if any(spot.cell for spot in inside):
            for language in languages():
                found.update(_in_sentence(_Sentence(text, start, end, inside, language, artifacts)))
    return sorted(found)


def _sentences(text: str, spots: Sequence[Spot]) -> Iterator[tuple[int, int]]:
    start = 0
    for mark in SENTENCE_END.finditer(text):
        if not any(spot.start <= mark.start() < spot.end for spot in spots):
            yield start, mark.end()
            start = mark.end()
    if start < len(text):
        yield start, len(text)


@dataclass(frozen=True)
class _Sentence:
    text: str
    start: int
    end: int
    spots: list[Spot]
    language: Language
    artifacts: Mapping[str, Artifact]

    def found(self, role: str, start: int, end: int) -> list[tuple[int, int]]:
        """Where words of this role stand between two places of the text."""
        return [(start + a, start + b) for a, b in self.language.found(role, self.text[start:end])]

    def is_plain(self, start: int, end: int, *spots: Spot) -> bool:
        """Whether nothing stands there but small words, keys of the spots' rows and words of their columns."""
        left = self.text[start:end]
        for cell in (spot.cell for spot in spots if spot.cell):
            named = [*cell["row"].split(" | "), *re.split(r"[\s_()]+", cell["column"]), cell["column"]]
            for name in sorted(filter(None, named), key=len, reverse=True):
                left = re.sub(rf"(?<!{_LETTER}){re.escape(name)}(?!{_LETTER})", " ", left, flags=re.IGNORECASE)
        return not re.search(r"\w", pattern(self.language.words["fillers"]).sub(" ", left))


def _in_sentence(sentence: _Sentence) -> Iterator[tuple[int, int]]:
    if sentence.found("negation", sentence.start, sentence.end) or sentence.found(
        "limits", sentence.start, sentence.end
    ):
        return
    before = sentence.start
    for place, spot in enumerate(sentence.spots):
        if spot.cell is not None and spot.number is not None:
            yield from _superlative(sentence, before, spot)
            following = sentence.spots[place + 1] if place + 1 < len(sentence.spots) else None
            if following is not None and _comparable(spot, following):
                after = sentence.spots[place + 2].start if place + 2 < len(sentence.spots) else sentence.end
                shape = _Pair(sentence, before, spot, following, after)
                yield from (_japanese(shape) if sentence.language.name == "ja" else _comparison(shape))
        before = spot.end


def _comparable(one: Spot, other: Spot) -> bool:
    if one.cell is None or other.cell is None or one.number is None or other.number is None:
        return False
    same_column = (one.cell["artifact_id"], one.cell["column"]) == (other.cell["artifact_id"], other.cell["column"])
    return same_column and one.cell["row"] != other.cell["row"]


@dataclass(frozen=True)
class _Pair:
    """Two cells of one column, and where the text around them begins and ends."""

    sentence: _Sentence
    before: int
    one: Spot
    other: Spot
    after: int

    def direction(self, ups: str, downs: str, start: int, end: int) -> tuple[tuple[int, int], bool] | None:
        """The one word of direction there, and whether it goes up; None when there is none, or several."""
        up, down = (self.sentence.found(role, start, end) for role in (ups, downs))
        return ((up or down)[0], bool(up)) if len(up) + len(down) == 1 else None

    def is_plain(self, start: int, end: int) -> bool:
        return self.sentence.is_plain(start, end, self.one, self.other)

    def rises(self) -> bool:
        """Whether the first number is above the second one."""
        return (self.one.number or 0.0) > (self.other.number or 0.0)

    def is_level(self) -> bool:
        return self.one.number == self.other.number


def _comparison(pair: _Pair) -> Iterator[tuple[int, int]]:
    """`{a} is lower than {b}`, `higher in A with {a} than in B with {b}`, `rose from {a} to {b}`."""
    sentence, one, other = pair.sentence, pair.one, pair.other
    joined = sentence.found("joiner", one.end, other.start)
    compared = pair.direction("higher", "lower", pair.before, other.start)
    if len(joined) == 1 and compared:
        (start, end), up = compared
        if start > one.start:
            plain = pair.is_plain(one.end, start) and not sentence.text[end : joined[0][0]].strip()
        else:
            plain = pair.is_plain(end, one.start) and pair.is_plain(one.end, joined[0][0])
        if plain and pair.is_plain(joined[0][1], other.start) and (pair.rises() != up or pair.is_level()):
            yield start, end
    moved = pair.direction("rises", "falls", sentence.start, sentence.end)
    froms = sentence.found("from", pair.before, one.start)
    tos = sentence.found("to", one.end, other.start)
    if moved and froms and tos:
        plain = pair.is_plain(froms[-1][1], one.start) and pair.is_plain(one.end, tos[-1][0])
        if plain and pair.is_plain(tos[-1][1], other.start) and not pair.is_level() and pair.rises() == moved[1]:
            yield moved[0]


def _japanese(pair: _Pair) -> Iterator[tuple[int, int]]:
    """The order of Japanese: `{a} は {b} より高い`, `{a} から {b} に増加`."""
    sentence, text = pair.sentence, pair.sentence.text
    tail, middle = text[pair.other.end : pair.after], text[pair.one.end : pair.other.start]
    if "は" in middle and tail.lstrip().startswith("より") and pair.is_plain(pair.one.end, pair.other.start):
        compared = pair.direction("higher", "lower", pair.other.end, pair.after)
        if compared and (pair.rises() != compared[1] or pair.is_level()):
            yield compared[0]
    tos = sentence.language.words["to"]
    if middle.lstrip().startswith("から") and tail.lstrip().startswith(tos):
        moved = pair.direction("rises", "falls", pair.other.end, pair.after)
        plain = pair.is_plain(pair.one.end + len("から"), pair.other.start)
        if moved and plain and not pair.is_level() and pair.rises() == moved[1]:
            yield moved[0]


def _superlative(sentence: _Sentence, before: int, spot: Spot) -> Iterator[tuple[int, int]]:
    """`highest in North with {a}`, where in no column of the table North is at the top."""
    if spot.cell is not None and _NAMED_EXTREME.search(spot.cell["column"]):
        return  # "lowest price" names the column
    artifact = sentence.artifacts.get(spot.cell["artifact_id"]) if spot.cell else None
    if spot.cell is None or artifact is None or artifact["kind"] != "table":
        return
    for role, sign in (("highest", 1), ("lowest", -1)):
        found = sentence.found(role, before, spot.start)
        claimed = found and sentence.is_plain(found[-1][1], spot.start, spot)
        if claimed and (_is_beaten(spot.cell["row"], artifact, sign) or _is_cut_off(artifact, sign)):
            yield found[-1]


def _is_cut_off(artifact: Artifact, sign: int) -> bool:
    """Whether the table holds some places alone, so that the lowest of all (or the highest) is not in it."""
    spec = artifact["spec"] or {}
    most, sort = spec.get("top_k"), spec.get("sort")
    if spec.get("skip"):
        return sign == (-1 if isinstance(sort, dict) and sort.get("ascending") else 1)
    if not isinstance(most, int) or not isinstance(sort, dict) or table_of(artifact)["total_rows"] < most:
        return False
    return sign == (1 if sort.get("ascending") else -1)


def _is_beaten(named: str, artifact: Artifact, sign: int) -> bool:
    """Whether in each column of numbers another row of the table than the one named surely lies further out."""
    table = table_of(artifact)
    if len(table["key_columns"]) != 1:
        return False
    key = table["columns"].index(table["key_columns"][0])
    rows = [row for row in table["rows"] if row[key] is not None and str(row[key]).casefold() not in _WHOLES]
    own = [row for row in rows if _name_of(row[key]) == named]
    places = [place for place in range(len(table["columns"])) if place != key and _numbers(rows, place)]
    return len(own) == 1 and bool(places) and all(_outdone(rows, own[0], place, sign) for place in places)


def _outdone(rows: Sequence[Sequence[Cell]], own: Sequence[Cell], place: int, sign: int) -> bool:
    mine = own[place]
    if not isinstance(mine, int | float):
        return True
    return any(sign * float(value) > sign * float(mine) for value in _numbers(rows, place))


def _numbers(rows: Sequence[Sequence[Cell]], place: int) -> list[float]:
    cells = [row[place] for row in rows]
    return [float(cell) for cell in cells if isinstance(cell, int | float) and not isinstance(cell, bool)]


def _name_of(cell: Cell) -> str:
    return str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell)

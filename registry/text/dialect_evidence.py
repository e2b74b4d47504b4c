"""Which dialect does a file use? The one that gives rows of one length and cells of known types.

After the consistency measure of van den Burg, Nazábal and Sutton, "Wrangling messy CSV files by detecting row and type
patterns", Data Mining and Knowledge Discovery 33 (2019): pattern score times type score over all dialects that the
signs of the file allow. Ours differs in that only what is left over of other delimiters speaks against a cell of words.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from registry.dataset import DETECT, FIXED_WIDTH, ReadingChoices
from registry.errors import ReadingChoiceError
from registry.sentences import sentence
from registry.text.dialect import SEPARATOR_LINE, Dialect, records
from registry.text.fixed_width import fixed_cuts
from registry.values.cell_shapes import shape_of

USUAL: tuple[str, ...] = ("\t", ",", ";", "|")
"""Of two that explain the lines as well, the first is meant: hardly any cell holds a tab."""
PRIORS = {
    **dict.fromkeys(USUAL, 1.0),
    **dict.fromkeys("^~¦§\x01\x1e\x1f", 0.95),
    **dict.fromkeys(":!#*&", 0.5),
    " ": 0.6,
    FIXED_WIDTH: 0.8,
}
"""How readily each delimiter is believed; between equals the more usual one is meant."""
SAMPLE_LINES = 1_000
SAMPLE_RECORDS = 400
SAMPLE_CELLS = 12_000
WINDOWS = 4
"""Beside its first lines, so many parts of a long file are looked at."""
FEWEST_SHARE = 0.3
"""A delimiter stands in at least this share of the lines."""
SINGLE = 1e-3
"""The share of (length - 1) / length that a row of a single cell counts for, as in the paper."""
USUAL_SHARE = 0.3
"""At least so many rows of one length make a table of it; of a sign that also stands in words, more."""
SURE_SHARE = 0.8
REGULAR_SHARE = 0.95
GAP = re.compile(r"\S {2,}\S")
OPENS, CLOSES = re.compile(r"[,;|\t]\""), re.compile(r"\"[,;|\t]")
"""A quote beside a sign that separates: columns at fixed places need neither."""


@dataclass(frozen=True)
class Consistency:
    """How well a dialect explains the lines: the product of pattern score, type score and prior."""

    dialect: Dialect
    score: float
    width: int


def detect_dialect(lines: Sequence[str], choices: ReadingChoices = DETECT) -> Dialect:
    """The dialect of a file by its lines; what the person chose is taken as chosen.

    ReadingChoiceError when the chosen delimiter or quote is no single character, or both are the same.
    """
    _check(choices.delimiter, choices.quote)
    return ranked_dialects(lines, choices)[0].dialect


def _check(delimiter: str | None, quote: str | None) -> None:
    if delimiter is not None and delimiter != FIXED_WIDTH and (len(delimiter) != 1 or delimiter in "\r\n"):
        raise ReadingChoiceError(sentence("refused.separator", sign=repr(delimiter)), sentence("do.one_character"))
    if quote and (len(quote) != 1 or quote in "\r\n" or quote == delimiter):
        raise ReadingChoiceError(sentence("refused.quote", sign=repr(quote)), sentence("do.another_character"))


def ranked_dialects(lines: Sequence[str], choices: ReadingChoices = DETECT) -> list[Consistency]:
    """The dialects that the lines allow, the most consistent first; at least one."""
    sample = sample_lines(lines)
    announced = SEPARATOR_LINE.match(lines[0])
    chosen = choices.delimiter or (announced.group(1) if announced else None)
    judged = [_judge(sample, dialect) for dialect in _candidates(sample, chosen, choices.quote)]
    if chosen is None:
        judged = [each for each in judged if each.width > 1 and _divides(sample, each)] or [_single_column(sample)]
        if any(_is_regular(sample, each.dialect) for each in judged if each.dialect.delimiter in USUAL):
            judged = [each for each in judged if each.dialect.delimiter != FIXED_WIDTH]
    text = "".join(sample)
    return sorted(judged, key=lambda each: (-each.score, bool(each.dialect.escape) != _escapes(text, each.dialect)))


def _escapes(text: str, dialect: Dialect) -> bool:
    """Whether every quote within a cell has a backslash in front: not those before which, or behind which, a cell ends
    or begins, as paths end in a backslash."""
    if not dialect.quote:
        return False
    edge = rf"[{re.escape(dialect.delimiter)}\n]"
    inner = re.findall(rf"(.)(?<!{edge}){re.escape(dialect.quote)}(?!{edge}|$)", text)
    return bool(inner) and all(sign == "\\" for sign in inner)


def sample_lines(lines: Sequence[str]) -> Sequence[str]:
    """The lines that are looked at: all of a short file, the beginning and some later parts of a long one."""
    if len(lines) <= 2 * SAMPLE_LINES:
        return lines
    part = SAMPLE_LINES // WINDOWS
    starts = [SAMPLE_LINES + (len(lines) - SAMPLE_LINES - part) * place // (WINDOWS - 1) for place in range(WINDOWS)]
    return [*lines[:SAMPLE_LINES], *(line for start in starts for line in lines[start : start + part])]


def _candidates(sample: Sequence[str], chosen: str | None, quote: str | None) -> Iterator[Dialect]:
    text = "".join(sample)
    tabbed = sum("\t" in line for line in sample) >= len(sample) * FEWEST_SHARE
    marked = [line for line in sample if '"' in line]
    quoted = sum(1 for line in marked if OPENS.search(line) and CLOSES.search(line)) >= len(sample) * FEWEST_SHARE
    if chosen == FIXED_WIDTH or (chosen is None and not tabbed and not quoted):
        cuts = fixed_cuts(sample)
        if cuts:
            yield Dialect(FIXED_WIDTH, "", cuts=cuts)
    for delimiter in [chosen] if chosen and chosen != FIXED_WIDTH else _possible(sample):
        for each in _quotes(text, delimiter) if quote is None else (quote,):
            plain = Dialect(delimiter, each, None, _has_blank_before(text, delimiter, each))
            yield plain
            if each and f"\\{each}" in text:
                yield replace(plain, escape="\\")


def _has_blank_before(text: str, delimiter: str, quote: str) -> bool:
    """Whether blanks stand between a delimiter and a quote."""
    if not quote or quote not in text or f"{delimiter} " not in text:
        return False
    return re.search(rf"(?:^|[^\n]){re.escape(delimiter)} +{re.escape(quote)}", text) is not None


def _possible(sample: Sequence[str]) -> list[str]:
    """The signs that stand in enough lines to divide their cells."""
    filled = [line for line in sample if line.strip()]
    found = {sign for sign in PRIORS if len(sign) == 1}
    return [
        sign for sign in PRIORS if sign in found and sum(sign in line for line in filled) >= len(filled) * FEWEST_SHARE
    ]


def _quotes(text: str, delimiter: str) -> Iterator[str]:
    """The quotes that cells may be wrapped in; none at all is always possible where they do not pair."""
    edge = re.escape(delimiter)
    if '"' in text:
        yield '"'
    if "'" in text and re.search(rf"(?:^|{edge})\s*'[^\n]*?'\s*(?={edge}|$)", text, re.M):
        yield "'"
    if '"' not in text or text.count('"') % 2:
        yield "" if '"' in text else '"'


def _judge(sample: Sequence[str], dialect: Dialect) -> Consistency:
    rows = _rows(sample, dialect)
    if not rows:
        return Consistency(dialect, 0.0, 0)
    widths = Counter(map(len, rows))
    pattern = sum(count * max(width - 1, SINGLE) / width for width, count in widths.items()) / len(widths) / len(rows)
    width = max(widths, key=lambda each: (widths[each] * (each > 1), each))
    return Consistency(dialect, pattern * _type_score(rows) * PRIORS.get(dialect.delimiter, 0.9), width)


def _rows(sample: Sequence[str], dialect: Dialect) -> list[list[str]]:
    """The rows that hold something, without empty cells at their ends."""
    rows: list[list[str]] = []
    cells = 0
    try:
        for record in islice(records(sample, dialect), SAMPLE_RECORDS):
            if any(cell.strip() for cell in record.fields):
                rows.append(record.fields)
                cells += len(record.fields)
            if cells > SAMPLE_CELLS:
                break
    except csv.Error:
        return []
    return rows


def _type_score(rows: Sequence[Sequence[str]]) -> float:
    """The share of cells whose shape is known; scraps are what a wrong delimiter leaves."""
    cells = Counter(cell for row in rows for cell in row)
    scraps = sum(count for cell, count in cells.items() if shape_of(cell) == "scraps")
    return max(1 - scraps / cells.total(), 1e-6)


def _divides(sample: Sequence[str], judged: Consistency) -> bool:
    """Whether the delimiter makes a table of the lines, and does not just stand in the values of a single column."""
    rows = _rows(sample, judged.dialect)
    regular = sum(1 for row in rows if len(row) == judged.width) / len(rows)
    delimiter = judged.dialect.delimiter
    if delimiter in ("\t", FIXED_WIDTH, ";", "|") or PRIORS.get(delimiter, 0.0) == PRIORS["^"]:
        return regular >= USUAL_SHARE
    lines = [line.strip() for line in sample if line.strip()]
    if delimiter not in lines[0] and all(_is_inner(line, delimiter) for line in lines[1:]):
        return False
    return regular >= (USUAL_SHARE if delimiter == "," else SURE_SHARE) and (
        delimiter == "," or _has_values(rows, judged)
    )


def _is_regular(sample: Sequence[str], dialect: Dialect) -> bool:
    """Whether all rows have one length and no cell holds a gap, as columns at fixed places would leave it."""
    rows = _rows(sample, dialect)
    widths = Counter(map(len, rows))
    gaps = sum(1 for row in rows for cell in row if GAP.search(cell.strip()))
    return bool(rows) and max(widths.values()) >= len(rows) * REGULAR_SHARE and gaps <= len(rows) * (1 - REGULAR_SHARE)


def _is_inner(line: str, delimiter: str) -> bool:
    """Whether the sign is part of the line's one value: a decimal comma, a time, a comma of a sentence."""
    return shape_of(line) in ("number", "date") or all(part[:1] in ("", " ") for part in line.split(delimiter)[1:])


def _has_values(rows: Sequence[Sequence[str]], judged: Consistency) -> bool:
    """Whether a column of numbers or dates comes of it."""
    full = [row for row in rows if len(row) == judged.width]
    return any(
        sum(shape_of(row[place]) in ("number", "date") for row in full) >= len(full) * SURE_SHARE
        for place in range(judged.width)
    )


def _single_column(sample: Sequence[str]) -> Consistency:
    """One column: cut by a sign that does not occur."""
    text = "".join(sample)
    unused = next((each for each in (",", ";", "\t", "|", "\x1f") if each not in text), "\x1f")
    return Consistency(Dialect(unused, is_single=True), 0.0, 1)

"""Cells that hold no value: blanks around values go, tokens for "missing" and announced fault codes hold nothing."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from registry.cells import Cells
from registry.layout import DATE_LIKE, NUMBER_LIKE
from registry.receipt import ReceiptEntry
from registry.sentences import counted, first_lines, quoted
from registry.word_lists import DOUBTFUL_TOKENS, MISSING_TOKENS, NUMBER_COLUMN_TOKENS, folded, may_be_token

EDGE_BLANKS = (
    " \t\n\r\f\v\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006"
    "\u2007\u2008\u2009\u200a\u200b\u202f\u205f\u3000\ufeff"
)
"""Blanks of any width, and the marks without width."""
SHORT_CODE = re.compile(r"^[A-Z]{2}$")
CODES_PROVE = 5
COLUMNS_NAMED = 3


@dataclass(frozen=True)
class CleanColumn:
    """Cells without outer blanks and tokens. `padded` counts the cells that lost blanks; `doubtful` are tokens
    that could be answers of their own."""

    cells: Cells
    padded: int
    padded_lines: tuple[int, ...]
    doubtful: tuple[str, ...]
    entries: tuple[ReceiptEntry, ...]


def clean_cells(name: str, cells: Cells, fault_codes: Sequence[str] = (), keep_text: bool = False) -> CleanColumn:
    """The cells of a column, cleaned; with `keep_text` only empty cells hold nothing. The receipt counts each token."""
    stripped = [value.strip(EDGE_BLANKS) for value in cells.values]
    padded = [index for index, value in enumerate(cells.values) if stripped[index] != value and stripped[index]]
    codes: set[str] = set()
    missing = {""}
    if not keep_text:
        codes = {value for value in stripped if fault_codes and is_fault_code(value, fault_codes)}
        missing |= _missing_tokens([value for value in stripped if value not in codes])
    entries = []
    for what, tokens in (("counts as missing", missing - {""}), ("is announced as a code for missing", codes)):
        for token in sorted(tokens):
            found = [index for index, value in enumerate(stripped) if value == token]
            sentence = f"“{token}” in {counted(cells.count_of(found), 'cell')} of “{name}” {what}."
            entries.append(ReceiptEntry("converted", sentence, name, cells.count_of(found), cells.lines_of(found)))
    doubtful = tuple(sorted(token for token in missing if folded(token) in DOUBTFUL_TOKENS))
    replacement = [None if value in missing or value in codes else value for value in stripped]
    clean = cells if not padded and None not in replacement and cells.counts().all() else cells.replaced(replacement)
    return CleanColumn(clean, cells.count_of(padded), cells.lines_of(padded), doubtful, tuple(entries))


def is_fault_code(value: str, codes: Sequence[str]) -> bool:
    """Whether a cell is one of the announced codes, as text or as the same whole number ("-999.0" for "-999")."""
    if value in codes:
        return True
    number = re.fullmatch(r"([-−]?\d+)([.,]0+)?", value)
    return number is not None and number.group(1).replace("−", "-") in codes


def _missing_tokens(values: Sequence[str]) -> set[str]:
    """The values that say that there is none. Some say so only in a column that otherwise holds numbers or dates."""
    short = {value: folded(value) for value in values if value and may_be_token(value)}
    tokens = {value for value, plain in short.items() if plain in MISSING_TOKENS}
    maybe = {value for value, plain in short.items() if plain in NUMBER_COLUMN_TOKENS}
    others = [value for value in values if value and value not in tokens and value not in maybe]
    if maybe and others and all(NUMBER_LIKE.match(value) or DATE_LIKE.match(value) for value in others[:500]):
        tokens |= maybe
    if "NA" in tokens and sum(1 for value in others if SHORT_CODE.match(value)) >= max(CODES_PROVE, len(others) * 0.9):
        tokens -= {"NA"}  # one code among others: Namibia, North America
    return tokens


def blanks_entries(cleaned: Sequence[tuple[str, CleanColumn]]) -> list[ReceiptEntry]:
    """What was said of outer blanks: a sentence for each column, or one for all when there are many."""
    padded = [(name, column) for name, column in cleaned if column.padded]
    if len(padded) > COLUMNS_NAMED:
        total = sum(column.padded for _, column in padded)
        names = quoted(name for name, _ in padded)
        sentence = f"Blanks around {counted(total, 'cell')} of {len(padded)} columns were removed: {names}."
        lines = first_lines(sorted({line for _, column in padded for line in column.padded_lines}))
        return [ReceiptEntry("converted", sentence, None, total, lines)]
    return [
        ReceiptEntry(
            "converted",
            f"Blanks around {counted(column.padded, 'cell')} of “{name}” were removed.",
            name,
            column.padded,
            column.padded_lines,
        )
        for name, column in padded
    ]

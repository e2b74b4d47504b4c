"""Cells that hold no value: blanks around values go, tokens for "missing" and announced fault codes hold nothing."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from registry.columns.names_like_missing import names_to_spare
from registry.dataset import ALL_COLUMNS, DETECT, ReadingChoices
from registry.receipt import Judgement, ReceiptAction, ReceiptEntry
from registry.sentences import first_lines, quoted, sentence
from registry.table.header_place import DATE_LIKE, NUMBER_LIKE
from registry.values.arrow_texts import begin_with_digits
from registry.values.cells import Cells
from registry.values.many_texts import are_clean, without_blank
from registry.values.word_lists import DASHES as DASHES_RUN
from registry.values.word_lists import DOUBTFUL_TOKENS, MISSING_TOKENS, NUMBER_COLUMN_TOKENS, folded, may_be_token

EDGE_BLANKS = (
    " \t\n\r\f\v\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006"
    "\u2007\u2008\u2009\u200a\u200b\u202f\u205f\u3000\ufeff"
)
"""Blanks of any width, and the marks without width."""
INVISIBLE = "\u200b\ufeff\u2060\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Signs of zero width, and those that turn the direction of writing: no cell means them, wherever they stand."""
HIDDEN = str.maketrans(dict.fromkeys(INVISIBLE))
AS_FORMULA = re.compile(r'="([^"]*)"')
"""How programs keep spreadsheets from converting a cell: ="00123"."""
Around = Literal["blanks", "invisible", "formulas"]
"""What stood around values: blanks, also signs that nobody sees, also a formula."""
SHORT_CODE = re.compile(r"^[A-Z]{2}$")
ZERO_DATE = re.compile(r"(?:0{4}([-/.])00\1(?:00)|00([-/.])00\2(?:0{4}|00))(?:[ T]00:00(?::00)?)?")
"""What databases write for a date that is none."""
FLAGGED = re.compile(r":\s*[a-z]{1,2}")
FLAG_BEHIND = re.compile(r"(?<=\d)\s[a-z]{1,2}$")
"""Eurostat's sign for "no value", and the letters behind values that say how sure they are."""
DASHES = frozenset("-–—")
AMOUNT = re.compile(r"^[(+−-]?\s*[$€£¥]?\s*\d[\d.,' ]*[.,]\d\d\)?\s*(-|[$€£¥])?$")
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
    what: Around = "blanks"


@dataclass(frozen=True)
class Beside:
    """What other columns show of a column: codes for missing that they share, and words like "NA" that are values."""

    codes: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


ALONE = Beside()


def clean_cells(
    name: str,
    cells: Cells,
    fault_codes: Sequence[str] = (),
    choices: ReadingChoices = DETECT,
    beside: Beside = ALONE,
) -> CleanColumn:
    """The cells of a column, cleaned; in a column kept as text only empty ones hold nothing. `fault_codes` are
    announced in the file; `beside` is what other columns show. The receipt counts each token."""
    fault_codes = (*fault_codes, *beside.codes)
    if cells.native is not None and not fault_codes and not words_of(name, choices.missing_words):
        return CleanColumn(cells, 0, (), (), ())
    cells = cells.used()
    if not fault_codes and not choices.missing_words and are_clean(cells, EDGE_BLANKS):
        return CleanColumn(without_blank(cells), 0, (), (), ())
    plain = cells.native is None and not fault_codes and not words_of(name, choices.missing_words)
    if plain and begin_with_digits(cells.values):
        return CleanColumn(without_blank(cells), 0, (), (), ())
    stripped = [_shown_text(value) for value in cells.values]
    padded = [index for index, value in enumerate(cells.values) if stripped[index] != value and stripped[index]]
    codes: set[str] = set()
    names: set[str] = set()
    missing = {""}
    if name not in choices.keep_text:
        codes = {value for value in stripped if fault_codes and is_fault_code(value, fault_codes)}
        missing |= _missing_tokens([value for value in stripped if value not in codes])
        names = names_to_spare(name, missing - {""}, [value for value in stripped if value not in missing])
        names |= missing & set(beside.names)
        missing -= names
        kept = _choose(stripped, words_of(name, choices.kept_words))
        missing, codes = (
            (missing | _choose(stripped, words_of(name, choices.missing_words))) - kept | {""},
            codes - kept,
        )
    entries = [_kept_as_name(name, cells, stripped, token) for token in sorted(names - missing)]
    for what, tokens in (("token", missing - {""}), ("code", codes)):
        for token in sorted(tokens):
            found = [index for index, value in enumerate(stripped) if value == token]
            count, lines = cells.count_of(found), cells.lines_of(found)
            action: ReceiptAction = "converted"
            judged = Judgement("cells_missing", (token,))
            key = f"missing.{what}"
            if what == "code" and token in beside.codes:
                key, action = "missing.far_code", "unsure"
            if token in DASHES and _are_amounts(stripped, missing):
                key, action = f"{key}_or_zero", "unsure"
            told = sentence(key, token=token, count=count, column=name)
            entries.append(ReceiptEntry(action, told, name, count, lines, ("kept_words", (name, token)), judged))
    doubtful = tuple(sorted(token for token in missing if folded(token) in DOUBTFUL_TOKENS))
    replacement = [None if value in missing or value in codes else value for value in stripped]
    clean = cells if not padded and None not in replacement else cells.replaced(replacement)
    hidden = any(sign in cells.values[index] for index in padded for sign in INVISIBLE)
    formulas = any(AS_FORMULA.fullmatch(cells.values[index].strip(EDGE_BLANKS)) for index in padded)
    around: Around = "formulas" if formulas else "invisible" if hidden else "blanks"
    return CleanColumn(clean, cells.count_of(padded), cells.lines_of(padded), doubtful, tuple(entries), around)


def _shown_text(value: str) -> str:
    """What a cell shows: without blanks around it, signs that nobody sees, and the formula that keeps a text a text."""
    visible = (value if value.isascii() else value.translate(HIDDEN)).strip(EDGE_BLANKS)
    kept = AS_FORMULA.fullmatch(visible)
    return kept[1].strip(EDGE_BLANKS) if kept else visible


def _are_amounts(values: Sequence[str], missing: set[str]) -> bool:
    """Whether the other cells are numbers with cents, as ledgers write a dash for zero beside."""
    others = [value for value in values if value not in missing]
    return len(others) > 1 and all(map(AMOUNT.match, others[:500]))


def _kept_as_name(name: str, cells: Cells, stripped: Sequence[str], token: str) -> ReceiptEntry:
    found = [index for index, value in enumerate(stripped) if value == token]
    count = cells.count_of(found)
    told = sentence("missing.kept", token=token, count=count, column=name)
    return ReceiptEntry("unsure", told, name, count, cells.lines_of(found), ("missing_words", (name, token)))


def is_fault_code(value: str, codes: Sequence[str]) -> bool:
    """Whether a cell is one of the announced codes, as text or as the same whole number ("-999.0" for "-999")."""
    if value in codes:
        return True
    number = re.fullmatch(r"([-−]?\d+)([.,]\d+)?", value)
    if number is None:
        return False
    fraction = (number.group(2) or "").replace(",", ".").rstrip("0").rstrip(".")
    return number.group(1).replace("−", "-") + fraction in codes


def words_of(name: str, words: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """The words that were chosen for a column, or for whichever."""
    return tuple(word for column, word in words if column in (name, ALL_COLUMNS))


def _choose(values: Sequence[str], words: Sequence[str]) -> set[str]:
    """The values that are one of these words, in whatever case or width, or the same whole number."""
    plain = {folded(word) for word in words}
    return {value for value in values if value and words and (folded(value) in plain or is_fault_code(value, words))}


def _missing_tokens(values: Sequence[str]) -> set[str]:
    """The values that say that there is none. Some say so only in a column that otherwise holds numbers or dates."""
    short = {value: folded(value) for value in values if value and may_be_token(value)}
    tokens = {value for value, plain in short.items() if plain in MISSING_TOKENS}
    maybe = {value for value, plain in short.items() if plain in NUMBER_COLUMN_TOKENS or FLAGGED.fullmatch(plain)}
    tokens |= {value for value in short if DASHES_RUN.fullmatch(value)}
    others = [value for value in values if value and value not in tokens and value not in maybe]
    if maybe and others and all(_is_value(value) for value in others[:500]):
        tokens |= maybe
    if any(map(ZERO_DATE.fullmatch, values)):
        zeros = {value for value in values if ZERO_DATE.fullmatch(value)}
        if all(DATE_LIKE.match(value) for value in others[:500]):
            tokens |= zeros
    if "NA" in tokens and sum(1 for value in others if SHORT_CODE.match(value)) >= max(CODES_PROVE, len(others) * 0.9):
        tokens -= {"NA"}  # one code among others: Namibia, North America
    return tokens


def _is_value(text: str) -> bool:
    plain = FLAG_BEHIND.sub("", text)
    return bool(NUMBER_LIKE.match(plain) or DATE_LIKE.match(plain))


def blanks_entries(cleaned: Sequence[tuple[str, CleanColumn]]) -> list[ReceiptEntry]:
    """What was said of outer blanks: a sentence for each column, or one for all when there are many."""
    padded = [(name, column) for name, column in cleaned if column.padded]
    if len(padded) > COLUMNS_NAMED:
        total = sum(column.padded for _, column in padded)
        names = quoted(name for name, _ in padded)
        what = next((column.what for _, column in padded if column.what != "blanks"), "blanks")
        told = sentence(f"blanks.{what}.columns", count=total, columns=len(padded), shown=names)
        lines = first_lines(sorted({line for _, column in padded for line in column.padded_lines}))
        return [ReceiptEntry("converted", told, None, total, lines)]
    return [
        ReceiptEntry(
            "converted",
            sentence(f"blanks.{column.what}.column", count=column.padded, column=name),
            name,
            column.padded,
            column.padded_lines,
        )
        for name, column in padded
    ]

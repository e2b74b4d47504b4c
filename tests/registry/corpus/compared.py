"""A table that was read beside the one that stands in the file: where do they differ?"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pandas as pd

from registry.file_reader import ReadFile
from registry.profile import ColumnKind
from tests.registry.corpus.truth import TrueColumn, TrueKind, Truth

KINDS: dict[TrueKind, frozenset[ColumnKind]] = {
    "number": frozenset({"number", "identifier"}),
    "date": frozenset({"date", "datetime", "ambiguous_date"}),
    "datetime": frozenset({"datetime", "date", "ambiguous_date"}),
    "time": frozenset({"time", "text"}),
    "duration": frozenset({"number", "text", "time"}),
    "text": frozenset({"text", "identifier"}),
    "boolean": frozenset({"boolean", "text", "number"}),
    "id": frozenset({"text", "identifier"}),
    "empty": frozenset({"empty"}),
}
"""What a true kind may be read as. Truth values may stay words; durations may be numbers of a unit or stay text."""
SECONDS = {"h": 3600.0, "min": 60.0, "s": 1.0}
TOLERANCE = 1e-6
YES = frozenset(
    {
        "true",
        "yes",
        "y",
        "1",
        "1.0",
        "ja",
        "j",
        "oui",
        "o",
        "si",
        "sí",
        "tak",
        "t",
        "x",
        "✓",
        "はい",
        "是",
        "כן",
        "evet",
    }
)
NO = frozenset(
    {"false", "no", "n", "0", "0.0", "nein", "non", "nie", "nej", "nei", "não", "нет", "f",
     "いいえ", "否", "לא", "hayır", "-"}
)  # fmt: skip


@dataclass(frozen=True)
class Difference:
    """What differs; `column` is None for the table as a whole."""

    column: str | None
    what: str

    def __str__(self) -> str:
        return f"{self.column}: {self.what}" if self.column else self.what


def differences(read: ReadFile, truth: Truth) -> Iterator[Difference]:
    """All differences; when the columns do not even correspond, only that."""
    names = list(read.frame.columns)
    truth = _without_set_aside(truth, names)
    if len(names) != len(truth.columns):
        wanted = [column.name for column in truth.columns]
        yield Difference(None, f"columns {names} instead of {wanted}")
        return
    if truth.rows is not None and len(read.frame) not in (truth.rows, *truth.rows_also):
        yield Difference(None, f"{len(read.frame)} rows instead of {truth.rows}")
    for name, column in zip(names, truth.columns, strict=True):
        yield from (Difference(name, what) for what in _column(read, name, column, truth))


def _without_set_aside(truth: Truth, names: list[str]) -> Truth:
    """The truth without columns of totals that were set apart."""
    known = {_plain_name(name) for name in names}
    gone = [name for name in truth.total_columns if _plain_name(name) not in known]
    return truth.model_copy(update={"columns": tuple(each for each in truth.columns if each.name not in gone)})


def _column(read: ReadFile, name: str, true: TrueColumn, truth: Truth) -> Iterator[str]:
    if not true.unnamed and true.name and _plain_name(_told_apart(name, truth)) != _plain_name(true.name):
        yield f"is called {true.name!r}"
    kind = read.kinds[name]
    if not any(kind in KINDS[each] for each in (true.kind, *true.kind_also)):
        yield f"is read as {kind} instead of {true.kind}"
        return
    if kind == "ambiguous_date" and not any(true.name.split(" (")[0] in each for each in truth.undecidable):
        yield "was taken for ambiguous"
    series: pd.Series[Any] = read.frame[name]
    present = series.dropna()
    missed = len(series) - len(present)
    if true.missing is not None and missed not in (true.missing, *true.missing_also):
        yield f"misses {missed} cells instead of {true.missing}"
    elif true.kind == "number" and (not true.kind_also or pd.api.types.is_numeric_dtype(present)):
        yield from _number(present, true)
    elif kind != "ambiguous_date" and len(present):
        yield from _ends(series, true, read.units.get(name), is_unified=_is_unified(read, name))
    if missed in true.missing_also:
        return
    unified = _is_unified(read, name)
    if true.kind in ("text", "id") and true.distinct is not None and present.nunique() != true.distinct and not unified:
        yield f"has {present.nunique()} different values instead of {true.distinct}"


def _number(present: "pd.Series[Any]", true: TrueColumn) -> Iterator[str]:
    if not pd.api.types.is_numeric_dtype(present):
        yield "holds no numbers"
    elif true.sum is not None and not any(_close(float(present.sum()), each) for each in (true.sum, *true.sum_also)):
        yield f"adds up to {float(present.sum()):.6f} instead of {true.sum:.6f}"


def _close(found: float, wanted: float) -> bool:
    return abs(found - wanted) <= TOLERANCE * max(1.0, abs(wanted))


def _told_apart(name: str, truth: Truth) -> str:
    """The name as it stands in the file: the second of two columns of one name is called "price_2" and told."""
    plain = [_plain_name(column.name) for column in truth.columns]
    stem = re.sub(r"_\d+$", "", name)
    return stem if plain.count(_plain_name(stem)) > 1 else name


def _is_unified(read: ReadFile, name: str) -> bool:
    """Whether the receipt says that spellings of the column's values were brought together."""
    return any(entry.column == name and "spelled another way" in entry.text for entry in read.receipt.entries)


def _ends(series: "pd.Series[Any]", true: TrueColumn, unit: str | None, *, is_unified: bool) -> Iterator[str]:
    for place, wanted, also in ((0, true.first, true.first_also), (-1, true.last, true.last_also)):
        found = series.iloc[place]
        if wanted in (None, "") or pd.isna(found):
            continue
        if is_unified and str(found).casefold() == str(wanted).casefold():
            continue
        kind = "text" if isinstance(found, str) and true.kind in ("date", "datetime") else true.kind
        if not any(_same(found, each, kind, unit) for each in (wanted, *also)):
            yield f"has {found!r} at place {place} instead of {wanted!r}"


def _same(found: object, wanted: object, kind: TrueKind, unit: str | None) -> bool:
    if kind in ("date", "datetime"):
        return pd.Timestamp(str(found)) in (_moment(str(wanted)), pd.Timestamp(str(wanted)).tz_localize(None))
    if kind in ("duration", "time"):
        return _seconds(str(found), unit) == _seconds(str(wanted), None)
    if isinstance(found, float) and found.is_integer() and kind in ("id", "text"):
        found = int(found)
    if kind == "boolean":
        return _truth(found) == _truth(wanted)
    return _plain(str(found)) == _plain(str(wanted))


def _truth(cell: object) -> bool | str:
    """Whether a cell says yes; yes and no may stay words."""
    word = str(cell).casefold()
    return True if word in YES else False if word in NO else word


def _moment(text: str) -> pd.Timestamp:
    """A moment as the truth writes it, in UTC when it carries an offset."""
    moment = pd.Timestamp(text if not re.fullmatch(r"\d{4}-\d{2}", text) else f"{text}-01")
    return moment.tz_convert("UTC").tz_localize(None) if moment.tzinfo else moment


def _seconds(text: str, unit: str | None) -> float | str:
    if re.fullmatch(r"-?\d+(\.\d+)?", text):
        return round(float(text) * SECONDS.get(unit or "s", 1.0))
    parts = re.fullmatch(r"(\d+):(\d\d)(?::(\d\d)(?:\.\d+)?)?", text)
    return float(int(parts[1]) * 3600 + int(parts[2]) * 60 + int(parts[3] or 0)) if parts else text


def _plain(text: str) -> str:
    """A text without differences of blanks."""
    return " ".join(unicodedata.normalize("NFKC", text).split())


def _plain_name(text: str) -> str:
    """A name without units in brackets, blanks and signs: these may be normalised."""
    bare = re.sub(r"[(\[（［].*?[)\]）］]", " ", unicodedata.normalize("NFKC", text))
    return re.sub(r"[\W_]+", "", bare or text).casefold() or _plain(text)

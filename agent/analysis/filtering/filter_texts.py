"""Which cells a written text means: the exact value, else the same ignoring case, width and outer blanks."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

import narwhals as nw

from agent.analysis.frames.schema import Column
from agent.analysis.frames.source import Frame, records
from agent.analysis.words import say
from agent.errors import SpecError
from agent.specs.parse import nearest
from registry.values.several_values import parts


@dataclass(frozen=True)
class LinkedTexts:
    """The cell values that stand for the wanted texts, and what to tell about the linking."""

    values: tuple[str, ...]
    notes: tuple[str, ...]


def fold_text(text: str) -> str:
    """Text for comparing: NFKC, case folded, without outer blanks."""
    return unicodedata.normalize("NFKC", text).casefold().strip()


def distinct_texts(frame: Frame, column: str) -> list[str]:
    """The values of a text column, in order."""
    found = records(frame.select(nw.col(column)).filter(~nw.col(column).is_null()).unique())[column]
    return sorted(str(value) for value in found)


def linked_texts(frame: Frame, column: Column, wanted: Sequence[str]) -> LinkedTexts:
    """The values of a column that the wanted texts name. SpecError with the nearest values when one names none."""
    present = distinct_texts(frame, column.name)
    exact = set(present)
    by_fold: dict[str, list[str]] = {}
    for value in present:
        by_fold.setdefault(fold_text(value), []).append(value)
    values: list[str] = []
    notes: list[str] = []
    for text in wanted:
        same = by_fold.get(fold_text(text), [])
        if text in exact:
            values.append(text)
            others = [value for value in same if value != text]
            notes += (
                [say("note.also_has", column=column.name, others=_quote(others), value=repr(text))] if others else []
            )
        elif same:
            values += same
            notes.append(say("note.read_as", value=repr(text), values=_quote(same), column=column.name))
        else:
            raise _nothing_named(column, text, present)
    return LinkedTexts(tuple(dict.fromkeys(values)), tuple(notes))


def texts_listing(frame: Frame, column: Column, wanted: Sequence[str]) -> list[str]:
    """The cells that list any of some values, whatever their case. SpecError when cells list no values, or a value is
    in none.
    """
    if not column.separator:
        raise SpecError(
            f"Cells of {column.name} hold one value each, as far as is known.",
            "Use contains, or the step split_values with the separator.",
        )
    listed = {text: parts(text, column.separator) for text in distinct_texts(frame, column.name)}
    plain = {text: {plain_text(value) for value in values} for text, values in listed.items()}
    present = {value for values in plain.values() for value in values}
    for text in wanted:
        if plain_text(text) not in present:
            raise _nothing_named(column, text, sorted({value for values in listed.values() for value in values}))
    meant = {*map(plain_text, wanted)}
    return [text for text, values in plain.items() if meant & values]


def plain_text(text: str) -> str:
    """Text for comparing one of several values."""
    return text.casefold().strip()


def _nothing_named(column: Column, text: str, present: Sequence[str]) -> SpecError:
    near = nearest(text, present) or tuple(present[:5])
    remedy = f"Nearest: {_quote(near)}." if near else "The column has no value at all."
    return SpecError(f"No row has {text!r} in {column.name}.", remedy)


def _quote(values: Sequence[str]) -> str:
    return ", ".join(repr(value) for value in values)

"""Specs and the line of text that says them, over the tables of a conversation: written, and read back the same."""

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from agent.errors import SpecError
from agent.reader.form_parser import Reader, UnreadableError
from agent.reader.form_words import Plain
from agent.reader.form_writer import Writer
from agent.specs.parse import Spec, parse_spec
from registry.profile import DatasetProfile

_ALWAYS_SAID = frozenset({
    ("Sort", "ascending"), ("JoinDatasets", "how"), ("RowLookup", "which"), ("ShareRatio", "mode"),
    ("TimeTrend", "grain"), ("PivotTable", "value"),
})  # fmt: skip
"""What the lines that the model learned from say even where it goes without saying."""
_TAGS = frozenset({"op", "kind", "step"})


def write_line(specs: Sequence[Spec], datasets: Sequence[DatasetProfile]) -> str:
    """The line that says these specs, without a blank before it. UnwritableError where the form has no words for one,
    or one is of a table that is not among these.
    """
    line = Writer(ids_of(datasets), columns_of(datasets)).specs([stated_only(spec) for spec in specs])
    return compose(line)


def read_line(line: str, datasets: Sequence[DatasetProfile]) -> list[list[Spec]]:
    """The specs of each reading that a line says; more than one where it says several to choose from.

    UnreadableError where it is not of the form or a spec of it is none.
    """
    columns = [compose(name) for name in columns_of(datasets)]
    readings = Reader(line, ids_of(datasets), columns).readings()
    return [[_spec(each, datasets) for each in with_real_names(reading, datasets)] for reading in readings]


def _spec(plain: Plain, datasets: Sequence[DatasetProfile]) -> Spec:
    """A spec from plain data, of the first table where it names none."""
    first = {"dataset_id": datasets[0].dataset_id} if datasets else {}
    try:
        return parse_spec({**first, **plain})
    except SpecError as error:
        raise UnreadableError(error.message, error.remedy) from error


def stated_only(value: Any) -> Any:
    """A spec, or a part of one, as plain data: what is stated in it, and what lines always state."""
    if isinstance(value, BaseModel):
        fields = type(value).model_fields
        return {name: stated_only(getattr(value, name)) for name in fields if _is_said(value, name)}
    if isinstance(value, list):
        return [stated_only(each) for each in value]
    return {key: stated_only(each) for key, each in value.items()} if isinstance(value, dict) else value


def _is_said(model: BaseModel, name: str) -> bool:
    if name in _TAGS or (type(model).__name__, name) in _ALWAYS_SAID:
        return True
    value = getattr(model, name)
    default = type(model).model_fields[name].get_default(call_default_factory=True)
    return name != "type" and value is not None and (value != default or name in model.model_fields_set)


# ----------------------------------------------------------------
# How lines name tables and columns: tables as T1, T2 in their order, columns in composed Unicode. The model's
# tokenizer composes what it reads (NFC), so its lines have names composed; those of a file may not be.


_NO_COLUMNS = frozenset({"op", "kind", "step", "dataset_id", "values", "mapping", "labels", "groups"})
"""Keys whose values are no columns: an operation, a cell."""


def compose(text: str) -> str:
    """The text as the model reads and writes it."""
    return unicodedata.normalize("NFC", text)


def ids_of(datasets: Sequence[DatasetProfile]) -> list[str]:
    """The ids of the tables, in the order of T1, T2, ..."""
    return [dataset.dataset_id for dataset in datasets]


def columns_of(datasets: Sequence[DatasetProfile]) -> list[str]:
    """The names of all columns, table by table."""
    return [name for dataset in datasets for name in dataset.column_names]


def with_real_names(specs: Sequence[Plain], datasets: Sequence[DatasetProfile]) -> list[Plain]:
    """Specs as a line has them, with columns called as the tables call them."""
    real = columns_of(datasets)
    decomposed = {compose(name): name for name in real if compose(name) != name and compose(name) not in real}
    return [_rename(spec, decomposed) for spec in specs] if decomposed else list(specs)


def _rename(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return _real(value, names)
    if isinstance(value, list):
        return [_rename(each, names) for each in value]
    if not isinstance(value, dict):
        return value
    told = {_real(key, names): each if key in _NO_COLUMNS else _rename(each, names) for key, each in value.items()}
    is_compared = "op" in value and "col" in value and "value" in value
    return {**told, "value": _rename_compared(value["value"], names)} if is_compared else told


def _rename_compared(value: Any, names: Mapping[str, str]) -> Any:
    """What a condition compares with: cells stay as they are."""
    if isinstance(value, list):
        return [_rename_compared(each, names) for each in value]
    return _rename(value, names) if isinstance(value, dict) else value


def _real(name: str, names: Mapping[str, str]) -> str:
    """A column as its table calls it, also where an aggregation is appended to it."""
    if name in names:
        return names[name]
    longest = max((each for each in names if name.startswith(f"{each}_")), key=len, default=None)
    return name if longest is None else names[longest] + name[len(longest) :]

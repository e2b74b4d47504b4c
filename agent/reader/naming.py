"""How lines name tables and columns: tables as T1, T2 in their order, columns in composed Unicode.

The model's tokenizer composes what it reads (NFC), so its lines have names composed; those of a file may not be.
"""

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from agent.reader.form_words import Plain
from registry.profile import DatasetProfile

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
    is_compared = "op" in value and "col" in value and not isinstance(value.get("value"), dict)
    return {**told, "value": value["value"]} if is_compared and "value" in value else told


def _real(name: str, names: Mapping[str, str]) -> str:
    """A column as its table calls it, also where an aggregation is appended to it."""
    if name in names:
        return names[name]
    longest = max((each for each in names if name.startswith(f"{each}_")), key=len, default=None)
    return name if longest is None else names[longest] + name[len(longest) :]

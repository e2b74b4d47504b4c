"""Column names as a model spells them -> as the data have them, where only case, blanks or underscores differ."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic import JsonValue

from agent.specs.measures import metric_name
from registry.profile import DatasetProfile

COLUMN_KEYS = frozenset(
    {"col", "column", "columns", "group_cols", "group_by", "group", "by", "target", "order_by", "date_col", "group_col",
     "x", "y", "color", "rows", "cols", "left_on", "right_on", "expression",
     "a", "b", "pair_by", "within", "top_per"}
)  # fmt: skip
"""Keys of specs, filters and steps under which columns are named."""


def link_columns(spec: Mapping[str, JsonValue], datasets: Sequence[DatasetProfile]) -> dict[str, JsonValue]:
    """The spec with its columns spelled as in the data. A name that could be two columns, or none, stays as it is, and
    so does one that the spec itself makes.
    """
    names = [name for profile in datasets for name in profile.column_names]
    by_sound: dict[str, set[str]] = {}
    for name in names:
        by_sound.setdefault(_sound(name), set()).add(name)
    spellings = {sound: next(iter(found)) for sound, found in by_sound.items() if len(found) == 1}
    known = frozenset(names) | _made_before(spec)
    walked: dict[str, JsonValue] = _walk(dict(spec), spellings, known)
    if "having" in spec:
        walked["having"] = _walk(spec["having"], spellings, known | _made_beside(spec))
    return _compare(walked, spellings, known)


def spelled_names(names: Iterable[str], datasets: Sequence[DatasetProfile]) -> list[str]:
    """Column names spelled as in the data, each once; one that could be two columns, or none, stays as it is."""
    return list(dict.fromkeys(str(link_columns({"col": name}, datasets)["col"]) for name in names))


def _made_before(spec: Mapping[str, JsonValue]) -> frozenset[str]:
    """The columns that steps add."""
    steps = spec.get("prepare")
    named = [step.get("name") for step in steps if isinstance(step, dict)] if isinstance(steps, list) else []
    return frozenset(name for name in named if isinstance(name, str))


def _made_beside(spec: Mapping[str, JsonValue]) -> frozenset[str]:
    """The columns of a result that are called as the spec says."""
    named = (spec.get(part) for part in ("quantities", "computed"))
    return frozenset(name for made in named if isinstance(made, dict) for name in made)


def _walk(node: Any, spellings: Mapping[str, str], known: frozenset[str], key: str = "") -> Any:
    if isinstance(node, str):
        return _spell(node, spellings, known) if key in COLUMN_KEYS else node
    if isinstance(node, list):
        return [_walk(item, spellings, known, key) for item in node]
    if not isinstance(node, dict):
        return node
    if key == "metrics":
        return {_spell(name, spellings, known): value for name, value in node.items()}
    return {name: _walk(value, spellings, known, name) for name, value in node.items()}


def _compare(spec: dict[str, JsonValue], spellings: Mapping[str, str], known: frozenset[str]) -> dict[str, JsonValue]:
    """`value` names a column in two comparisons only; elsewhere it is a value. Sorting names a result column."""
    value, sort = spec.get("value"), spec.get("sort")
    if spec.get("op") in ("compare_groups", "compare_columns") and isinstance(value, str):
        spec = {**spec, "value": _spell(value, spellings, known)}
    if isinstance(sort, dict) and isinstance(by := sort.get("by"), str):
        spec = {**spec, "sort": {**sort, "by": _result_column(by, spec.get("metrics"))}}
    return spec


def _result_column(name: str, metrics: JsonValue) -> str:
    """A result column, where the model named it in other letters or by its column alone."""
    made = [] if not isinstance(metrics, dict) else list(_metric_names(metrics))
    exact = [column for column in made if _sound(column) == _sound(name)]
    of_column = [column for column in made if column.startswith(f"{name}_")]
    return exact[0] if exact else of_column[0] if len(of_column) == 1 else name


def _metric_names(metrics: Mapping[str, JsonValue]) -> Iterable[str]:
    for column, aggregations in metrics.items():
        for aggregation in aggregations if isinstance(aggregations, list) else []:
            yield metric_name(column, str(aggregation))  # type: ignore[arg-type]  # checked when it is parsed


def _spell(name: str, spellings: Mapping[str, str], known: frozenset[str]) -> str:
    return name if name in known else spellings.get(_sound(name), name)


def _sound(name: str) -> str:
    return re.sub(r"[\s_-]+", " ", name).strip().casefold()

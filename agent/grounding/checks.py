"""What no result can be: checks that run on every table before anything is said about it."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from agent.artifacts import rows_counted
from agent.grounding.cells import table_of
from agent.grounding.words import say, short
from agent.specs.measures import MODELS, metric_name
from agent.state import Artifact, column_cells
from languages.catalogue import in_language

Number = int | float
TOLERANCE = 1e-9


@dataclass(frozen=True)
class Check:
    """A law that the cells of some columns obey. `broken` tells how a cell breaks it, or gives ""."""

    name: str
    concerns: Callable[[str, Artifact], bool]
    broken: Callable[[Number, Artifact], str]


def impossible(artifacts: Sequence[Artifact]) -> tuple[str, ...]:
    """One sentence per column of a table that holds what cannot be; () when all is possible."""
    return tuple(sentence for artifact in artifacts if artifact["kind"] == "table" for sentence in _of_table(artifact))


def _of_table(artifact: Artifact) -> Iterator[str]:
    table = table_of(artifact)
    for place, column in enumerate(table["columns"]):
        applicable = [check for check in CHECKS if check.concerns(column, artifact)]
        numbers = [cell for cell in column_cells(table, place) if isinstance(cell, int | float)] if applicable else []
        for check in applicable:
            trouble = next((said for number in numbers if (said := check.broken(number, artifact))), "")
            if trouble:
                yield say("law.column", title=artifact["title"], column=column, broken=trouble)


def _op(artifact: Artifact) -> str:
    return str((artifact["spec"] or {}).get("op", ""))


def _is_correlation(column: str, artifact: Artifact) -> bool:
    table = table_of(artifact)
    if _op(artifact) == "correlation":
        return column in ("r", "ci_low", "ci_high")
    if _op(artifact) in ("contingency_test", "ols_regression"):
        return column in ("cramers_v", "r2")
    return _op(artifact) == "correlation_matrix" and (column == "r" if "r" in table["columns"] else column != "column")


def _is_share(column: str, artifact: Artifact) -> bool:
    if _op(artifact) in ("value_counts", "missingness"):
        return column in ("share_pct", "missing_pct")
    # amounts below zero (refunds) make honest shares below 0 and above 100
    return _op(artifact) == "share_ratio" and column in ("share_pct", "reached_pct") and not _has_negative(artifact)


def _has_negative(artifact: Artifact) -> bool:
    table = table_of(artifact)
    if "value" not in table["columns"]:
        return False
    place = table["columns"].index("value")
    return any(isinstance(value := row[place], int | float) and value < 0 for row in table["rows"])


def _is_part(column: str, artifact: Artifact) -> bool:
    """A share of the total over groups; one below zero (refunds) lets others be above 100."""
    if _aggregation(column, artifact) != "share":
        return False
    table = table_of(artifact)
    place = table["columns"].index(column)
    return not any(isinstance(cell := row[place], int | float) and cell < 0 for row in table["rows"])


def _aggregation(column: str, artifact: Artifact) -> str:
    """What a column of groups or periods is an aggregate of; "" for what is computed from others, and elsewhere."""
    spec: dict[str, Any] = dict(artifact["spec"] or {})
    if _op(artifact) not in ("groupby_agg", "time_trend"):
        return ""
    if column in spec.get("quantities", {}):
        return str(spec["quantities"][column].get("agg", "count"))
    named = {metric_name(name, each): each for name, wanted in spec.get("metrics", {}).items() for each in wanted}
    return str(named.get(column, ""))


def _is_count(column: str, artifact: Artifact) -> bool:
    if any(
        isinstance(step, dict) and step.get("step") in ("join", "unpivot", "split_values") for step in _steps(artifact)
    ):
        return False
    if _op(artifact) in ("groupby_agg", "time_trend"):
        return _aggregation(column, artifact) in ("count", "missing")
    counts = {"rows", "n", "count", "missing", "non_missing", "duplicate_rows"}
    made = _op(artifact) not in ("row_lookup", "") and column not in table_of(artifact)["key_columns"]
    return made and column in counts


def _steps(artifact: Artifact) -> list[object]:
    steps = (artifact["spec"] or {}).get("prepare")
    return list(steps) if isinstance(steps, list) else []


def _outside(low: float, high: float) -> Callable[[Number, Artifact], str]:
    def broken(number: Number, _: Artifact) -> str:
        inside = low - TOLERANCE <= number <= high + TOLERANCE
        if inside or math.isnan(number):
            return ""
        return say("law.outside", number=in_language(str(number)), low=short(low), high=short(high))

    return broken


def _above_rows(number: Number, artifact: Artifact) -> str:
    ledger = artifact["ledger"]
    if number < 0:
        return say("law.bad_count", number=in_language(str(number)))
    if ledger and number > max(ledger["rows_total"], rows_counted(ledger)):
        return say("law.too_many", number=in_language(str(number)), rows=str(ledger["rows_total"]))
    return ""


def _negative(number: Number, _: Artifact) -> str:
    return say("law.negative", number=in_language(str(number))) if number < -TOLERANCE else ""


def _not_finite(number: Number, _: Artifact) -> str:
    return "" if math.isfinite(number) else say("law.not_finite", number=str(number))


def _is_spread(column: str, artifact: Artifact) -> bool:
    if _op(artifact) in ("groupby_agg", "time_trend"):
        return _aggregation(column, artifact) in ("std", "var", "range")
    return _op(artifact) in ("column_summary", "compare_groups", "compare_columns") and column in (
        "std",
        "var",
        "range",
    )


def _is_p_value(column: str, artifact: Artifact) -> bool:
    return column == "p" and _op(artifact) in MODELS and MODELS[_op(artifact)].HAS_P_VALUES


def _is_computed(column: str, artifact: Artifact) -> bool:
    return _op(artifact) != "row_lookup" and column not in table_of(artifact)["key_columns"]


CHECKS: tuple[Check, ...] = (
    Check("correlation", _is_correlation, _outside(-1, 1)),
    Check("share", _is_share, _outside(0, 100)),
    Check("share of the total", _is_part, _outside(0, 100)),
    Check("p-value", _is_p_value, _outside(0, 1)),
    Check("count", _is_count, _above_rows),
    Check("spread", _is_spread, _negative),
    Check("finite", _is_computed, _not_finite),
)

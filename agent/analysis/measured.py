"""A measure's spec -> its tables, and specs as the JSON that artifacts carry."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from agent.analysis.aggregates import NEEDS_ORDER, needs_row_order
from agent.analysis.measures import OPERATIONS
from agent.analysis.prepare import prepared
from agent.analysis.source import Table
from agent.analysis.tables import artifact
from agent.analysis.validate import check_spec
from agent.specs.measures import AnalysisSpec
from agent.state import Artifact


def execute_analysis(spec: AnalysisSpec, tables: Mapping[str, Table]) -> list[Artifact]:
    """Computes a measure exactly, over all rows. The first artifact is the answer; further tables follow in the
    order of the op's docstring.

    SpecError when the spec does not fit the columns, DataError when the data cannot serve it, ActionLimitError when
    the result would clearly be too large.
    """
    check_spec(spec, {key: table.profile for key, table in tables.items()})
    data = prepared(spec, tables, row_order=_depends_on_row_order(spec))
    outcome = OPERATIONS[spec.op](spec, data)
    return [
        artifact(draft, spec_json(spec), outcome.ledger, data.dataset_ids, "main" if at == 0 else "detail")
        for at, draft in enumerate(outcome.tables)
    ]


def spec_json(spec: BaseModel) -> dict[str, Any]:
    """A spec as JSON without what is default, but for what tells it from others (`type`, `op` or `kind`)."""
    told = {key: getattr(spec, key) for key in ("type", "op", "kind") if hasattr(spec, key)}
    return {**told, **spec.model_dump(mode="json", exclude_defaults=True), **_tagged(spec)}


def _tagged(spec: BaseModel) -> dict[str, Any]:
    """Nested models whose tag is a default: steps of `prepare` and the measure that a plot draws."""
    tagged: dict[str, Any] = {}
    steps = getattr(spec, "prepare", [])
    if steps:
        tagged["prepare"] = [
            {"step": step.step, **step.model_dump(mode="json", exclude_defaults=True)} for step in steps
        ]
    measure = getattr(spec, "of", None)
    if measure is not None:
        tagged["of"] = spec_json(measure)
    return tagged


def _depends_on_row_order(spec: AnalysisSpec) -> bool:
    quantities = [getattr(spec, name, None) for name in ("value", "numerator", "denominator")]
    of_one = any(getattr(quantity, "agg", None) in NEEDS_ORDER for quantity in quantities)
    return of_one or needs_row_order(getattr(spec, "metrics", {}))

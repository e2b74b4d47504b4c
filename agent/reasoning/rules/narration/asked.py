"""What a question on offer computes: of which rows, what, and how its specs are written."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from agent.specs.aggregations import Aggregation, metric_name
from agent.specs.parse import Spec
from agent.specs.plain_data import reading_json
from agent.specs.reading import Reading
from registry.profile import DatasetProfile


@dataclass(frozen=True)
class Offer:
    """A question and what it computes."""

    question: str
    spec: Spec

    @property
    def reading(self) -> dict[str, Any]:
        """The one meaning of the question, as JSON."""
        return reading_json(Reading(reading_id="offered", label=self.question, specs=[self.spec]))


@dataclass(frozen=True)
class Asked:
    """What is computed of the rows: an aggregation of a column, or how many say yes in a column that says yes or no
    (`yes`); under the conditions and after the steps that an answer had, and how these are called (`kept`).
    """

    column: str = "*"
    aggregation: Aggregation = "count"
    yes: str | bool | int | None = None
    rows: Mapping[str, Any] = field(default_factory=dict)  # prepare, filters
    kept: tuple[str, ...] = ()

    @property
    def result(self) -> str:
        """The result column of its numbers."""
        return metric_name(self.column, self.aggregation) if self.yes is None else "ratio_pct"

    @property
    def filters(self) -> list[Any]:
        return list(self.rows.get("filters", []))

    def only(self, column: str, value: str, called: str) -> "Asked":
        """The same of the rows with one value."""
        more = [*self.filters, {"col": column, "op": "==", "value": value}]
        return replace(self, rows={**self.rows, "filters": more}, kept=(*self.kept, called))


def grouped(profile: DatasetProfile, asked: Asked, groups: Sequence[str]) -> dict[str, Any]:
    """The spec of what is asked by groups; of rates of the rows that say yes or no."""
    if asked.yes is None:
        metrics = {asked.column: [asked.aggregation]}
        return {"op": "groupby_agg", "group_cols": [*groups], "metrics": metrics, **asked.rows}
    part = {"col": "*", "agg": "count", "filters": [{"col": asked.column, "op": "==", "value": asked.yes}]}
    known: dict[str, Any] = {"col": "*", "agg": "count"}
    flag = profile.column(asked.column)
    if flag is None or flag.missing:
        known["filters"] = [{"col": asked.column, "op": "not_null"}]
    spec = {"op": "share_ratio", "mode": "ratio", "group_cols": [*groups], "numerator": part, "denominator": known}
    return {**spec, "as_percent": True, **asked.rows}


def trend(asked: Asked, date: str, grain: str) -> dict[str, Any]:
    """The spec of what is asked over time."""
    metrics = {asked.column: [asked.aggregation]}
    return {"op": "time_trend", "date_col": date, "grain": grain, "metrics": metrics, **asked.rows}

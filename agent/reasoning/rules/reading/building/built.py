"""What every builder shares: the specs with their headline, and the slots as parts of a spec."""

from dataclasses import dataclass, field

from agent.reasoning.rules.reading.frame import Frame, MetricSlot
from agent.reasoning.rules.reading.tables import Workbench
from agent.specs.measures import (
    Aggregation,
    AnalysisSpec,
    Quantity,
    metric_name,
)
from agent.specs.plots import PlotSpec

Spec = AnalysisSpec | PlotSpec


@dataclass(frozen=True)
class Built:
    """Specs with the number they give, and the first sentence where the measure alone does not tell it."""

    specs: list[Spec]
    headline: str = ""
    says: str = ""
    assumptions: list[str] = field(default_factory=list)


def common(frame: Frame, bench: Workbench) -> dict[str, object]:
    """Data set, filters and prepare steps; call it after every column has been asked of the bench."""
    filters = bench.filters(frame)
    bench.without_duplicates(frame)
    return {"dataset_id": bench.base.dataset_id, "filters": filters, "prepare": list(bench.steps)}


def column_of(metric: MetricSlot, bench: Workbench) -> str:
    if metric.columns and metric.minus:
        return bench.difference(metric.columns[0], metric.minus[0], sign=metric.sign, unit=metric.unit)
    return bench.column(metric.columns[0]) if metric.columns else "*"


def metrics_of(frame: Frame, bench: Workbench) -> dict[str, list[Aggregation]]:
    found: dict[str, list[Aggregation]] = {}
    for metric in frame.metrics or [MetricSlot()]:
        chosen = found.setdefault(column_of(metric, bench), [])
        if metric.agg not in chosen:
            chosen.append(metric.agg)
    return found


def names_of(metrics: dict[str, list[Aggregation]]) -> list[str]:
    return [metric_name(column, agg) for column, aggs in metrics.items() for agg in aggs]


def quantity_of(metric: MetricSlot, bench: Workbench) -> Quantity:
    return Quantity(col=column_of(metric, bench), agg=metric.agg)

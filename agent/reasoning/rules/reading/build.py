"""A frame without ambiguity -> the specs that answer it, with their headline. One builder an intent."""

from collections.abc import Callable
from dataclasses import replace

from agent.reasoning.rules.reading.building.aggregates import aggregate, change, pareto, periods, ratio
from agent.reasoning.rules.reading.building.built import Built, Spec
from agent.reasoning.rules.reading.building.rows import duplicates, having, lookup, missing, orphans, overview
from agent.reasoning.rules.reading.building.statistics import (
    association,
    box,
    compare,
    correlation,
    hist,
    matrix,
    normality,
    outliers,
    regression,
    scatter,
    summary,
)
from agent.reasoning.rules.reading.frame import Frame
from agent.reasoning.rules.reading.preparing.specs import with_steps
from agent.reasoning.rules.reading.tables import Workbench

Builder = Callable[[Frame, Workbench], Built]


def build(frame: Frame, bench: Workbench) -> Built:
    """The specs of a frame. NoKeyError when data sets that it needs cannot be joined,
    ElsewhereError when what is prepared is not what is computed.
    """
    built = BUILDERS[frame.intent](frame, bench)
    if frame.preparation is None or frame.parts:
        return built
    return replace(built, specs=[with_steps(spec, frame.preparation) for spec in built.specs])


def report(frame: Frame, bench: Workbench) -> Built:
    """The parts one after the other; references keep to their own spec."""
    specs: list[Spec] = []
    for part in frame.parts:
        base = next(table for table in bench.datasets if table.dataset_id == (part.dataset_id or bench.base.dataset_id))
        own = Workbench(
            base, bench.datasets, bench.day_first, phrases=bench.phrases, keys=bench.keys, named=bench.named
        )
        specs += build(part, own).specs
    return Built(specs)


BUILDERS: dict[str, Builder] = {
    "overview": overview,
    "missing": missing,
    "summary": summary,
    "aggregate": aggregate,
    "ratio": ratio,
    "pareto": pareto,
    "correlation": correlation,
    "matrix": matrix,
    "compare": compare,
    "normality": normality,
    "outliers": outliers,
    "duplicates": duplicates,
    "lookup": lookup,
    "hist": hist,
    "scatter": scatter,
    "box": box,
    "periods": periods,
    "orphans": orphans,
    "having": having,
    "report": report,
    "several": report,
    "change": change,
    "association": association,
    "regression": regression,
}

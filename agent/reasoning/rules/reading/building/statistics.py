"""Statistics of columns: summaries, correlations, tests, outliers, and charts of distributions."""

from agent.reasoning.rules.reading.building.built import Built, Spec, column_of, common
from agent.reasoning.rules.reading.frame import Frame
from agent.reasoning.rules.reading.tables import Workbench
from agent.specs.measures import (
    ColumnSummary,
    CompareColumns,
    CompareGroups,
    ContingencyTest,
    Correlation,
    CorrelationMatrix,
    NormalityTest,
    OlsRegression,
    Outliers,
)
from agent.specs.plots import Box, Heatmap, Hist, Scatter, Violin
from agent.specs.references import arithmetic, cell, reference


def summary(frame: Frame, bench: Workbench) -> Built:
    columns = [column_of(metric, bench) for metric in frame.metrics if metric.columns]
    wants_iqr = "iqr" in frame.stats
    quantiles = [*dict.fromkeys([*frame.quantiles, *([0.25, 0.75] if wants_iqr else [])])]
    stats = [name for name in frame.stats if name not in ("iqr", "range" if wants_iqr else "")]
    spec = ColumnSummary(
        columns=columns, stats=stats, quantiles=quantiles, **common(frame, bench)
    )  # fmt: skip
    if wants_iqr:
        width = arithmetic(f"{cell('S1', 'p75', row=1)} - {cell('S1', 'p25', row=1)}")
        return Built([spec], width, bench.phrases.say("reading.says.iqr", column=columns[0], value=width))
    shown = (
        frame.stats[0]
        if frame.stats
        else f"p{frame.quantiles[0] * 100:g}".replace(".", "_")
        if frame.quantiles
        else "mean"
    )
    return Built([spec], reference("S1", shown, row=1))


def correlation(frame: Frame, bench: Workbench) -> Built:
    columns = [column_of(metric, bench) for metric in frame.metrics]
    target = columns[0] if len(columns) == 1 else None
    spec = Correlation(
        columns=[] if target else columns, target=target, method=frame.method or "pearson",
        by=bench.group(frame.groups[0]) if frame.groups else None,
        **common(frame, bench),
    )  # fmt: skip
    return Built([spec], reference("S1", "r", row=1))


def matrix(frame: Frame, bench: Workbench) -> Built:
    spec = CorrelationMatrix(
        columns=[bench.column(ref) for ref in frame.columns], method=frame.method or "pearson",
        top_n=max(2, len(frame.columns)) if len(frame.columns) > 1 else 10, **common(frame, bench),
    )  # fmt: skip
    if frame.plot == "heatmap":
        return Built([Heatmap(dataset_id=spec.dataset_id, of=spec), spec], reference("S2_2", "r", row=1))
    return Built([spec], reference("S1_2", "r", row=1))


def compare(frame: Frame, bench: Workbench) -> Built:
    if not frame.groups:
        a, b = (column_of(metric, bench) for metric in frame.metrics[:2])
        by_ranks = frame.method in ("mann_whitney", "kruskal")
        paired = CompareColumns(a=a, b=b, test="wilcoxon" if by_ranks else "auto", **common(frame, bench))
        return Built([paired], reference("S1", "p"))
    spec = CompareGroups(
        value=column_of(frame.metrics[0], bench),
        group=bench.group(frame.groups[0]),
        groups=frame.stats,
        test=frame.method or "auto",
        **common(frame, bench),
    )
    return Built([spec], reference("S1", "p"))


def association(frame: Frame, bench: Workbench) -> Built:
    rows, columns = (bench.column(ref) for ref in frame.columns[:2])
    spec = ContingencyTest(rows=rows, columns=columns, exact=frame.method == "fisher", **common(frame, bench))
    return Built([spec], reference("S1", "p", row=1))


def regression(frame: Frame, bench: Workbench) -> Built:
    y = column_of(frame.metrics[0], bench)
    x = [name for ref in frame.columns if (name := bench.column(ref)) != y]
    spec = OlsRegression(y=y, x=x, **common(frame, bench))
    if frame.stats or len(x) > 1:
        return Built([spec], reference("S1_2", "r2"))
    return Built([spec], reference("S1", "coefficient", row=2))


def normality(frame: Frame, bench: Workbench) -> Built:
    tests = {"tests": [frame.method]} if frame.method else {}
    by = bench.group(frame.groups[0]) if frame.groups else None
    spec = NormalityTest(column=column_of(frame.metrics[0], bench), by=by, **tests, **common(frame, bench))
    return Built([spec], reference("S1", "p", row=1))


def outliers(frame: Frame, bench: Workbench) -> Built:
    spec = Outliers(
        column=column_of(frame.metrics[0], bench), method=frame.method or "iqr",
        threshold=frame.threshold, **common(frame, bench)
    )  # fmt: skip
    sides = [item.removeprefix("fence:") for item in frame.stats if item.startswith("fence:")]
    if sides:
        limits = bench.phrases.joined(
            [bench.phrases.say(f"reading.says.fence_{side}", value=reference("S1", side)) for side in sides]
        )
        says = bench.phrases.say("reading.says.fences", column=column_of(frame.metrics[0], bench), limits=limits)
        return Built([spec], reference("S1", sides[0]), says)
    return Built([spec], reference("S1", "count"))


def hist(frame: Frame, bench: Workbench) -> Built:
    color = bench.column(frame.colour) if frame.colour else None
    column = column_of(frame.metrics[0], bench)
    spec = Hist(x=column, color=color, bins=frame.bins, **common(frame, bench))
    return _with_center([spec], column, frame, bench)


def scatter(frame: Frame, bench: Workbench) -> Built:
    x, y = (column_of(metric, bench) for metric in frame.metrics[:2])
    color = bench.column(frame.colour) if frame.colour else None
    return Built([Scatter(x=x, y=y, color=color, **common(frame, bench))])


def box(frame: Frame, bench: Workbench) -> Built:
    x = bench.group(frame.groups[0]) if frame.groups else None
    column = column_of(frame.metrics[0], bench)
    drawn = Violin if frame.plot == "violin" else Box
    return _with_center([drawn(y=column, x=x, **common(frame, bench))], column, frame, bench)


def _with_center(specs: list[Spec], column: str, frame: Frame, bench: Workbench) -> Built:
    """A chart that stands for one of several readings says its median, so that they can be told apart."""
    if not bench.is_one_of_several:
        return Built(specs)
    center = ColumnSummary(columns=[column], stats=["median"], **common(frame, bench))
    return Built([*specs, center], bench.phrases.say("reading.says.median", value=reference("S2", "median", row=1)))

"""A plain frame in words: how the question was read."""

from agent.reasoning.rules.reading.expand import words_of
from agent.reasoning.rules.reading.frame import Frame, GroupSlot, MetricSlot
from agent.reasoning.rules.reading.wide import unpivot_of
from registry.profile import DatasetProfile

_AGGREGATIONS = {
    "sum": "total of", "mean": "mean of", "median": "median of", "std": "standard deviation of", "var": "variance of",
    "min": "lowest", "max": "highest", "range": "range of", "count": "number of", "nunique": "number of different",
    "first": "first", "last": "last",
}  # fmt: skip
_INTENTS = {
    "overview": "Overview of the data set", "missing": "Missing values by column", "duplicates": "Repeated rows",
    "correlation": "Correlation", "matrix": "Correlations of the numeric columns", "outliers": "Outliers",
    "normality": "Test of normality", "compare": "Comparison of groups", "hist": "Distribution", "box": "Box plot",
    "scatter": "Scatter plot", "summary": "Statistics", "lookup": "Rows", "periods": "Two periods compared",
    "orphans": "Rows without a partner", "ratio": "Ratio", "having": "Things with a number of rows",
    "pareto": "How few make up most", "report": "Report",
}  # fmt: skip


def described(frame: Frame, datasets: tuple[DatasetProfile, ...]) -> str:
    """One sentence: what is computed, by what, of which rows, in which data set."""
    if frame.intent == "report":
        return (
            "A report with these parts: "
            + "; ".join(described(part, datasets).rstrip(".") for part in frame.parts)
            + "."
        )
    metrics = ", ".join(_metric(metric, frame.intent) for metric in frame.metrics)
    if frame.denominator:
        metrics += f" divided by {_metric(frame.denominator, 'aggregate')}"
    what = metrics if frame.intent == "aggregate" and metrics else _INTENTS.get(frame.intent, "Rows counted")
    if frame.intent not in ("aggregate",) and metrics:
        what += f": {metrics}"
    if frame.share:
        what = f"Share of {what or 'rows'}"
    groups = " and ".join(_group(group) for group in frame.groups)
    conditions = " and ".join(words_of(item[0]) for item in frame.conditions)
    table = next((table.name for table in datasets if table.dataset_id == frame.dataset_id), "")
    text = what + (f" by {groups}" if groups else "") + (f", where {conditions}" if conditions else "")
    text += (
        f", growth against the {'year before' if frame.growth == 'year' else 'period before'}"
        if frame.growth != "none"
        else ""
    )
    text += ", repeated rows counted once" if frame.deduplicated else ""
    return f"{text[:1].upper()}{text[1:]}" + (f" ({table})." if table and len(datasets) > 1 else ".")


def _metric(metric: MetricSlot, intent: str) -> str:
    if not metric.columns:
        return "number of rows"
    if intent in ("aggregate", "ratio", "periods", "orphans", "pareto"):
        return f"{_AGGREGATIONS[metric.agg]} {metric.columns[0].column}"
    return metric.columns[0].column


def _group(group: GroupSlot) -> str:
    part = group.grain or group.part
    return f"{group.columns[0].column} ({part})" if part else group.columns[0].column


def assumptions_of(frame: Frame, datasets: tuple[DatasetProfile, ...], day_first: bool | None) -> list[str]:
    """What was taken for granted and the person should know."""
    found = []
    if day_first is not None:
        found.append(f"Dates that read both ways were read {'day first' if day_first else 'month first'}.")
    for metric in frame.metrics:
        if metric.words and metric.columns and metric.words in ("sales", "revenue"):
            found.append(f"Sales are measured by the column {metric.columns[0].column}.")
    table = next((table for table in datasets if table.dataset_id == frame.dataset_id), None)
    found += _of_wide_table(frame, table)
    dates = [column.name for column in table.columns if column.kind in ("date", "datetime")] if table else []
    used = [slot.columns[0].column for slot in frame.groups if slot.grain and slot.columns[0].column in dates]
    if len(dates) > 1 and used:
        found.append(f"Time is taken from the column {used[0]}.")
    for alternatives in frame.conditions:
        said = alternatives[0].words
        if said.startswith("season "):
            name = said.removeprefix("season ").capitalize()
            found.append(f"{name} is read as that season of the northern half of the earth.")
    return list(dict.fromkeys(found))


def _of_wide_table(frame: Frame, table: DatasetProfile | None) -> list[str]:
    """That the columns of a wide table were read as one measure, and which word of the question meant it."""
    step = unpivot_of(table) if table else None
    used = next(
        (item for item in frame.metrics if step and item.columns and item.columns[0].column == step.value), None
    )
    if step is None or used is None:
        return []
    said = f"The columns {step.cols[0]} to {step.cols[-1]} are read as one measure over time"
    return [f"{said}; “{used.words}” is taken to mean it." if used.words else f"{said}."]

"""An ambiguous frame -> one to three plain ones, each with the words that tell it from the others."""

from collections.abc import Iterator
from dataclasses import dataclass

from agent.reasoning.rules.reading.frame import ColumnRef, ConditionSlot, Frame
from registry.profile import DatasetProfile

_OPERATOR_WORDS = {
    "==": "is", "!=": "is not", ">": "above", ">=": "at least", "<": "below", "<=": "at most", "in": "is one of",
    "not_in": "is none of", "between": "between", "contains": "contains", "starts_with": "starts with",
    "is_null": "is missing", "not_null": "is not missing",
}  # fmt: skip
MOST = 3


@dataclass(frozen=True)
class Variant:
    """A frame without ambiguity. `day_first` settles dates that read both ways."""

    label: str
    frame: Frame
    topic: str = ""  # what the variants differ in: the words of the question that are ambiguous
    day_first: bool | None = None


def variants_of(frame: Frame, datasets: tuple[DatasetProfile, ...], day_first: dict[str, bool]) -> list[Variant]:
    """At most three; the first ambiguity found is spelled out, of any other the likeliest meaning is taken."""
    doubtful_group = frame.either and any(len(group.columns) > 1 for group in frame.groups)
    groups_first = (_by_group, _by_metric) if doubtful_group else (_by_metric, _by_condition, _by_group)
    for expand in (_by_metric_column, *groups_first):
        found = list(expand(frame))
        if len(found) > 1:
            return [_settled(variant, datasets, day_first) for variant in found[:MOST]]
    order = _undecided_dates(frame, datasets, day_first)
    if order:
        return [
            Variant("day first (dd/mm)", frame, order.column, day_first=True),
            Variant("month first (mm/dd)", frame, order.column, day_first=False),
        ]
    return [_settled(Variant("", frame), datasets, day_first)]


def _settled(variant: Variant, datasets: tuple[DatasetProfile, ...], day_first: dict[str, bool]) -> Variant:
    column = next((ref for ref in _date_refs(variant.frame) if _is_ambiguous(ref, datasets)), None)
    return Variant(variant.label, variant.frame, variant.topic, day_first.get(_key(column), True) if column else None)


def _by_metric_column(frame: Frame) -> Iterator[Variant]:
    if frame.either:  # of two doubts the column comes first, measured in the likeliest way
        frame = frame.model_copy(update={"metrics": frame.metrics[:1], "either": False})
    for index, metric in enumerate(frame.metrics):
        if len(metric.columns) > 1:
            for column in metric.columns:
                # the same words mean the same column in every metric
                metrics = [
                    item.model_copy(update={"columns": [column]}) if item.columns == metric.columns else item
                    for item in frame.metrics
                ]
                yield Variant(column.column, frame.model_copy(update={"metrics": metrics}), frame.metrics[index].words)
            return


def _by_metric(frame: Frame) -> Iterator[Variant]:
    if frame.either:
        for metric in frame.metrics:
            label = (
                metric.words if not metric.columns else f"{metric.words} ({metric.agg} of {metric.columns[0].column})"
            )
            label = label.replace("nunique of", "different")
            yield Variant(f"by {label}", frame.model_copy(update={"metrics": [metric], "either": False}))


def _by_condition(frame: Frame) -> Iterator[Variant]:
    for index, alternatives in enumerate(frame.conditions):
        if len(alternatives) > 1:
            for slot in alternatives:
                conditions = [[slot] if place == index else item for place, item in enumerate(frame.conditions)]
                yield Variant(words_of(slot), frame.model_copy(update={"conditions": conditions}), slot.words)
            return


def _by_group(frame: Frame) -> Iterator[Variant]:
    if frame.either:  # of two doubts the thing comes first, measured in the likeliest way
        frame = frame.model_copy(update={"metrics": frame.metrics[:1], "either": False})
    for index, group in enumerate(frame.groups):
        if len(group.columns) > 1:
            for column in group.columns:
                groups = list(frame.groups)
                groups[index] = group.model_copy(update={"columns": [column]})
                yield Variant(f"by {column.column}", frame.model_copy(update={"groups": groups}))
            return


def words_of(slot: ConditionSlot) -> str:
    """A condition in words: `weather is rain`, `precipitation above 0`."""
    if slot.statistic:
        return f"{slot.column.column} {_OPERATOR_WORDS[slot.op]} its {slot.statistic}"
    if slot.value is None:
        return f"{slot.column.column} {_OPERATOR_WORDS[slot.op]}"
    if isinstance(slot.value, list):
        joint = " and " if slot.op == "between" else ", "
        value = joint.join(str(item) for item in slot.value)
    else:
        value = str(slot.value)
    part = f" {slot.part}" if slot.part else ""
    return f"{slot.column.column}{part} {_OPERATOR_WORDS[slot.op]} {value}"


def _date_refs(frame: Frame) -> Iterator[ColumnRef]:
    for group in frame.groups:
        if group.grain or group.part:
            yield from group.columns
    for alternatives in frame.conditions:
        for slot in alternatives:
            if slot.op not in ("is_null", "not_null"):
                yield slot.column
    if frame.intent == "periods":
        yield from frame.columns


def _is_ambiguous(ref: ColumnRef, datasets: tuple[DatasetProfile, ...]) -> bool:
    table = next(table for table in datasets if table.dataset_id == ref.dataset_id)
    column = table.column(ref.column)
    return column is not None and column.kind == "ambiguous_date"


def _undecided_dates(
    frame: Frame, datasets: tuple[DatasetProfile, ...], day_first: dict[str, bool]
) -> ColumnRef | None:
    return next((ref for ref in _date_refs(frame) if _is_ambiguous(ref, datasets) and _key(ref) not in day_first), None)


def _key(ref: ColumnRef | None) -> str:
    return f"{ref.dataset_id}:{ref.column}" if ref else ""


def order_key(dataset_id: str, column: str) -> str:
    """How a decision about the day order of a column is remembered."""
    return _key(ColumnRef(dataset_id=dataset_id, column=column))

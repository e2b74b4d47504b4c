"""An ambiguous frame -> one to three plain ones, each with the words that tell it from the others."""

from collections.abc import Iterator
from dataclasses import dataclass

from agent.reasoning.rules.narration.phrases import Phrases
from agent.reasoning.rules.reading.frame import SIGNS, ColumnRef, ConditionSlot, Frame, MetricSlot
from registry.profile import DatasetProfile

_OPERATOR_WORDS = {
    "==": "equals", "!=": "differs", ">": "above", ">=": "from", "<": "below", "<=": "up_to", "in": "one_of",
    "not_in": "none_of", "between": "between", "contains": "contains", "starts_with": "starts_with",
    "is_null": "is_null", "not_null": "not_null",
}  # fmt: skip
_SAID_AS = {
    "revenue": "revenue", "units": "units", "number sold (rows)": "sold", "number of rows": "rows", "orders": "orders",
    "single value": "single_value", "on average": "on_average",
    "added up": "added_up", "different names": "different_names",
}  # fmt: skip
MOST = 3


@dataclass(frozen=True)
class Variant:
    """A frame without ambiguity. `day_first` settles dates that read both ways."""

    label: str
    frame: Frame
    topic: str = ""  # what the variants differ in: the words of the question that are ambiguous
    day_first: bool | None = None


def variants_of(
    frame: Frame, datasets: tuple[DatasetProfile, ...], day_first: dict[str, bool], phrases: Phrases
) -> list[Variant]:
    """At most three; the first ambiguity found is spelled out, of any other the likeliest meaning is taken."""
    doubtful_group = frame.either and any(len(group.columns) > 1 for group in frame.groups)
    groups_first = (_by_group, _by_metric) if doubtful_group else (_by_metric, _by_condition, _by_group)
    for expand in (_by_metric_column, *groups_first):
        found = list(expand(frame, phrases))
        if len(found) > 1:
            return [_settled(variant, datasets, day_first) for variant in found[:MOST]]
    order = _undecided_dates(frame, datasets, day_first)
    if order:
        return [
            Variant(phrases.say("reading.variant.day_first"), frame, order.column, day_first=True),
            Variant(phrases.say("reading.variant.month_first"), frame, order.column, day_first=False),
        ]
    return [_settled(Variant("", frame), datasets, day_first)]


def _settled(variant: Variant, datasets: tuple[DatasetProfile, ...], day_first: dict[str, bool]) -> Variant:
    column = next((ref for ref in _date_refs(variant.frame) if _is_ambiguous(ref, datasets)), None)
    return Variant(variant.label, variant.frame, variant.topic, day_first.get(_key(column), True) if column else None)


def _by_metric_column(frame: Frame, _phrases: Phrases) -> Iterator[Variant]:
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


def _by_metric(frame: Frame, phrases: Phrases) -> Iterator[Variant]:
    if frame.either:
        for metric in frame.metrics:
            said = metric.words
            if said in _SAID_AS:
                said = phrases.say(f"reading.variant.{_SAID_AS[said]}")
            label = phrases.say("reading.variant.single", words=said)
            if metric.columns:
                label = phrases.say("reading.variant.of", words=said, metric=_of(metric, phrases))
            yield Variant(label, frame.model_copy(update={"metrics": [metric], "either": False}))


def _by_condition(frame: Frame, phrases: Phrases) -> Iterator[Variant]:
    for index, alternatives in enumerate(frame.conditions):
        if len(alternatives) > 1:
            for slot in alternatives:
                conditions = [[slot] if place == index else item for place, item in enumerate(frame.conditions)]
                yield Variant(words_of(slot, phrases), frame.model_copy(update={"conditions": conditions}), slot.words)
            return
        if alternatives[0].doubtful:
            yield from _with_and_without(frame, index, phrases)
            return


def _with_and_without(frame: Frame, index: int, phrases: Phrases) -> Iterator[Variant]:
    """`how many hotels`: all that the file lists, or those whose type says Hotel."""
    slot = frame.conditions[index][0].model_copy(update={"doubtful": False})
    others = [item for place, item in enumerate(frame.conditions) if place != index]
    kept = [*frame.conditions[:index], [slot], *frame.conditions[index + 1 :]]
    everything = phrases.say("reading.variant.whatever", column=slot.column.column)
    yield Variant(everything, frame.model_copy(update={"conditions": others}), slot.words)
    yield Variant(words_of(slot, phrases), frame.model_copy(update={"conditions": kept}), slot.words)


def _by_group(frame: Frame, phrases: Phrases) -> Iterator[Variant]:
    if frame.either:  # of two doubts the thing comes first, measured in the likeliest way
        frame = frame.model_copy(update={"metrics": frame.metrics[:1], "either": False})
    for index, group in enumerate(frame.groups):
        if len(group.columns) > 1:
            for column in group.columns:
                groups = list(frame.groups)
                groups[index] = group.model_copy(update={"columns": [column]})
                yield Variant(
                    phrases.say("reading.variant.group", column=column.column),
                    frame.model_copy(update={"groups": groups}),
                )
            return


def _of(metric: MetricSlot, phrases: Phrases) -> str:
    """`sum of price`, `different order_id`: what the option measures, in few words."""
    if phrases.language != "en":
        return metric_in_words(metric, phrases)
    return f"{metric.agg} of {metric.columns[0].column}".replace("nunique of", "different")


def metric_in_words(metric: MetricSlot, phrases: Phrases) -> str:
    """`total of price`: an aggregate of a column."""
    return phrases.say(f"reading.metric.{metric.agg}", column=measured(metric))


def measured(metric: MetricSlot) -> str:
    """The column, or the two that are reckoned with row by row."""
    sign = f" {SIGNS[metric.sign]} "
    unit = f" ({metric.unit})" if metric.unit else ""
    return sign.join(item.column for item in [metric.columns[0], *metric.minus[:1]]) + unit


def words_of(slot: ConditionSlot, phrases: Phrases) -> str:
    """A condition in words: `weather is rain`, `precipitation above 0`."""
    column = slot.column.column
    if slot.part:
        column = phrases.say("reading.slot.part", column=column, part=phrases.say(f"part.{slot.part}"))
    if slot.than and slot.value is not None:
        column, value = f"{column} - {slot.than.column}", slot.words
    elif slot.than:
        value = slot.than.column
    elif slot.statistic:
        value = phrases.say("reading.slot.its", statistic=slot.statistic)
    elif isinstance(slot.value, list) and slot.op == "between":
        low, high = (str(item) for item in slot.value)
        value = phrases.say("reading.slot.both", low=low, high=high)
    else:
        value = ", ".join(str(item) for item in slot.value) if isinstance(slot.value, list) else str(slot.value)
    return phrases.say(f"reading.slot.{_OPERATOR_WORDS[slot.op]}", column=column, value=value)


def _date_refs(frame: Frame) -> Iterator[ColumnRef]:
    for group in [*frame.groups, *frame.within]:
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

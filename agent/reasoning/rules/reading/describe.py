"""A plain frame in words: how the question was read, and what was taken for granted."""

from agent.reasoning.rules.narration.phrases import Phrases
from agent.reasoning.rules.reading.expand import measured, metric_in_words, words_of
from agent.reasoning.rules.reading.frame import Frame, GroupSlot, MetricSlot
from agent.reasoning.rules.reading.preparing.described import after_steps, conventions_of
from agent.reasoning.rules.reading.preparing.profiles import as_in_the_file
from agent.reasoning.rules.reading.preparing.specs import taken_away_later
from agent.reasoning.rules.reading.ranks import RANK_TURNED
from agent.reasoning.rules.reading.wide import unpivot_of
from registry.profile import DatasetProfile

_SALES = ("sales", "revenue")
FROM_END = "from the end: "
"""How a condition says that its period is counted from the ends of the data."""


def described(frame: Frame, datasets: tuple[DatasetProfile, ...], phrases: Phrases) -> str:
    """One sentence: what is computed, by what, of which rows, in which data set."""
    stop = "。" if phrases.language == "ja" else "."
    if frame.intent in ("report", "several"):
        parts = "; ".join(described(part, datasets, phrases).rstrip(".。") for part in frame.parts)
        return (phrases.say("reading.described.report", parts=parts) if frame.intent == "report" else parts) + stop
    text = _what(frame, phrases)
    groups = phrases.say("reading.described.joint").join(_group(group, phrases) for group in frame.groups)
    joint = phrases.say("reading.described.joint")
    conditions = joint.join(words_of(item[0], phrases) for item in frame.conditions)
    if groups:
        text = phrases.say("reading.described.by", what=text, groups=groups)
    if frame.within and frame.extreme:
        each = joint.join(_group(slot, phrases) for slot in frame.within)
        kind = "within_low" if frame.order == "asc" else "within"
        text = phrases.say(f"reading.described.{kind}", what=text, groups=each)
    if conditions:
        text = phrases.say("reading.described.where", what=text, conditions=conditions)
    if frame.growth != "none":
        text = phrases.say(f"reading.described.{frame.growth}", what=text)
    if frame.cumulative and not frame.share and any(slot.grain for slot in frame.groups):
        text = phrases.say("reading.described.running", what=text)
    if frame.deduplicated:
        text = phrases.say("reading.described.once", what=text)
    if frame.preparation is not None:
        prepared = next(each for each in datasets if each.dataset_id == frame.preparation.dataset_id)
        cut = [step for step in frame.preparation.steps if taken_away_later(frame, step)]
        before = frame.preparation.steps[: frame.preparation.steps.index(cut[0])] if cut else frame.preparation.steps
        text = after_steps(text, before, as_in_the_file(prepared), phrases)
        text = phrases.say("reading.prepared.count_before", what=text) if cut else text
    table = next((table.name for table in datasets if table.dataset_id == frame.dataset_id), "")
    if table and len(datasets) > 1:
        text = phrases.say("reading.described.table", what=text, table=table)
    return f"{text[:1].upper()}{text[1:]}{stop}"


def _what(frame: Frame, phrases: Phrases) -> str:
    metrics = ", ".join(_metric(metric, frame.intent, phrases) for metric in frame.metrics)
    if frame.denominator:
        below = _metric(frame.denominator, "aggregate", phrases)
        metrics = phrases.say("reading.metric.divided", above=metrics, below=below)
    counted = phrases.say("reading.metric.counted")
    what = metrics or counted if frame.intent == "aggregate" else phrases.say(f"reading.intent.{frame.intent}")
    if frame.intent == "association":
        what = phrases.say(
            "reading.described.with_metric", what=what, metrics=", ".join(ref.column for ref in frame.columns)
        )
    if frame.intent == "regression" and frame.metrics:
        y = frame.metrics[0].columns[0].column
        x = ", ".join(ref.column for ref in frame.columns if ref.column != y)
        return phrases.say("reading.described.regression", y=y, x=x)
    if frame.intent != "aggregate" and metrics:
        what = phrases.say("reading.described.with_metric", what=what, metrics=metrics)
    return phrases.say("reading.metric.share", what=what) if frame.share else what


def _metric(metric: MetricSlot, intent: str, phrases: Phrases) -> str:
    if not metric.columns:
        return phrases.say("reading.metric.rows")
    if intent in ("aggregate", "ratio", "periods", "orphans", "pareto"):
        return metric_in_words(metric, phrases)
    return measured(metric)


def _group(group: GroupSlot, phrases: Phrases) -> str:
    part = group.grain or group.part
    column = group.columns[0].column
    if not part:
        return column
    return phrases.say("reading.described.grouped", column=column, part=phrases.say(f"part.{part}"))


def assumptions_of(
    frame: Frame, datasets: tuple[DatasetProfile, ...], day_first: bool | None, phrases: Phrases
) -> list[str]:
    """What was taken for granted and the person should know."""
    found = []
    if day_first is not None:
        found.append(phrases.say("reading.assumed.day_first" if day_first else "reading.assumed.month_first"))
    for metric in frame.metrics:
        if metric.columns and metric.words in _SALES:
            found.append(phrases.say("reading.assumed.money", column=metric.columns[0].column))
        if metric.columns and metric.words == RANK_TURNED:
            found.append(phrases.say("reading.assumed.rank", column=metric.columns[0].column))
    table = next((table for table in datasets if table.dataset_id == frame.dataset_id), None)
    found += _of_wide_table(frame, table, phrases)
    dates = [column.name for column in table.columns if column.kind in ("date", "datetime")] if table else []
    slots = [*frame.groups, *frame.within]
    used = [slot.columns[0].column for slot in slots if slot.grain and slot.columns[0].column in dates]
    if len(dates) > 1 and used:
        found.append(phrases.say("reading.assumed.time", column=used[0]))
    for alternatives in frame.conditions:
        said = alternatives[0].words
        if said.startswith("season "):
            found.append(phrases.say("reading.assumed.season", season=said.removeprefix("season ").capitalize()))
        if said.startswith(FROM_END):
            found.append(phrases.say("reading.assumed.from_end", period=said.removeprefix(FROM_END)))
    found += conventions_of(frame.preparation, phrases) if frame.preparation else []
    return list(dict.fromkeys(found))


def _of_wide_table(frame: Frame, table: DatasetProfile | None, phrases: Phrases) -> list[str]:
    """That the columns of a wide table were read as one measure, and which word of the question meant it."""
    step = unpivot_of(table) if table else None
    measured = [item for item in frame.metrics if item.columns]
    used = next((item for item in measured if step and item.columns[0].column == step.value), None)
    if step is None or used is None:
        return []
    kind = "wide_word" if used.words else "wide"
    return [phrases.say(f"reading.assumed.{kind}", first=step.cols[0], last=step.cols[-1], words=used.words)]

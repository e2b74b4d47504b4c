"""Evidence of the reading itself: what it computes, of columns of which kind, and how these were named."""

from collections import Counter
from collections.abc import Iterator, Mapping

from agent.reasoning.reader.trust.seen import Seen
from agent.reasoning.reader.trust.words import quality
from agent.reasoning.rules.reading.column_names import column_sets, name_words
from agent.reasoning.rules.reading.frame import ColumnRef, Frame, MetricSlot
from agent.reasoning.rules.reading.measures import default_aggregation
from agent.reasoning.rules.reading.question import DATE_KINDS
from agent.reasoning.sense import naming_kind
from registry.profile import ColumnProfile

_RANK: Mapping[str, int] = {"exact": 3, "part": 2, "synonym": 1, "cell": 1, "nothing": 0}
_MOST = 3  # counts above are the same
_WIDTHS = (0, 5, 10, 15, 20, 30)
_WHOLE = ("extreme", "share", "cumulative", "deduplicated", "either")


def of_shape(seen: Seen) -> Counter[str]:
    """The kind of the spec, the size of the data, what was assumed."""
    widest = max(len(table.columns) for table in seen.prompt.datasets)
    dates = sum(column.kind in DATE_KINDS for column in seen.columns.values())
    dated = any(seen.columns[name].kind in DATE_KINDS for name in seen.used)
    found = Counter({
        f"is {seen.name}": 1.0,
        f"readings={len(seen.decision.readings)}": 1.0,
        f"tables={len(seen.prompt.datasets)}": 1.0,
        f"columns={max(width for width in _WIDTHS if width <= widest)}": 1.0,
        f"dates {'used' if dated else 'left'}={min(dates, _MOST)}": 1.0,
        "specs": float(len(seen.specs)),
        "assumed": float(min(_MOST, len(seen.reading.assumptions) + len(seen.decision.assumptions))),
    })  # fmt: skip
    for spec in seen.reading.specs:
        found.update(f"step {step.step}" for step in spec.prepare)
    return found


def of_slots(seen: Seen) -> Counter[str]:
    """What is measured, by what it is grouped, under which conditions; nothing where the frame is not known."""
    frame = seen.frame
    if frame is None:
        return Counter({"no frame": 1.0})
    named = how_named(seen)
    found = Counter({f"intent {frame.intent}": 1.0, f"groups={len(frame.groups)}": 1.0})
    found[f"conditions={min(len(frame.conditions), _MOST)}"] = 1
    found.update(f"is {name}" for name in _WHOLE if getattr(frame, name))
    found["is top"] += bool(frame.top_k)
    found["measures nothing"] += not frame.metrics
    for name, kinds in (("measure", frame.metrics), ("group", frame.groups)):
        found.update(f"{name}: {how}" for slot in kinds for how in _named(seen, named, slot.columns))
    for metric in frame.metrics:
        found.update(_of_measure(seen, metric))
    found.update(f"grain {slot.grain or slot.part}" for slot in frame.groups if slot.grain or slot.part)
    found.update(_of_conditions(named, frame))
    return found


def _named(seen: Seen, named: Mapping[str, str], columns: list[ColumnRef]) -> Iterator[str]:
    """How the first column of a slot was named, of what kind it is, and whether others fit as well."""
    if not columns:
        return
    name = columns[0].column
    profile = seen.columns.get(name)
    yield f"named by {named.get(name, 'nothing')}"
    yield "word for word" if set(name_words(name)) <= seen.said else "in other words"
    yield f"of kind {profile.kind}" if profile else "made"
    if len(columns) > 1:
        yield "several"


def how_named(seen: Seen) -> Mapping[str, str]:
    """How the question names each column that it names."""
    found: dict[str, str] = {value.column: "cell" for mention in seen.question.values for value in mention.matches}
    for link in seen.question.links:
        for candidate in link.candidates:
            if _RANK[quality(link)] > _RANK[found.get(candidate.name, "nothing")]:
                found[candidate.name] = quality(link)
    return found


def _of_measure(seen: Seen, metric: MetricSlot) -> Iterator[str]:
    """The aggregate, whether it was said, whether it suits the column, and columns that are like it."""
    yield f"aggregate {metric.agg}" + (" by default" if metric.by_default else "")
    profile = seen.columns.get(metric.columns[0].column) if metric.columns else None
    if profile is None or profile.kind != "number":
        return
    usual = default_aggregation(profile, seen.question.words)
    yield "usual aggregate" if usual == metric.agg else f"aggregate {metric.agg}, not {usual}"
    naming = naming_kind(profile)
    if naming:
        yield f"measures a {naming}"
    yield f"twins={min(_twins(seen, profile), _MOST)}"


def _twins(seen: Seen, column: ColumnProfile) -> int:
    """How many other columns of numbers share a word or a meaning with this one."""
    words, sets = set(name_words(column.name)), column_sets(column.name, seen.question.words)
    others = [other for other in seen.columns.values() if other.kind == "number" and other.name != column.name]
    return sum(
        bool(set(name_words(other.name)) & words or column_sets(other.name, seen.question.words) & sets)
        for other in others
    )


def _of_conditions(named: Mapping[str, str], frame: Frame) -> Iterator[str]:
    for alternatives in frame.conditions:
        slot = alternatives[0]
        yield f"condition: named by {named.get(slot.column.column, 'nothing')}"
        yield f"condition {slot.op}"
        if slot.doubtful:
            yield "condition doubtful"
        if len(alternatives) > 1:
            yield "condition: several"

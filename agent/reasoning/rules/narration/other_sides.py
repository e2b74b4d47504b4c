"""Questions that look at an answer from other sides, each one that the reader of questions understands."""

from collections.abc import Iterator, Sequence

from agent.reasoning.language import detect_language
from agent.reasoning.prompts import AboutAnswer
from agent.reasoning.rules.narration.suggestions import Askable, askable, question_phrases
from agent.specs.measures import GroupbyAgg, Measure
from agent.specs.plain_data import texts_in
from agent.specs.plots import Plot
from agent.specs.transforms import DropDuplicates, Transform
from registry.profile import DatasetProfile

MOST = 4


def other_sides(
    kind: AboutAnswer, question: str, spec: Measure | Plot, datasets: Sequence[DatasetProfile], language: str
) -> list[str]:
    """Up to four: other ways to compute it for doubts, other columns beside it for why, its spread for how much.

    `question` is the one that was answered: where rows repeat it is offered without them.
    """
    wanted = spec.dataset_id
    profile = next((each for each in datasets if wanted in (None, each.dataset_id)), None)
    if profile is None:
        return []
    data = askable(profile, datasets, language)
    named = set(texts_in(spec.model_dump(mode="json", exclude={"filters"})))
    values = [name for name in data.values if name in named]
    groups = [name for name in data.groups if name in named]
    found = list(_SIDES[kind](data, values, groups, _averages(spec)))
    if _SIDES[kind] is _doubts and profile.duplicate_rows and not any(_drops(step) for step in spec.prepare):
        own = question_phrases(detect_language(question))
        found.insert(0, own.say("without_repeats", question=question.strip().rstrip("?？.。")))
    return list(dict.fromkeys(found))[:MOST]


def _drops(step: Transform) -> bool:
    return isinstance(step, DropDuplicates)


def _averages(spec: Measure | Plot) -> bool:
    return isinstance(spec, GroupbyAgg) and any("mean" in wanted for wanted in spec.metrics.values())


def _doubts(data: Askable, values: Sequence[str], groups: Sequence[str], averages: bool) -> Iterator[str]:
    for value in values[:1]:
        if averages and groups:
            yield data.ask("median_by", value=value, group=groups[0])
        elif averages:
            yield data.ask("median", value=value)
        yield data.ask("outliers", value=value)
    yield data.ask("duplicates")
    yield data.ask("missing")


def _beside(data: Askable, values: Sequence[str], groups: Sequence[str], _averages: bool) -> Iterator[str]:
    others = [group for group in data.groups if group not in groups]
    for value in values[:1]:
        yield from (data.ask("average_by", value=value, group=group) for group in others[:2])
        further = [other for other in data.values if other != value]
        yield from (data.ask("correlation", value=value, other=other) for other in further[:2])
    if not values:
        yield from (data.ask("counts", group=group) for group in others[:2])


def _spread(data: Askable, values: Sequence[str], groups: Sequence[str], _averages: bool) -> Iterator[str]:
    for value in values[:1]:
        yield data.ask("histogram", value=value)
        yield data.ask("outliers", value=value)
        others = [*groups, *(group for group in data.groups if group not in groups)]
        yield from (data.ask("average_by", value=value, group=group) for group in others[:2])
    if not values:
        yield from (data.ask("share", group=group) for group in (groups or data.groups)[:2])


_SIDES = {"how": _doubts, "rows": _doubts, "sure": _doubts, "judge": _spread, "why": _beside}

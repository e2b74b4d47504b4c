"""What to bear in mind with an answer, in plain sentences without figures."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from agent.reasoning.prompts import NarrateAnswer
from agent.reasoning.rules.narration.operations.groups import incomplete_words
from agent.reasoning.rules.narration.phrases import Phrases
from agent.reasoning.rules.narration.scene import Scene
from agent.specs.base import compared_columns
from agent.specs.measures import (
    Aggregation,
    CompareColumns,
    CompareGroups,
    ContingencyTest,
    Correlation,
    CorrelationMatrix,
    Grain,
    GroupbyAgg,
    Measure,
    OlsRegression,
    RowLookup,
    TimeTrend,
)
from agent.specs.plots import Box, Plot, Scatter, Violin
from agent.specs.transforms import DropDuplicates
from agent.state import Ledger
from registry.profile import DatasetProfile

FEW_ROWS = 5
MUCH_DROPPED = 0.2
ADDED_UP: tuple[Aggregation, ...] = ("sum", "count")
AnyScene = Scene[Measure | Plot]


@dataclass(frozen=True)
class Circumstances:
    """What a caveat is judged by."""

    scenes: Sequence[AnyScene]
    ledger: Ledger | None
    datasets: Sequence[DatasetProfile]
    said: str


def caveats_of(scenes: Sequence[AnyScene], prompt: NarrateAnswer, phrases: Phrases, said: str = "") -> list[str]:
    """The caveats that hold for this answer, most important first, each once; not what `said`, its sentences, say."""
    given = Circumstances(scenes, _ledger(prompt), prompt.datasets, said)
    return [phrases.say(f"caveat.{name}") for name, holds in CAVEATS.items() if holds(given)]


def _few_rows(given: Circumstances) -> bool:
    ledger = given.ledger
    computes = any(not isinstance(scene.spec, RowLookup) and not _only_counts(scene.spec) for scene in given.scenes)
    return computes and ledger is not None and 0 < ledger["rows_used"] < FEW_ROWS <= ledger["rows_total"]


def _is_sampled(given: Circumstances) -> bool:
    scatters = (scene for scene in given.scenes if isinstance(scene.spec, Scatter))
    drawn = [table for scene in scatters for table in scene.tables[:1]]
    return any(table.rows_counted is not None and table.total_rows < table.rows_counted for table in drawn)


def _partial_period(given: Circumstances) -> bool:
    return any(
        _ends_early(scene.spec, given.datasets)
        for scene in given.scenes
        if isinstance(scene.spec, TimeTrend) and not (scene.tables and _says_incomplete(scene, given.said))
    )


def _says_incomplete(scene: AnyScene, said: str) -> bool:
    words = incomplete_words(scene, scene.main)
    return bool(words) and words in said


def _small_groups(given: Circumstances) -> bool:
    """Does a table that computes something of groups count very few rows in one of them?"""
    by_group = (
        scene
        for scene in given.scenes
        if isinstance(scene.spec, GroupbyAgg | CompareGroups | CompareColumns | Box | Violin)
    )
    tables = (table for scene in by_group for table in scene.tables if len(table.rows) > 1 and table.keys)
    computed = (table for table in tables if len(table.columns) > len(table.keys) + 1)
    sizes = (size for table in computed for column in ("n", "rows") for _, size in table.numbered(column))
    return any(0 < size < FEW_ROWS for size in sizes)


def _not_causation(given: Circumstances) -> bool:
    return any(isinstance(scene.spec, Correlation | CorrelationMatrix) for scene in given.scenes)


def _no_cause(given: Circumstances) -> bool:
    return any(isinstance(scene.spec, ContingencyTest | OlsRegression) for scene in given.scenes)


def _missing_dropped(given: Circumstances) -> bool:
    steps = given.ledger["steps"] if given.ledger is not None else []
    dropped = (step for step in steps if "missing" in step["step"] and step["rows_before"])
    return any(step["rows_before"] - step["rows_after"] > MUCH_DROPPED * step["rows_before"] for step in dropped)


def _duplicates(given: Circumstances) -> bool:
    return any(_counts_repeats(scene.spec, given.datasets) for scene in given.scenes)


CAVEATS: dict[str, Callable[[Circumstances], bool]] = {
    "sample": _is_sampled,
    "few_rows": _few_rows,
    "partial_period": _partial_period,
    "small_groups": _small_groups,
    "missing_dropped": _missing_dropped,
    "duplicates": _duplicates,
    "not_causation": _not_causation,
    "no_cause": _no_cause,
}


def last_day(day: date, grain: Grain) -> date:
    """The last day of the period that a day lies in."""
    if grain == "day":
        return day
    if grain == "week":
        return date.fromordinal(day.toordinal() + 7 - day.isoweekday())
    months = {"month": 1, "quarter": 3, "half": 6, "year": 12}[grain]
    last_month = ((day.month - 1) // months + 1) * months
    following = date(day.year + 1, 1, 1) if last_month == 12 else date(day.year, last_month + 1, 1)
    return date.fromordinal(following.toordinal() - 1)


def _ledger(prompt: NarrateAnswer) -> Ledger | None:
    if prompt.ledger is not None:
        return prompt.ledger
    ledgers = (artifact["ledger"] for artifact in prompt.results[0].artifacts)
    return next((ledger for ledger in ledgers if ledger is not None), None)


def _only_counts(spec: Measure | Plot) -> bool:
    return isinstance(spec, GroupbyAgg) and set(spec.metrics) == {"*"} and not spec.quantities


def _profile(spec: Measure | Plot, datasets: Sequence[DatasetProfile]) -> DatasetProfile | None:
    if spec.dataset_id is None:
        return datasets[0] if len(datasets) == 1 else None
    return next((profile for profile in datasets if profile.dataset_id == spec.dataset_id), None)


def _ends_early(spec: TimeTrend, datasets: Sequence[DatasetProfile]) -> bool:
    """Do the data end more than a little before their last period does? A gap under a tenth may be a day off."""
    profile = _profile(spec, datasets)
    column = profile.column(spec.date_col) if profile is not None else None
    if column is None or column.last is None or spec.date_col in compared_columns(spec.filters):
        return False
    day = date.fromisoformat(column.last[:10])
    end = last_day(day, spec.grain)
    length = {"day": 1, "week": 7, "month": 31, "quarter": 92, "half": 184, "year": 366}[spec.grain]
    return (end - day).days > length / 10


def _counts_repeats(spec: Measure | Plot, datasets: Sequence[DatasetProfile]) -> bool:
    if not isinstance(spec, GroupbyAgg | TimeTrend) or any(isinstance(step, DropDuplicates) for step in spec.prepare):
        return False
    profile = _profile(spec, datasets)
    adds_up = any(aggregation in ADDED_UP for aggregation in spec.measured.values())
    return profile is not None and profile.duplicate_rows > 0 and adds_up

"""A study's scope made or changed by what a model named: it names, and what follows of it is decided here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue

from agent.reasoning.chat.replies import UnusableError
from agent.reasoning.rules.study.phrases import say
from agent.reasoning.rules.study.plan import drivers_of, outcome_value, outcomes_of
from agent.specs.base import CONDITION, AnyOf, Filter, compared_columns
from agent.specs.condition_words import conditions_words
from agent.specs.measures import Grain
from agent.specs.study import HIGHEST_EASE, LOWEST_EASE, LeftOut, StudyScope
from registry.profile import ColumnProfile, DatasetProfile


@dataclass(frozen=True)
class Changes:
    """What a person wants otherwise; what is not named stays."""

    outcome: ColumnProfile | None = None
    leave_out: tuple[str, ...] = ()
    add: tuple[str, ...] = ()
    filters: tuple[dict[str, JsonValue], ...] = ()
    all_rows: bool = False
    buckets: int | None = None
    grain: Grain | None = None
    ease: Mapping[str, int] = field(default_factory=dict)
    critique: bool | None = None


def outcome_of(name: str, profile: DatasetProfile) -> ColumnProfile:
    """The column of this name that can be explained. UnusableError names those that can."""
    possible = {column.name: column for column in outcomes_of(profile)}
    if name not in possible:
        raise UnusableError("This column cannot be explained, or does not exist. Use one of those listed as possible.")
    return possible[name]


def planned_scope(
    profile: DatasetProfile,
    outcome: ColumnProfile,
    leave_out: Sequence[LeftOut],
    filters: Sequence[Filter | AnyOf],
) -> StudyScope:
    """The scope: all columns that may drive the outcome but for those left out. UnusableError when none is left."""
    columns, unfit = drivers_of(profile, outcome.name)
    left = {one.column: one for one in leave_out if one.column in columns}
    kept = [name for name in columns if name not in left]
    if not kept:
        raise UnusableError("Nothing is left to look at. Leave fewer columns out.")
    return StudyScope(
        dataset_id=profile.dataset_id,
        outcome=outcome.name,
        outcome_value=outcome_value(outcome),
        columns=kept,
        left_out=[*unfit, *left.values()],
        filters=[*filters],
    )


def changed_scope(
    scope: StudyScope, changes: Changes, profile: DatasetProfile, *, after_analysis: bool
) -> tuple[StudyScope, list[str]]:
    """The scope with the changes made, and a line for each. Changes that change nothing are none."""
    told: list[str] = []
    for change in (_outcome, _leave_out, _add, _rows, _settings, _ease):
        after, lines = change(scope, changes, profile, after_analysis)
        if after != scope:
            scope, told = after, [*told, *lines]
    return scope, told


_Step = tuple[StudyScope, list[str]]


def _with(scope: StudyScope, **parts: object) -> StudyScope:
    return scope.model_copy(update=parts)


def _outcome(scope: StudyScope, changes: Changes, profile: DatasetProfile, _: bool) -> _Step:
    wanted = changes.outcome
    if wanted is None or wanted.name == scope.outcome:
        return scope, []
    columns, unfit = drivers_of(profile, wanted.name)
    asked = [one for one in scope.left_out if one.by_person and one.column != wanted.name]
    left = {one.column for one in asked}
    after = _with(
        scope, outcome=wanted.name, outcome_value=outcome_value(wanted), dropped=[],
        columns=[name for name in columns if name not in left],
        left_out=[*(one for one in unfit if one.column not in left), *asked],
    )  # fmt: skip
    return after, [say("change.outcome", outcome=wanted.name, before=scope.outcome)]


def _leave_out(scope: StudyScope, changes: Changes, _: DatasetProfile, after_analysis: bool) -> _Step:
    """Before the analysis a column is not looked at; after it, it stays out of the ranking."""
    gone = [name for name in dict.fromkeys(changes.leave_out) if name in scope.columns]
    kept = [name for name in scope.columns if name not in gone]
    if not gone:
        return scope, []
    if not kept:
        raise UnusableError("Nothing would be left to look at. Leave fewer columns out.")
    lines = [say("change.without", columns=say("change.and").join(gone))]
    if after_analysis:
        return _with(scope, dropped=[*dict.fromkeys([*scope.dropped, *gone])]), lines
    left = [*scope.left_out, *(LeftOut(column=name, why=say("why.asked"), by_person=True) for name in gone)]
    return _with(scope, columns=kept, left_out=left), lines


def _add(scope: StudyScope, changes: Changes, _: DatasetProfile, __: bool) -> _Step:
    known = {one.column for one in scope.left_out} | {*scope.dropped}
    back = [name for name in dict.fromkeys(changes.add) if name in known]
    if not back:
        return scope, []
    after = _with(
        scope, columns=[*dict.fromkeys([*scope.columns, *back])],
        left_out=[one for one in scope.left_out if one.column not in back],
        dropped=[name for name in scope.dropped if name not in back],
    )  # fmt: skip
    return after, [say("change.with", columns=say("change.and").join(back))]


def _rows(scope: StudyScope, changes: Changes, _: DatasetProfile, __: bool) -> _Step:
    """A condition takes the place of an earlier one on the same column."""
    fresh = [CONDITION.validate_python(condition) for condition in changes.filters]
    cleared = _with(scope, filters=[], prepare=[]) if changes.all_rows else scope
    if not fresh:
        return cleared, [say("change.all_rows")]
    named = {*compared_columns(fresh)}
    kept = [condition for condition in cleared.filters if not named & {*compared_columns([condition])}]
    words = conditions_words(fresh)
    return _with(cleared, filters=[*kept, *fresh]), [say("change.only", conditions=words)]


def _settings(scope: StudyScope, changes: Changes, _: DatasetProfile, __: bool) -> _Step:
    wanted = {"buckets": changes.buckets, "grain": changes.grain, "critique": changes.critique}
    said = {
        "buckets": say("change.buckets", count=changes.buckets or scope.buckets),
        "grain": say(f"change.grain.{changes.grain or scope.grain}"),
        "critique": say("change.critique" if changes.critique else "change.no_critique"),
    }
    new = {name: value for name, value in wanted.items() if value is not None and value != getattr(scope, name)}
    return _with(scope, **new), [said[name] for name in new]


def _ease(scope: StudyScope, changes: Changes, _: DatasetProfile, __: bool) -> _Step:
    known = {*scope.columns, *scope.dropped}
    for name, rated in changes.ease.items():
        if name not in known or not LOWEST_EASE <= rated <= HIGHEST_EASE:
            raise UnusableError(f"Ease is a whole number from {LOWEST_EASE} to {HIGHEST_EASE} for a column looked at.")
    after = _with(scope, ease={**scope.ease, **changes.ease})
    return after, [say("change.ease", columns=name, rated=str(rated)) for name, rated in changes.ease.items()]

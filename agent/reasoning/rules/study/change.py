"""What a person's words change at a checkpoint of a study: "only 2024", "use amount instead", "ease of region: 5"."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from agent.reasoning.naming import columns_named
from agent.reasoning.prompts import Read
from agent.reasoning.rules.study.conditions import conditions_in
from agent.reasoning.rules.study.phrases import clauses, grain_in, is_only, means, say
from agent.reasoning.rules.study.plan import drivers_of, outcome_value, outcomes_of
from agent.reasoning.study_prompts import ReadStudyChange, StudyChange
from agent.specs.base import compared_columns
from agent.specs.condition_words import conditions_words
from agent.specs.study import HIGHEST_EASE, LOWEST_EASE, LeftOut, StudyScope
from registry.profile import DatasetProfile

_NUMBER = re.compile(r"(?<![\w.])(\d+)(?![\w.]|-\d)")
_EASE = re.compile(r"(?<!\w)(?:ease|leichtigkeit|容易さ)(?!\w)", re.IGNORECASE)


@dataclass(frozen=True)
class _Said:
    """One clause, with what it is read against."""

    text: str
    prompt: ReadStudyChange
    scope: StudyScope
    read: Read | None

    @property
    def table(self) -> DatasetProfile:
        return next(table for table in self.prompt.datasets if table.dataset_id == self.scope.dataset_id)

    @property
    def columns(self) -> list[str]:
        return columns_named(self.text, self.table)

    @property
    def number(self) -> int | None:
        found = _NUMBER.findall(self.text)
        return int(found[-1]) if found else None


_Changed = tuple[StudyScope, str]


def read_study_change(prompt: ReadStudyChange, read: Read | None = None) -> StudyChange:
    """Accept, skip, stop, or the scope with the changes that each clause makes; unclear when a clause makes none.
    `read` is who reads conditions in words; None: only values and years are understood.
    """
    for action in _WHOLE:
        if is_only(action, prompt.words):
            return StudyChange(action=action)
    scope, changed, go_on, lost = prompt.scope, list[str](), False, list[str]()
    for clause in clauses(prompt.words):
        if is_only("accept", clause):
            go_on = True
            continue
        found = _first_change(_Said(clause, prompt, scope, read))
        if found is None:
            lost.append(clause)
        else:
            scope = found[0]
            changed.append(found[1])
    if lost or not changed:
        words = say("change.and").join(say("change.clause", words=clause) for clause in lost or [prompt.words])
        return StudyChange(action="unclear", unclear=say("change.unclear", words=words))
    return StudyChange(action="change", scope=scope, changed=changed, go_on=go_on)


_WHOLE: tuple[Literal["stop", "skip", "accept"], ...] = ("stop", "skip", "accept")


def _first_change(said: _Said) -> _Changed | None:
    return next((found for change in _CHANGES if (found := change(said)) is not None), None)


def _with(scope: StudyScope, **parts: object) -> StudyScope:
    return StudyScope.model_validate({**scope.model_dump(), **parts})


def _ease(said: _Said) -> _Changed | None:
    """`ease of region: 5`, `region is hard to change`."""
    explicit = _EASE.search(said.text) is not None
    told = HIGHEST_EASE if means("easy", said.text) else None
    told = LOWEST_EASE if means("hard", said.text) else told
    rated = said.number if explicit and said.number is not None else told
    known = [*said.scope.columns, *said.scope.dropped]
    columns = [name for name in said.columns if name in known]
    if rated is None or not columns or not LOWEST_EASE <= rated <= HIGHEST_EASE:
        return None
    ease = {**said.scope.ease, **dict.fromkeys(columns, rated)}
    return _with(said.scope, ease=ease), say("change.ease", columns=_list_names(columns), rated=str(rated))


def _buckets(said: _Said) -> _Changed | None:
    low, high = 2, 10
    if not means("bucket", said.text) or said.number is None or not low <= said.number <= high:
        return None
    return _with(said.scope, buckets=said.number), say("change.buckets", count=said.number)


def _grain(said: _Said) -> _Changed | None:
    grain = grain_in(said.text)
    return (_with(said.scope, grain=grain), say(f"change.grain.{grain}")) if grain else None


def _critique(said: _Said) -> _Changed | None:
    if means("no_critique", said.text):
        return _with(said.scope, critique=False), say("change.no_critique")
    return (_with(said.scope, critique=True), say("change.critique")) if means("critique", said.text) else None


def _all_rows(said: _Said) -> _Changed | None:
    if not means("clear", said.text):
        return None
    return _with(said.scope, filters=[], prepare=[]), say("change.all_rows")


def _outcome(said: _Said) -> _Changed | None:
    """`use amount instead`: another column is explained."""
    possible = {column.name: column for column in outcomes_of(said.table)}
    named = [name for name in said.columns if name in possible]
    if not named or not means("outcome", said.text) or means("leave_out", said.text):
        return None
    outcome = named[0]
    columns, left_out = drivers_of(said.table, outcome)
    kept = {left.column: left for left in said.scope.left_out if left.by_person and left.column != outcome}
    left_out = [*(left for left in left_out if left.column not in kept), *kept.values()]
    changed = _with(
        said.scope, outcome=outcome, outcome_value=outcome_value(possible[outcome]),
        columns=[name for name in columns if name not in kept], left_out=[left.model_dump() for left in left_out],
        dropped=[],
    )  # fmt: skip
    return changed, say("change.outcome", outcome=outcome, before=said.scope.outcome)


def _leave_out(said: _Said) -> _Changed | None:
    """Before the analysis a column is not looked at; after it, it stays out of the ranking."""
    scope = said.scope
    columns = [name for name in said.columns if name in scope.columns]
    if not columns or not means("leave_out", said.text) or len(columns) == len(scope.columns):
        return None
    told = say("change.without", columns=_list_names(columns))
    if said.prompt.step == "synthesizer":
        return _with(scope, dropped=[*dict.fromkeys([*scope.dropped, *columns])]), told
    left = [*scope.left_out, *(LeftOut(column=name, why=say("why.asked"), by_person=True) for name in columns)]
    kept = [name for name in scope.columns if name not in columns]
    return _with(scope, columns=kept, left_out=[one.model_dump() for one in left]), told


def _add(said: _Said) -> _Changed | None:
    """A column that was left out is looked at after all."""
    scope = said.scope
    known = {left.column for left in scope.left_out} | {*scope.dropped}
    back = [name for name in said.columns if name in known]
    if not back or not means("add", said.text):
        return None
    left = [one.model_dump() for one in scope.left_out if one.column not in back]
    changed = _with(
        scope, columns=[*dict.fromkeys([*scope.columns, *back])], left_out=left,
        dropped=[name for name in scope.dropped if name not in back],
    )  # fmt: skip
    return changed, say("change.with", columns=_list_names(back))


def _filter(said: _Said) -> _Changed | None:
    found = conditions_in(said.text, said.table, said.prompt.value_matches, said.read)
    if not found.filters:
        return None
    fresh = {*compared_columns(found.filters)}
    kept = [condition for condition in said.scope.filters if not fresh & {*compared_columns([condition])}]
    steps = [*said.scope.prepare, *(step for step in found.steps if step not in said.scope.prepare)]
    changed = _with(
        said.scope, prepare=[step.model_dump() for step in steps],
        filters=[condition.model_dump() for condition in (*kept, *found.filters)],
    )  # fmt: skip
    return changed, say("change.only", conditions=conditions_words(found.filters))


def _list_names(names: list[str]) -> str:
    return say("change.and").join(names)


_CHANGES: tuple[Callable[[_Said], _Changed | None], ...] = (
    _critique, _all_rows, _ease, _buckets, _grain, _leave_out, _add, _outcome, _filter,
)  # fmt: skip
"""Tried in this order; the first that fits takes the clause."""

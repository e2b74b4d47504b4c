"""PlanStudy and ReadStudyChange for a model: it names columns and conditions, and the scope is made of them here."""

from collections.abc import Sequence

from pydantic import Field, JsonValue

from agent.analysis.validate import check_spec
from agent.errors import DataError, SpecError
from agent.reasoning.chat.connection.client import Form
from agent.reasoning.chat.language.forms import answer_schema
from agent.reasoning.chat.replies import UnusableError, parse_reply
from agent.reasoning.chat.shown.linking import spelled_names
from agent.reasoning.chat.shown.profile_text import Look, match_lines, profile_lines, tell_keys
from agent.reasoning.chat.shown.quoting import LONGEST_NAME, block, quote
from agent.reasoning.chat.shown.veil import Veil
from agent.reasoning.chat.study_scope import Changes, changed_scope, outcome_of, planned_scope
from agent.reasoning.chat.templates import Composed, render
from agent.reasoning.prompts import Reply
from agent.reasoning.rules.study.phrases import say
from agent.reasoning.rules.study.plan import outcomes_of
from agent.reasoning.sharing import Sharing
from agent.reasoning.study_prompts import PlanStudy, ReadStudyChange, StudyChange, StudyPlan
from agent.specs.base import (
    CONDITION,
    AnyOf,
    ColumnStatistic,
    Filter,
    OtherColumn,
    RelativeDate,
    compared_columns,
    compared_in,
)
from agent.specs.condition_words import conditions_words
from agent.specs.measures import Grain
from agent.specs.parse import parse_spec
from agent.specs.study import LeftOut, StudyAction
from registry.profile import DatasetProfile
from registry.value_index import ValueMatch

LONGEST_QUESTION = 1_000
LONGEST_WHY = 200
POSSIBLE_TOLD = 40
_DIGIT = frozenset("0123456789")


class LeaveOutForm(Reply):
    """A column that is not looked at."""

    column: str
    why: str = ""


class StudyForm(Reply):
    """What a study shall look at."""

    table: str = ""
    outcome: str
    leave_out: list[LeaveOutForm] = Field(default_factory=list, max_length=20)
    filters: list[dict[str, JsonValue]] = Field(default_factory=list, max_length=6)
    why: str = ""


class ChangeForm(Reply):
    """What a person's words mean at a checkpoint."""

    action: StudyAction
    outcome: str = ""
    leave_out: list[str] = Field(default_factory=list, max_length=40)
    add: list[str] = Field(default_factory=list, max_length=40)
    only_rows: list[dict[str, JsonValue]] = Field(default_factory=list, max_length=6)
    all_rows: bool = False
    buckets: int | None = Field(default=None, ge=2, le=10)
    grain: Grain | None = None
    ease: dict[str, int] = Field(default_factory=dict)
    critique: bool | None = None
    go_on: bool = False
    unclear: str = ""


def compose_study_plan(prompt: PlanStudy, sharing: Sharing) -> Composed[StudyPlan]:
    """The outcome, what is left out, and the rows."""
    veil = Veil(prompt.datasets, sharing, prompt.value_matches)
    question = veil.hide(prompt.question, prompt.value_matches)
    written = profile_lines(veil.datasets, Look(question, veil.bare, not sharing.no_samples))
    tell_keys(veil.keys(prompt.shared_keys), written, values=not sharing.no_samples)
    matched = match_lines(veil.matches, written)
    words = render(
        prompt.template,
        {
            "data": "\n".join(written.lines),
            "possible": _possible(prompt.datasets, veil),
            "words": block("words", matched) if matched else "",
            "question": quote(question, LONGEST_QUESTION),
        },
    )

    def accept(reply: str) -> StudyPlan:
        return _plan(parse_reply(reply, StudyForm), veil, prompt)

    return Composed(words, accept, Form("study", answer_schema(StudyForm)), veil.named(written))


def compose_study_change(prompt: ReadStudyChange, sharing: Sharing) -> Composed[StudyChange]:
    """What the words change. The scope is told without conditions when anything is held back, for they hold values."""
    veil = Veil(prompt.datasets, sharing, prompt.value_matches)
    said = veil.hide(prompt.words, prompt.value_matches)
    mine = tuple(one for one in veil.datasets if one.dataset_id == veil.short_id(prompt.scope.dataset_id))
    written = profile_lines(mine, Look(said, veil.bare, not sharing.no_samples))
    matched = match_lines(veil.matches, written)
    words = render(
        prompt.template,
        {
            "data": "\n".join(written.lines),
            "possible": _possible(_own(prompt), veil),
            "study": block("study", _scope_lines(prompt, veil)),
            "words": block("words", matched) if matched else "",
            "said": quote(said, LONGEST_QUESTION),
        },
    )

    def accept(reply: str) -> StudyChange:
        return _change(parse_reply(reply, ChangeForm), veil, prompt)

    return Composed(words, accept, Form("change", answer_schema(ChangeForm)), veil.named(written))


# ---------------------------------------------------------------- what is told


def _own(prompt: ReadStudyChange) -> tuple[DatasetProfile, ...]:
    return tuple(one for one in prompt.datasets if one.dataset_id == prompt.scope.dataset_id)


def _possible(datasets: tuple[DatasetProfile, ...], veil: Veil) -> str:
    """The columns that can be explained."""
    lines = []
    for profile in datasets:
        names = [veil.alias(profile.dataset_id, column.name) for column in outcomes_of(profile)]
        told = ", ".join(quote(name, LONGEST_NAME) for name in names[:POSSIBLE_TOLD]) or "none"
        more = f" and {len(names) - POSSIBLE_TOLD} more numbers" if len(names) > POSSIBLE_TOLD else ""
        lines.append(f"{veil.short_id(profile.dataset_id)}: {told}{more}")
    return block("possible", lines)


def _scope_lines(prompt: ReadStudyChange, veil: Veil) -> list[str]:
    scope = prompt.scope

    def names(columns: list[str]) -> str:
        return ", ".join(quote(veil.alias(scope.dataset_id, name), LONGEST_NAME) for name in columns) or "none"

    lines = [
        f"Step: {prompt.step.replace('_', ' ')}",
        f"Outcome: {names([scope.outcome])}",
        f"Looked at: {names(scope.columns)}",
        f"Left out: {names([*(one.column for one in scope.left_out), *scope.dropped])}",
        f"Buckets: {scope.buckets}. Time by {scope.grain}. Critique: {'yes' if scope.critique else 'no'}.",
    ]
    if scope.filters and not veil.sharing.restricted:
        lines.append("Rows where: " + quote(conditions_words(scope.filters), 300))
    return lines


# ---------------------------------------------------------------- the reply


def _plan(form: StudyForm, veil: Veil, prompt: PlanStudy) -> StudyPlan:
    """The plan. Conditions that the question's words do not set are not taken, and said."""
    profile = _table(form.table, veil, prompt.datasets)
    outcome = outcome_of(_real(form.outcome, veil, profile), profile)
    leave = [
        LeftOut(column=_real(one.column, veil, profile), why=_word(one.why, veil) or say("why.no_use"))
        for one in form.leave_out
    ]
    _require([one.column for one in leave], profile, veil)
    filters = [CONDITION.validate_python(condition) for condition in _filters(form.filters, veil, profile)]
    said = [condition for condition in filters if _is_said(condition, prompt.question, prompt.value_matches)]
    made_up = compared_columns(condition for condition in filters if condition not in said)
    scope = planned_scope(profile, outcome, leave, said)
    why = _word(form.why, veil) or say("plan.explaining", outcome=scope.outcome, count=len(scope.columns))
    named = say("change.and").join(made_up)
    assumed = [say("plan.not_taken", columns=named)] if made_up else []
    return StudyPlan(scope=scope, rationale=why, assumptions=assumed)


def _is_said(condition: Filter | AnyOf, words: str, matches: Sequence[ValueMatch]) -> bool:
    """Whether a person's words set the condition: its values, or the year of a date, stand there. Of a date told from
    today or the latest one the number of days or months stands there, if it is more than one.
    """
    return all(_sets(one, words.casefold(), matches) for one in compared_in([condition]))


def _sets(condition: Filter, words: str, matches: Sequence[ValueMatch]) -> bool:
    matched = {str(match.value).casefold() for match in matches if match.column == condition.col}
    texts = [str(value).casefold() for value in condition.values if not isinstance(value, RelativeDate)]
    if isinstance(condition.value, ColumnStatistic):
        texts = [str(condition.value).casefold()]
    if isinstance(condition.value, OtherColumn):
        texts = [condition.value.col.casefold()]
    shifts = [abs(value.shift) for value in condition.values if isinstance(value, RelativeDate)]
    counted = all(shift < 2 or str(shift) in words for shift in shifts)
    return counted and all(text in words or text in matched or _year(text) in words for text in texts)


def _year(text: str) -> str:
    """The year of a date, or the text."""
    return text[:4] if text[:4].isdecimal() and len(text) > len("2024") else text


def _change(form: ChangeForm, veil: Veil, prompt: ReadStudyChange) -> StudyChange:
    if form.action == "unclear":
        return StudyChange(action="unclear", unclear=_word(form.unclear, veil))
    if form.action != "change":
        return StudyChange(action=form.action)
    (profile,) = _own(prompt)
    named = {
        "leave_out": [_real(name, veil, profile) for name in form.leave_out],
        "add": [_real(name, veil, profile) for name in form.add],
    }
    ease = {_real(name, veil, profile): rated for name, rated in form.ease.items()}
    _require([*named["leave_out"], *named["add"], *ease], profile, veil)
    conditions = _filters(form.only_rows, veil, profile)
    for condition in conditions:
        if not _is_said(CONDITION.validate_python(condition), prompt.words, prompt.value_matches):
            raise UnusableError('The words do not set this condition. Leave it out, or write the action "unclear".')
    changes = Changes(
        outcome=outcome_of(_real(form.outcome, veil, profile), profile) if form.outcome else None,
        leave_out=tuple(named["leave_out"]),
        add=tuple(named["add"]),
        filters=tuple(conditions),
        all_rows=form.all_rows,
        buckets=form.buckets,
        grain=form.grain,
        ease=ease,
        critique=form.critique,
    )
    scope, told = changed_scope(prompt.scope, changes, profile, after_analysis=prompt.step == "synthesizer")
    if not told:
        raise UnusableError('With action "change" name a change that differs from the study as it is.')
    return StudyChange(action="change", scope=scope, changed=told, go_on=form.go_on)


def _table(name: str, veil: Veil, datasets: tuple[DatasetProfile, ...]) -> DatasetProfile:
    if len(datasets) == 1:
        return datasets[0]
    known = {veil.short_id(profile.dataset_id): profile for profile in datasets}
    if name not in known:
        raise UnusableError(f"There is no table {name!r}. Use one of {', '.join(known)}.")
    return known[name]


def _real(name: str, veil: Veil, profile: DatasetProfile) -> str:
    return spelled_names([veil.back_text(name)], (profile,))[0]


def _require(names: list[str], profile: DatasetProfile, veil: Veil) -> None:
    known = {column.name for column in profile.columns}
    if odd := [name for name in names if name not in known]:
        raise UnusableError(f"There is no column {veil.text(odd[0])!r}. Use the columns as they are listed.")


def _filters(given: list[dict[str, JsonValue]], veil: Veil, profile: DatasetProfile) -> list[dict[str, JsonValue]]:
    """The conditions in real names and values, as they fit the columns. UnusableError when one does not."""
    found = []
    for condition in given:
        real = veil.back(condition)
        named = {**real, "col": _real(str(real.get("col", "")), veil, profile)}
        try:
            spec = parse_spec({"op": "dataset_overview", "dataset_id": profile.dataset_id, "filters": [named]})
            check_spec(spec, {profile.dataset_id: profile})
        except (SpecError, DataError) as error:
            said = "" if veil.sharing.restricted else f" {error}"
            raise UnusableError(f"A condition does not fit its column.{said}") from None
        found.append(named)
    return found


def _word(text: str, veil: Veil) -> str:
    """A few words without figures, for figures in them could not be checked; "" when they hold one."""
    real = " ".join(veil.back_text(text).split())[:LONGEST_WHY]
    return "" if _DIGIT & set(real) else real

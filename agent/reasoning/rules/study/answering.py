"""Questions about a study that is done, answered by rules from its results alone."""

from collections.abc import Callable
from typing import cast

from agent.reasoning.naming import columns_named
from agent.reasoning.rules.study.phrases import Meaning, found_in, means, say
from agent.reasoning.rules.study.plan import outcomes_of
from agent.reasoning.rules.study.telling import (
    TOLD_DRIVERS,
    Row,
    impact_sentence,
    outcome_words,
    rows_of,
    together_sentence,
)
from agent.reasoning.study_prompts import AnswerFromStudy, StudyAnswer
from agent.specs.references import literal, reference
from agent.state import Cell, TablePayload

MOST_GROUPS = 3
Rule = Callable[[AnswerFromStudy], StudyAnswer | None]


def answer_from_study(prompt: AnswerFromStudy) -> StudyAnswer:
    """The answer of the first rule that knows one."""
    return next((found for rule in _RULES if (found := rule(prompt)) is not None), _nothing(prompt))


def _nothing(_: AnswerFromStudy) -> StudyAnswer:
    return StudyAnswer(text=say("answer.not_there"), found=False)


def _another(prompt: AnswerFromStudy) -> StudyAnswer | None:
    """`new study`, or `what drives` another outcome."""
    table = next((one for one in prompt.datasets if one.dataset_id == prompt.scope.dataset_id), None)
    if means("new_study", prompt.question):
        return StudyAnswer(text="", found=True, new_study=True)
    if table is None or not means("drives", prompt.question):
        return None
    possible = {column.name for column in outcomes_of(table)}
    named = [name for name in columns_named(prompt.question, table) if name in possible]
    other = bool(named) and prompt.scope.outcome not in named
    return StudyAnswer(text="", found=True, new_study=True) if other else None


def _rank(prompt: AnswerFromStudy) -> list[Row]:
    return rows_of(prompt.artifacts[prompt.ranking])


def _group(prompt: AnswerFromStudy) -> StudyAnswer | None:
    """A group that the question names: its row, in words."""
    told: list[str] = []
    shown: list[str] = []
    for artifact_id, artifact in prompt.artifacts.items():
        if artifact["kind"] != "table" or (artifact["spec"] or {}).get("op") != "groupby_agg":
            continue
        table = cast(TablePayload, artifact["payload"])
        keys = [
            row[0]
            for row in table["rows"]
            if row[0] is not None and found_in([str(row[0]).casefold()], prompt.question)
        ]
        mean, form = table["columns"][1], "percent" if prompt.scope.outcome_value is not None else ""
        for key in keys[:MOST_GROUPS]:
            told.append(
                say(
                    "answer.group",
                    group=reference(artifact_id, table["columns"][0], [key]),
                    outcome=outcome_words(prompt.scope),
                    mean=reference(artifact_id, mean, [key], fmt=form),
                    rows=reference(artifact_id, "rows", [key]),
                )
            )
            shown.append(artifact_id)
    return StudyAnswer(text=" ".join(told), found=True, artifact_ids=list(dict.fromkeys(shown))) if told else None


def _names(question: str, value: Cell) -> bool:
    return found_in([str(value).casefold()], question)


def _column(prompt: AnswerFromStudy) -> StudyAnswer | None:
    """A driver that the question names."""
    table = next((one for one in prompt.datasets if one.dataset_id == prompt.scope.dataset_id), None)
    named = columns_named(prompt.question, table) if table else []
    found = [row for row in _rank(prompt) if row["column"] in named]
    if not found:
        return None
    told = [
        part
        for row in found
        for part in (
            impact_sentence(prompt.ranking, row, prompt.scope),
            say(
                "answer.ease",
                ease=reference(prompt.ranking, "ease", [row["driver"]]),
                score=reference(prompt.ranking, "score", [row["driver"]], fmt=".1"),
            ),
        )
    ]
    return StudyAnswer(text=" ".join(told), found=True, artifact_ids=[prompt.ranking])


def _left_out(prompt: AnswerFromStudy) -> StudyAnswer | None:
    text = prompt.question.casefold()
    named = [left for left in prompt.scope.left_out if left.column.casefold() in text]
    if not named:
        return None
    told = [say("answer.left_out", column=literal(left.column), why=literal(left.why)) for left in named]
    return StudyAnswer(text=" ".join(told), found=True)


def _say_rule(meaning: Meaning, answer: Callable[[AnswerFromStudy], StudyAnswer]) -> Rule:
    def rule(prompt: AnswerFromStudy) -> StudyAnswer | None:
        return answer(prompt) if means(meaning, prompt.question) else None

    return rule


def _top(prompt: AnswerFromStudy) -> StudyAnswer:
    ranked = _rank(prompt)
    if not ranked:
        return StudyAnswer(text=say("answer.nothing", outcome=outcome_words(prompt.scope)), found=True)
    told = [impact_sentence(prompt.ranking, ranked[0], prompt.scope)]
    if len(ranked) > 1:
        names = [reference(prompt.ranking, "driver", [row["driver"]]) for row in ranked[1:TOLD_DRIVERS]]
        told.append(say("answer.then", listed=", ".join(names)))
    return StudyAnswer(text=" ".join(told), found=True, artifact_ids=[prompt.ranking])


def _sure(prompt: AnswerFromStudy) -> StudyAnswer:
    lines = []
    for row in _rank(prompt)[:TOLD_DRIVERS]:
        name, low, high, rows = (
            reference(prompt.ranking, column, [row["driver"]]) for column in ("driver", "low_pct", "high_pct", "n")
        )
        lines.append(say("answer.interval", driver=name, low=low, high=high, rows=rows))
    head = say("answer.intervals", outcome=outcome_words(prompt.scope))
    return StudyAnswer(text="\n".join([head, *lines]), found=True, artifact_ids=[prompt.ranking])


def _together(prompt: AnswerFromStudy) -> StudyAnswer:
    joint = next((key for key, one in prompt.artifacts.items() if (one["spec"] or {}).get("op") == "joint_drivers"), "")
    if not joint:
        return StudyAnswer(text=say("ranking.not_together"), found=True)
    return StudyAnswer(text=together_sentence(joint, prompt.scope), found=True, artifact_ids=[joint])


def _caveats(prompt: AnswerFromStudy) -> StudyAnswer:
    told = [*prompt.concerns, *([prompt.findings["quality"]] if "quality" in prompt.findings else [])]
    return StudyAnswer(text="\n".join(f"- {one}" for one in told) or say("answer.no_caveats"), found=True)


def _decisions(prompt: AnswerFromStudy) -> StudyAnswer:
    told = "\n".join(f"- {literal(one)}" for one in prompt.decisions)
    return StudyAnswer(text=told or say("answer.no_decisions"), found=True)


def _time(prompt: AnswerFromStudy) -> StudyAnswer:
    return StudyAnswer(text=prompt.findings.get("time", say("answer.not_there")), found="time" in prompt.findings)


_RULES: tuple[Rule, ...] = (
    _another,
    _group,
    _column,
    _left_out,
    _say_rule("ask_together", _together),
    _say_rule("ask_decisions", _decisions),
    _say_rule("ask_certainty", _sure),
    _say_rule("ask_caveats", _caveats),
    _say_rule("ask_time", _time),
    _say_rule("ask_drivers", _top),
)
"""Tried in this order; the first that has an answer gives it."""

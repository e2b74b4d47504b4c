"""TellStudy and AnswerFromStudy for a model: the study's tables as quoted data, and prose that names cells of them.

A study's tables hold groups and names of the columns that it looks at in any cell, so that with one of those held back
nothing of them is sent, and the rules tell it.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import cast

from agent.reasoning.chat.connection.client import Form
from agent.reasoning.chat.connection.failures import ModelError
from agent.reasoning.chat.language.forms import answer_schema
from agent.reasoning.chat.replies import UnusableError, parse_reply, prose
from agent.reasoning.chat.shown.mask import Mask, payload
from agent.reasoning.chat.shown.quoting import LEFT_OUT, block, quote, reads_like_instruction
from agent.reasoning.chat.shown.references import cells_named, repair_references
from agent.reasoning.chat.shown.result_lines import results_cargo, table_lines
from agent.reasoning.chat.shown.veil import FindValues, Veil
from agent.reasoning.chat.telling import check_strictly
from agent.reasoning.chat.templates import Composed, render
from agent.reasoning.egress import Cargo
from agent.reasoning.prompts import Reply
from agent.reasoning.sharing import Sharing
from agent.reasoning.study_prompts import AnswerFromStudy, StudyAnswer, StudyPart, StudyText, TellStudy
from agent.specs.study import LensName, StudyScope
from agent.state import Artifact, TablePayload
from registry.profile import DatasetProfile

_BRACES = re.compile(r"\{[^{}]+\}")
ROWS_TOLD = 8
TABLES_TOLD = 4
LONGEST_TEXT = 1_200
LONGEST_FINDING = 500
LINES_TOLD = 8
_UNTOLD = frozenset({"column", "method", "p", "groups", "explained_pct", "highest_n", "lowest_n"})
"""Columns of a study's tables that its texts hardly need."""
_TASKS: Mapping[StudyPart, str] = {
    "segments": "what the groups have to do with the outcome",
    "time": "what time has to do with the outcome",
    "relationships": "what other numbers have to do with the outcome",
    "quality": "gaps and unusual values, and whether they matter",
    "synthesis": "what drives the outcome on the whole, most important first, for a person who decides on a direction",
    "critique": "what speaks against the conclusions: doubts, weak evidence, other explanations",
    "summary": "the summary of the whole study for a reader who sees nothing else",
}
"""What each part shall tell."""

_OF_DRIVERS = """Result drivers, keys: driver, columns: driver, impact_pct, low_pct, high_pct, highest, lowest
["tariff", 31.2, 24.0, 38.1, "Alpha", "Gamma"]
["wing", 9.4, 5.0, 13.9, "east wing", "old wing"]
Answer: Tariff matters most: it goes along with {drivers[tariff].impact_pct} of the differences in fee, which is \
highest in {drivers[tariff].highest} and lowest in {drivers[tariff].lowest}. Wing matters less."""
_OF_QUALITY = """Result missing, keys: column, columns: column, missing, missing_pct
["fee", 12, 4.0]
Result outliers, one row, keys: none, columns: column, n, count, mean_with, mean_without
["fee", 300, 9, 41.5, 38.2]
Answer: Few cells are missing: {missing[fee].missing} of fee. {outliers.count} fees are unusual; without them the \
mean would be {outliers.mean_without} instead of {outliers.mean_with}."""
_OF_RANKING = """Result ranking, keys: driver, columns: driver, ease, score, impact_pct, low_pct, high_pct, highest
["tariff", 2, 62.4, 31.2, 24.0, 38.1, "Alpha"]
["wing", 5, 45.0, 9.0, 5.1, 12.9, null]
Answer: Fee depends above all on the tariff ({ranking[tariff].impact_pct} of its differences), which is hard to \
change. Wing explains less ({ranking[wing].impact_pct}), but is easy to change."""
_OF_EXAMPLES = ("tariff", "wing", "fee", "fees")
"""Names of the examples, which weak models copy."""
_EXAMPLES: Mapping[StudyPart, str] = {
    "quality": _OF_QUALITY, "synthesis": _OF_RANKING, "critique": _OF_RANKING, "summary": _OF_RANKING,
}  # fmt: skip
"""A worked example of each part; that of drivers for the others."""


class StudyAnswerForm(Reply):
    """An answer, or that the results do not tell."""

    found: bool
    text: str


def compose_study_text(prompt: TellStudy, sharing: Sharing) -> Composed[StudyText]:
    """One part in prose. A text that was sent back before is checked more strictly, for there is no third try."""
    veil = _open_names(prompt.scope, sharing)
    tables = _choose(prompt.artifacts)
    words = render(
        prompt.template,
        {
            "example": _EXAMPLES.get(prompt.part, _OF_DRIVERS),
            "part": f"{prompt.part}: {_TASKS[prompt.part]}",
            "outcome": _outcome(prompt.scope),
            "results": _text_of(tables, veil),
            "findings": _findings(prompt.findings),
            "trouble": _sent_back(prompt.violations),
        },
    )

    def accept(reply: str) -> StudyText:
        text = _check(prose(reply), prompt.artifacts, strictly=bool(prompt.violations), said=prompt.scope.outcome)
        _check_names(text, prompt)
        return StudyText(text=text)

    return Composed(words, accept, cargo=_cargo(tables, veil))


def compose_study_answer(prompt: AnswerFromStudy, sharing: Sharing, find: FindValues) -> Composed[StudyAnswer]:
    """An answer from the results. It is JSON, for the model has to say whether they tell it at all."""
    veil = _open_names(prompt.scope, sharing, prompt.datasets)
    ranking = {prompt.ranking: prompt.artifacts[prompt.ranking]}
    tables = _choose({**ranking, **{key: one for key, one in prompt.artifacts.items() if not _is_drivers(one)}})
    words = render(
        prompt.template,
        {
            "outcome": _outcome(prompt.scope),
            "results": _text_of(tables, veil),
            "findings": _findings(prompt.findings),
            "concerns": _lines("concerns", prompt.concerns),
            "decisions": _lines("decisions", [veil.hide(text, find(text)) for text in prompt.decisions]),
            "trouble": _sent_back(prompt.violations),
            "question": quote(veil.hide(prompt.question, find(prompt.question)), 1_000),
        },
    )

    def accept(reply: str) -> StudyAnswer:
        form = parse_reply(reply, StudyAnswerForm)
        said = f"{prompt.question} {' '.join(prompt.decisions)}"
        text = veil.back_text(prose(form.text))
        if form.found:
            text = _check(text, prompt.artifacts, strictly=bool(prompt.violations), said=said)
        else:
            check_strictly(text, {}, said=said)
        return StudyAnswer(text=text, found=form.found, artifact_ids=_used(text, prompt.artifacts))

    return Composed(words, accept, Form("answer", answer_schema(StudyAnswerForm)), _cargo(tables, veil))


# ---------------------------------------------------------------- what is told


def _open_names(scope: StudyScope, sharing: Sharing, datasets: tuple[DatasetProfile, ...] = ()) -> Veil:
    """The names as they may go out. ModelError when a column that the study looks at is held back, or all values."""
    looked_at = json.dumps(scope.model_dump(mode="json", exclude={"left_out"}), ensure_ascii=False)
    held = [column for key, column in sharing.withheld if key == scope.dataset_id]
    if sharing.no_samples or any(json.dumps(column, ensure_ascii=False)[1:-1] in looked_at for column in held):
        raise ModelError("held_back")
    return Veil(datasets, sharing)


def _choose(artifacts: Mapping[str, Artifact]) -> list[tuple[str, Artifact]]:
    """The first tables, without the columns that their texts hardly need."""
    tables = [(name, one) for name, one in artifacts.items() if one["kind"] == "table"][:TABLES_TOLD]
    return [(name, _narrow(one)) for name, one in tables]


def _narrow(artifact: Artifact) -> Artifact:
    table = payload(artifact)
    keys = {*table["key_columns"]}
    kept = [place for place, name in enumerate(table["columns"]) if name in keys or name not in _UNTOLD]
    less = {
        **table,
        "columns": [table["columns"][place] for place in kept],
        "rows": [[row[place] for place in kept] for row in table["rows"][:ROWS_TOLD]],
    }
    return Artifact(**{**artifact, "payload": cast(TablePayload, less)})


def _is_drivers(artifact: Artifact) -> bool:
    """A table of one analyst's drivers, which the ranking holds too."""
    return (artifact["spec"] or {}).get("op") == "drivers"


def _text_of(tables: Sequence[tuple[str, Artifact]], veil: Veil) -> str:
    mask = Mask(veil, ())
    lines = [line for name, artifact in tables for line in table_lines(name, artifact, mask)]
    return "\n".join(lines) or "There is no result: say that there is nothing to look at."


def _cargo(tables: Sequence[tuple[str, Artifact]], veil: Veil) -> Cargo:
    return results_cargo(tables, Mask(veil, ()))


def _outcome(scope: StudyScope) -> str:
    value = f" (how often it is {scope.outcome_value})" if scope.outcome_value is not None else ""
    text = scope.outcome + value
    return quote(LEFT_OUT if reads_like_instruction(text) else text, 160)


def _findings(findings: Mapping[LensName, str]) -> str:
    return _lines("findings", [f"{lens}: {text}" for lens, text in findings.items()])


def _lines(name: str, texts: Sequence[str]) -> str:
    kept = [quote(text, LONGEST_FINDING) for text in texts[:LINES_TOLD] if not reads_like_instruction(text)]
    return block(name, kept) if kept else ""


def _sent_back(violations: tuple[str, ...]) -> str:
    reasons = " ".join(violations)[:600]
    return f"An earlier text was sent back. {reasons} Use right references for every figure." if violations else ""


# ---------------------------------------------------------------- the reply


def _check(text: str, artifacts: Mapping[str, Artifact], *, strictly: bool, said: str) -> str:
    tables = {name: one for name, one in artifacts.items() if one["kind"] == "table"}
    text = repair_references(text, tables)
    if len(text) > LONGEST_TEXT:
        raise UnusableError("The text is too long: write one to four sentences.")
    if tables and not _BRACES.search(text):
        raise UnusableError("The text names no cell. Tell it with references in braces.")
    if wrong := [cell.problem for cell in cells_named(text, tables) if cell.problem]:
        raise UnusableError(wrong[0])
    if strictly:
        check_strictly(text, tables, said=said)
    return text


def _check_names(text: str, prompt: TellStudy) -> None:
    """UnusableError when the text names a column that the study does not look at, or one of the examples."""
    results = json.dumps([one["payload"] for one in prompt.artifacts.values()], ensure_ascii=False).casefold()
    known = f"{results} {prompt.scope.outcome} {' '.join(prompt.scope.columns)}".casefold()
    strangers = (*_OF_EXAMPLES, *(one.column for one in prompt.scope.left_out), *prompt.scope.dropped)
    for name in strangers:
        whole = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
        if whole.search(_BRACES.sub(" ", text)) and not whole.search(known):
            raise UnusableError(f"{name} is not in these results. Say nothing of it.")


def _used(text: str, artifacts: Mapping[str, Artifact]) -> list[str]:
    """The results that a text refers to, in their order."""
    tables = {name: one for name, one in artifacts.items() if one["kind"] == "table"}
    exact = [cell.exact for cell in cells_named(text, tables)]
    return [name for name in tables if any(one.startswith((f"{name}.", f"{name}[")) for one in exact)]

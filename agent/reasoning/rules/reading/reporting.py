"""A question that asks for a report: each part that it lists is read as a question of its own."""

import re
from dataclasses import replace

from agent.reasoning.prompts import ReadQuestion
from agent.reasoning.rules.reading.followup import read_frame
from agent.reasoning.rules.reading.frame import Frame, PlotKind
from agent.reasoning.rules.reading.memory import Memory
from agent.reasoning.rules.reading.needs import missing_needs
from agent.reasoning.rules.reading.parse import parts_of
from agent.reasoning.rules.reading.question import Question, understand
from registry.value_index import ValueMatch

_SEPARATORS = re.compile(
    r",|;|\n|\.(?=\s)|\b(?:and|plus|as well as|along with|together with|und|sowie)\b|&|、|と(?=.{2})", re.IGNORECASE
)


def report_frame(prompt: ReadQuestion) -> Frame | None:
    """A question that lists what a report should hold: each part read as a question of its own."""
    body = re.split(r"[:?]", prompt.question, maxsplit=1)
    listed = body[1] if len(body) == 2 and len(body[1]) > 10 else prompt.question
    clauses = [clause.replace("\0", ",") for clause in _SEPARATORS.split(_protected(listed)) if clause.strip()]
    questions = _with_aggregates(prompt, [_understood(prompt, clause) for clause in clauses])
    parts = [frame for question in questions if (frame := _clause_frame(prompt, question)) is not None]
    if not parts:
        return None
    parts = _once(parts)
    wanted = next((_plain_chart(question) for question in questions if _plain_chart(question)), None)
    drawn = _chart_of(parts, wanted) if wanted and not any(part.plot for part in parts) else None
    return Frame(intent="report", dataset_id=parts[0].dataset_id, parts=[*parts, *([drawn] if drawn else [])])


def _with_aggregates(prompt: ReadQuestion, questions: list[Question]) -> list[Question]:
    """`average temperature, humidity and CO2`: what stands before the first of a list is meant for all of it."""
    found: list[Question] = []
    said = ""
    for question in questions:
        listed = said and question.links and not question.marks and not question.values and not question.dates
        found.append(_understood(prompt, f"{said} {question.text}") if listed else question)
        start = question.links[0].start if question.links else 0
        aggregates = [mark for mark in question.tagged("agg:") if mark.end <= start]
        said = aggregates[-1].text if aggregates else said if listed else ""
    return found


def _plain_chart(question: Question) -> PlotKind | None:
    """`plus a chart`, `with a line graph`: a chart of which nothing is said but its kind."""
    if question.links or question.values or not question.has("plot", "plot:bar", "plot:line", "plot:pie", "plot:area"):
        return None
    kinds: tuple[PlotKind, ...] = ("line", "pie", "area")
    return next((kind for kind in kinds if question.has(f"plot:{kind}")), "bar")


def _chart_of(parts: list[Frame], kind: PlotKind) -> Frame | None:
    """The first part that has groups, drawn."""
    grouped = next((part for part in parts if part.intent == "aggregate" and part.groups and not part.share), None)
    timed = grouped is not None and any(group.grain for group in grouped.groups)
    return grouped.model_copy(update={"plot": "line" if timed and kind == "bar" else kind}) if grouped else None


def _understood(prompt: ReadQuestion, clause: str) -> Question:
    text = clause.strip()
    return understand(replace(prompt, question=text, value_matches=_matches_in(prompt, text)))


def _protected(text: str) -> str:
    """Commas inside brackets do not part clauses; what stands in brackets spells the clause out."""
    return re.sub(
        r"\(([^)]*)\)", lambda match: " " + match.group(1).replace(",", "\0").replace(" and ", "\0 ") + " ", text
    )


def _clause_frame(prompt: ReadQuestion, question: Question) -> Frame | None:
    if question.has("size") and not question.links:
        return Frame(intent="overview", dataset_id=prompt.datasets[0].dataset_id)
    parts = parts_of(question, None, None)
    if not question.links and not question.has("count", "missing", "overview", "duplicate", "sell", "columns"):
        return None
    frame = read_frame(parts, Memory())
    if frame is None or missing_needs(parts, frame) or not frame.says_something:
        return None
    return frame


def _matches_in(prompt: ReadQuestion, text: str) -> tuple[ValueMatch, ...]:
    return tuple(match for match in prompt.value_matches if match.words in text)


def _once(frames: list[Frame]) -> list[Frame]:
    kept: list[Frame] = []
    for frame in frames:
        if frame not in kept:
            kept.append(frame)
    return kept

"""A question that asks for a report: each part that it lists is read as a question of its own."""

import re
from dataclasses import replace

from agent.reasoning.prompts import ReadQuestion
from agent.reasoning.rules.reading.followup import read_frame
from agent.reasoning.rules.reading.frame import Frame
from agent.reasoning.rules.reading.memory import Memory
from agent.reasoning.rules.reading.needs import missing_needs
from agent.reasoning.rules.reading.parse import parts_of
from agent.reasoning.rules.reading.question import understand
from registry.value_index import ValueMatch


def report_frame(prompt: ReadQuestion) -> Frame | None:
    """A question that lists what a report should hold: each part read as a question of its own."""
    body = re.split(r"[:?]", prompt.question, maxsplit=1)
    listed = body[1] if len(body) == 2 and len(body[1]) > 10 else prompt.question
    clauses = [clause for clause in re.split(r",|;|\band\b|\.(?=\s)", _protected(listed)) if clause.strip()]
    parts = [frame for clause in clauses if (frame := _clause_frame(prompt, clause.replace("\0", ","))) is not None]
    if not parts:
        return None
    return Frame(intent="report", dataset_id=parts[0].dataset_id, parts=_once(parts))


def _protected(text: str) -> str:
    """Commas inside brackets do not part clauses; what stands in brackets spells the clause out."""
    return re.sub(
        r"\(([^)]*)\)", lambda match: " " + match.group(1).replace(",", "\0").replace(" and ", "\0 ") + " ", text
    )


def _clause_frame(prompt: ReadQuestion, clause: str) -> Frame | None:
    text = clause.strip()
    question = understand(replace(prompt, question=text, value_matches=_matches_in(prompt, text)))
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

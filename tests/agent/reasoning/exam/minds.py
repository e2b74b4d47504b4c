"""Models of any quality: they know the right answers to the test questions, and give as many of them as they should."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from agent.reasoning.chat.shown.past import short
from agent.reasoning.exam.questions import Exam, ExamQuestion, exam
from agent.reasoning.prompts import Answer, Decision, Prompt, ReadQuestion
from agent.specs.parse import parse_spec
from agent.specs.reading import Reading
from tests.protocol_server import Body

WRONG: dict[str, Any] = {"op": "missingness"}


def asked_in(prompt: ReadQuestion, taken: Exam) -> ExamQuestion:
    return next(question for question in taken.questions if question.question == prompt.question)


def right_reply(question: ExamQuestion) -> dict[str, Any]:
    """What a model writes that reads the question right."""
    if question.expect == "result":
        specs = [short(spec) for spec in question.specs[0]]
        return {"next_action": "act", "readings": [{"label": "as asked", "specs": specs}]}
    if question.expect == "out_of_scope":
        return {"next_action": "out_of_scope", "why": "that is no question about these data"}
    return {"next_action": "ask", "question": "Which do you mean?", "missing_columns": []}


def wrong_reply(_: ExamQuestion) -> dict[str, Any]:
    return {"next_action": "act", "readings": [{"label": "whatever", "specs": [WRONG]}]}


@dataclass
class KnowsSome:
    """A reasoner that reads these questions right, and every other one wrong."""

    right: frozenset[str]
    name: str = "knows some"
    looks: bool = False
    programs: bool = False
    asked: list[str] = field(default_factory=list)

    def decide(self, prompt: Prompt[Answer]) -> Answer:
        assert isinstance(prompt, ReadQuestion)
        question = asked_in(prompt, exam())
        self.asked.append(question.id)
        reply = right_reply(question) if question.id in self.right else wrong_reply(question)
        readings = [
            Reading(reading_id="m1", label=one["label"], specs=[parse_spec(spec) for spec in one["specs"]])
            for one in reply.get("readings", [])
        ]
        decision: Any = Decision(next_action=reply["next_action"], rationale="so", readings=readings)
        return decision  # type: ignore[no-any-return]


def first(number: int) -> frozenset[str]:
    """The ids of the first questions."""
    return frozenset(question.id for question in exam().questions[:number])


@cache
def short_exam() -> Exam:
    """The shortest exam that can show each role: two questions."""
    return replace(exam(), questions=exam().questions[:2], version="short")


def brain_of(right: Iterable[str]) -> Any:
    """A protocol server's answers: right to these test questions, wrong to others; a form where one is asked for."""
    known = frozenset(right)

    def answer(body: Body) -> str:
        said = body["messages"][-1]["content"]
        asked = [question for question in exam().questions if f"Question: {_quoted(question)}\nJSON" in said]
        if not asked:
            return '{"capital": "Rome"}'
        reply = right_reply(asked[0]) if asked[0].id in known else wrong_reply(asked[0])
        return json.dumps(reply)

    return answer


def _quoted(question: ExamQuestion) -> str:
    return json.dumps(question.question, ensure_ascii=False)

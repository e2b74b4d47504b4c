"""Conversations of many answers, asked for real: each operation of the language, told by the rules."""

from collections.abc import Iterable, Mapping
from typing import Any, cast

from agent.reasoning.prompts import Answer, Decision, Prompt, ReadQuestion
from agent.reasoning.rules.reasoner import RuleReasoner, nobody_reads
from agent.service import AnalystService
from agent.settings import Settings
from agent.specs.editing.one_line import reading_label
from agent.specs.parse import parse_spec
from agent.specs.reading import Reading
from tests.agent.reasoning.narration.worked import SALES
from tests.agent.scripted import act


class ReadBySpecs:
    """Reads each question as the next spec; all else is made by the rules."""

    name, looks, programs = "specs", False, False

    def __init__(self, specs: Iterable[Mapping[str, Any]], language: str) -> None:
        self._left = [*specs]
        self._language = language
        self._rules = RuleReasoner(nobody_reads)

    def decide(self, prompt: Prompt[Answer]) -> Answer:
        return cast(Answer, self._read()) if isinstance(prompt, ReadQuestion) else self._rules.decide(prompt)

    def _read(self) -> Decision:
        read = Reading(reading_id="r1", label="", specs=[parse_spec(self._left.pop(0))])
        label = reading_label(read, self._language)
        return act(read.model_copy(update={"label": label, "interpretation": label}))


QUESTIONS = {
    "en": "What is question {place} about?",
    "de": "Worum geht es bei Frage {place}?",
    "ja": "質問{place}は何ですか？",
}


def asked(
    specs: Iterable[Mapping[str, Any]],
    *,
    language: str = "en",
    content: bytes = SALES.encode(),
    name: str = "sales.csv",
) -> tuple[AnalystService, str]:
    """A service and a conversation in which each spec was a question of this language."""
    given = [*specs]
    service = AnalystService(Settings(), reasoner=ReadBySpecs(given, language))
    conversation = service.start_conversation("someone")
    service.datasets.add(conversation, name, content)
    for place, spec in enumerate(given, 1):
        turn = service.ask(conversation, QUESTIONS[language].format(place=place))
        assert turn["status"] == "answered", (spec, turn["answer"]["text"])
    return service, conversation

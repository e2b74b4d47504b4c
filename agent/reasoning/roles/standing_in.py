"""What every role shares: a model that is asked, the built-in reasoner behind it, and notes of who answered."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from agent.model_settings import ModelRole
from agent.reasoning.chat.connection.failures import OVER_FOR_THE_TURN, ModelError, StoppedError
from agent.reasoning.code_prompts import CodeDraft
from agent.reasoning.completed import COMPLETED
from agent.reasoning.prompts import Answer, Prompt, Reasoner
from agent.reasoning.words import say

Handlers = Mapping[type[Prompt[Any]], Callable[[Any], Any]]
"""How prompts of some kinds are answered."""


class ModelReasoner(Reasoner, Protocol):
    """A Reasoner for one turn that asks a model. Never raises for what a model does; StoppedError when the person stops
    the turn.
    """

    role: ModelRole

    def notes(self) -> tuple[str, ...]:
        """What the person should know of how this turn was answered."""
        ...


class WithRules:
    """A model with the built-in reasoner behind it, for one turn. Roles add who answers which prompt."""

    name = "model with rules"

    def __init__(self, model: Reasoner, rules: Reasoner) -> None:
        self._model = model
        self._rules = rules
        self._notes: list[str] = []
        self._over = False
        self._answers: Handlers = {}

    def decide(self, prompt: Prompt[Answer]) -> Answer:
        """The answer of whoever the role puts the prompt to: by its kind, else the model with the built-in reasoner
        behind it.
        """
        answer: Answer = self._answers.get(type(prompt), self.either)(prompt)
        return answer

    def notes(self) -> tuple[str, ...]:
        """What the person should know of how this turn was answered."""
        return tuple(self._notes)

    def by_model(self, prompt: Prompt[Answer]) -> Answer | None:
        """The model's answer; None, with a note, when it gives none."""
        if self._over:
            return None
        try:
            return self._model.decide(prompt)
        except StoppedError:
            raise
        except ModelError as error:
            self._over = error.failure in OVER_FOR_THE_TURN
            self.note(f"{error} {say('roles.stood_in')}")
            return None

    def by_rules(self, prompt: Prompt[Answer]) -> Answer:
        """The built-in reasoner's answer."""
        return self._rules.decide(prompt)

    def either(self, prompt: Prompt[Answer]) -> Answer:
        """The model's answer; the built-in one where it gives none."""
        told = self.by_model(prompt)
        return self.by_rules(prompt) if told is None else told

    def beside(self, prompt: Prompt[Answer]) -> Answer:
        """The model's answer, completed by the built-in one; that alone where it gives none."""
        told, rules = self.by_model(prompt), self.by_rules(prompt)
        if told is None:
            return rules
        answer: Answer = COMPLETED[type(prompt)](told, rules)
        return answer

    def program(self, prompt: Prompt[CodeDraft]) -> CodeDraft:
        """As beside. What the rules cannot write, the model may at another attempt, while it answers at all."""
        draft = self.beside(prompt)
        return draft if self._over else draft.model_copy(update={"final": False})

    def note(self, sentence: str) -> None:
        """Notes a sentence for the person, once."""
        if sentence not in self._notes:
            self._notes.append(sentence)

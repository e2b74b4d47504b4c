"""Studies for tests: a small shop whose drivers are known, services over it, and a reasoner that follows a script."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, cast

import numpy as np
import pandas as pd

from agent.reasoning.prompts import Answer, Prompt, Reasoner
from agent.service import AnalystService, PickedOption
from agent.state import PendingInput, TablePayload, TurnRecord
from tests.agent.reader.scripted import built_in

STUDY = "guided_study"
QUESTION = "What drives the price?"


def shop() -> pd.DataFrame:
    """West pays 20 more, each piece adds 2; channel and day do nothing."""
    draw = np.random.default_rng(11)
    days = pd.date_range("2023-01-01", "2024-12-31", freq="D")
    frame = pd.DataFrame(
        {
            "order": [f"O{place:04}" for place in range(400)],
            "day": draw.choice(days, 400),
            "region": draw.choice(["North", "South", "West"], 400),
            "channel": draw.choice(["Shop", "Web"], 400),
            "pieces": draw.integers(1, 10, 400),
            "returned": draw.choice(["Yes", "No"], 400, p=[0.2, 0.8]),
        }
    )
    frame["day"] = pd.to_datetime(frame["day"]).dt.strftime("%Y-%m-%d")
    noise = draw.normal(0, 5, 400)
    frame["price (EUR)"] = (30 + 20 * (frame["region"] == "West") + 2 * frame["pieces"] + noise).round(2)
    return frame


@dataclass
class Scripted:
    """The rules, with some prompts answered by the test. Keeps every prompt."""

    answers: dict[type[Prompt[Any]], Callable[[Any], Any]]
    name: str = "scripted"
    looks: bool = False
    programs: bool = False
    prompts: list[Prompt[Any]] = field(default_factory=list)

    def decide(self, prompt: Prompt[Answer]) -> Answer:
        self.prompts.append(prompt)
        answer = self.answers.get(type(prompt))
        return cast(Answer, answer(prompt)) if answer else built_in().decide(prompt)


@dataclass
class Talk:
    """A conversation about the shop."""

    service: AnalystService
    conversation: str

    def say(self, text: str, workflow: str = STUDY) -> TurnRecord:
        return self.service.ask(self.conversation, text, workflow=workflow)

    def pick(self, option: str, text: str = "") -> TurnRecord:
        return self.service.answer(self.conversation, PickedOption(self.open["checkpoint_id"], option, text))

    @property
    def open(self) -> PendingInput:
        pending = self.service.pending(self.conversation)
        assert pending is not None
        return pending

    @property
    def step(self) -> str:
        return str(self.open["context"]["step"])


def talk(reasoner: Reasoner | None = None, frame: pd.DataFrame | None = None, **service: Any) -> Talk:
    """A conversation with the shop's data."""
    made = AnalystService(reasoner=reasoner, **service)
    conversation = made.start_conversation("me")
    content = (shop() if frame is None else frame).to_csv(index=False).encode()
    made.datasets.add(conversation, "shop.csv", content)
    return Talk(made, conversation)


def nodes_of(turn: TurnRecord) -> list[str]:
    """The nodes of a turn in the order in which they stand in the trace."""
    return [entry["node"] for entry in turn["trace"]]


def statuses(turn: TurnRecord) -> list[str]:
    """The status of each task of the plan."""
    return [task["status"] for task in turn["plan_tasks"]]


def finished(conversation: Talk) -> Talk:
    """Through all three checkpoints."""
    conversation.say(QUESTION)
    for _ in range(3):
        conversation.pick("accept")
    return conversation


def table(service: AnalystService, conversation: str, artifact_id: str) -> dict[str, dict[str, object]]:
    payload = cast(TablePayload, service.artifact(conversation, artifact_id)["payload"])
    return {str(row[0]): dict(zip(payload["columns"], row, strict=True)) for row in payload["rows"]}


@cache
def done_study() -> Talk:
    """One finished study for the tests that only look at it."""
    return finished(talk())

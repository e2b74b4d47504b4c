"""A question with what the rules make of it, and whether that is what is meant; kept between the steps of training."""

import pickle
from dataclasses import dataclass
from pathlib import Path

from agent.reasoning.prompts import Decision, ReadQuestion
from training.corpora import Action, Line
from training.split import Split

LABELLED = Path("out/training/labelled.pkl")


@dataclass(frozen=True)
class Labelled:
    """A question, what the rules decide of it, and whether each of their readings gives what is meant.

    `agree`: whether the readings that work give the same, so that one answer would be told.
    """

    line: Line
    split: Split
    prompt: ReadQuestion
    decision: Decision
    right: tuple[bool, ...]
    works: tuple[bool, ...]
    agree: bool

    @property
    def action(self) -> Action:
        """What is to be done with the question."""
        return self.line.meaning.action


def kept() -> list[Labelled]:
    """What was labelled last. FileNotFoundError before `python -m training.label` was run."""
    found: list[Labelled] = pickle.loads(LABELLED.read_bytes())  # noqa: S301 - our own file, made a step before
    return found

"""The questions of a conversation that were computed, for whoever reads the next one."""

from collections.abc import Sequence
from dataclasses import replace

from agent.reasoning.prompts import PastTurn


def one_by_one(history: Sequence[PastTurn]) -> list[PastTurn]:
    """The turns, oldest first; a question that was asked back and the option that was picked are one."""
    found: list[PastTurn] = []
    for turn in history:
        if turn.picks and found:
            found[-1] = replace(turn, question=found[-1].question)
        else:
            found.append(turn)
    return found


def questions_with_specs(history: Sequence[PastTurn]) -> list[PastTurn]:
    """Those of them that specs answered."""
    return [turn for turn in one_by_one(history) if turn.specs]

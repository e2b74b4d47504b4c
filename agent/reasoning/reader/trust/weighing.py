"""Evidence weighed: the probability that a reading is meant, and what speaks for it."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).parent / "weights.json"
"""Made by `python -m training.fit`."""


@dataclass(frozen=True)
class Weights:
    """A logistic model of evidence, with the probabilities from which on a reading is told or proposed."""

    intercept: float
    of: Mapping[str, float]
    tell: float
    propose: float

    def log_odds(self, evidence: Mapping[str, float]) -> float:
        """The log-odds that the reading is meant; evidence without a weight says nothing."""
        return self.intercept + sum(self.of.get(name, 0.0) * value for name, value in evidence.items())

    def probability(self, evidence: Mapping[str, float]) -> float:
        """The probability that the reading is meant, 0 to 1."""
        return 1 / (1 + math.exp(-self.log_odds(evidence)))


@cache
def weights() -> Weights:
    """The weights that the product has."""
    told = json.loads(FILE.read_text(encoding="utf-8"))
    return Weights(told["intercept"], told["weights"], told["tell"], told["propose"])


@dataclass(frozen=True)
class Reason:
    """A reason that can be told: it holds where all of the evidence is there, or any of it."""

    evidence: tuple[str, ...]
    needs_all: bool = False

    def holds(self, found: Mapping[str, float]) -> bool:
        """Whether the evidence is there."""
        return (all if self.needs_all else any)(name in found for name in self.evidence)


REASONS: Mapping[str, Reason] = {
    "nothing_left": Reason(("links left=0", "open=0", "veto=0"), needs_all=True),
    "column_named": Reason(("measure: named by exact", "group: named by exact", "condition: named by exact")),
    "cell_found": Reason(("cell used: exact", "cell used: folded")),
    "one_way": Reason(("readings=1",)),
    "by_itself": Reason(("first question", "alone: same")),
    "usual": Reason(("usual aggregate",)),
}
"""By the key of the phrase that tells it."""
_MOST = 3


def reasons(evidence: Mapping[str, float], by: Weights) -> tuple[str, ...]:
    """The reasons that hold and speak for the reading, the strongest first, at most three."""
    strength = {
        key: sum(by.of.get(name, 0.0) * evidence.get(name, 0.0) for name in reason.evidence)
        for key, reason in REASONS.items()
        if reason.holds(evidence)
    }
    speaking = sorted((key for key in strength if strength[key] > 0), key=lambda key: -strength[key])
    return tuple(speaking[:_MOST])

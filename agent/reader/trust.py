"""How sure a candidate reading is, and whether that is enough to tell its result.

The weights are those of a logistic regression (`python -m training.reader fit`) on questions over tables that the
reader was not taught on; they stand in `trust.json` beside this file, with what was measured of them.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

_LEAST, _MOST = 1e-4, 1 - 1e-4
"""Bounds of a probability whose logit is taken."""


class Evidence(BaseModel):
    """What is known of a candidate before it is executed."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    probability: float = Field(ge=0, le=1, description="Of the reading among all lines, as the reader gives it.")
    unused: int = Field(default=0, ge=0, description="Cells that the question names and the reading does not use.")


@dataclass(frozen=True)
class Sureness:
    """A probability that the first of several different results is the one that was asked for."""

    probability: float
    is_enough: bool


@dataclass(frozen=True)
class TrustWeights:
    """A logistic regression over named features, and the probability from which a result is told."""

    bias: float
    weights: Mapping[str, float]
    threshold: float

    def probability(self, features: Mapping[str, float]) -> float:
        """The probability of these features, from 0 to 1."""
        logit = self.bias + sum(weight * features[name] for name, weight in self.weights.items())
        return 1 / (1 + math.exp(-logit))


@dataclass(frozen=True)
class ExamFigures:
    """How many questions of the exam of connected models the built-in reader read right."""

    right: int
    total: int


@cache
def exam_figures() -> ExamFigures | None:
    """What `python -m training.reader exam` found; None where it was not taken."""
    told = _read_weights().get("exam")
    return ExamFigures(told["right"], told["total"]) if told else None


@cache
def learned_weights() -> TrustWeights:
    """The weights of the taught reader."""
    told = _read_weights()
    return TrustWeights(float(told["bias"]), dict(told["weights"]), float(told["threshold"]))


def _read_weights() -> dict[str, Any]:
    told: dict[str, Any] = json.loads(files("agent.reader").joinpath("trust.json").read_text(encoding="utf-8"))
    return told


def features_of(groups: Sequence[Sequence[Evidence]], failed: Sequence[Evidence] = ()) -> dict[str, float]:
    """The features of the first group of candidates that give the same; `failed` are those that could not be executed.

    `groups` are in the order of their masses.
    """
    first = groups[0]
    best = max(one.probability for one in first)
    mass = mass_of(first)
    rival = mass_of(groups[1]) if len(groups) > 1 else 0.0
    return {
        "best": _logit(best),
        "mass": _logit(mass),
        "margin": mass - rival,
        "failed": min(1.0, mass_of(failed)),
        "unused": float(min(2, min(one.unused for one in first))),
    }


def sureness_of(
    groups: Sequence[Sequence[Evidence]], failed: Sequence[Evidence] = (), threshold: float | None = None
) -> Sureness:
    """How sure the first group is. `threshold`: another probability from which it is told than the learned one."""
    weights = learned_weights()
    probability = weights.probability(features_of(groups, failed))
    return Sureness(probability, probability >= (weights.threshold if threshold is None else threshold))


def mass_of(group: Sequence[Evidence]) -> float:
    """The probabilities of candidates that give the same, together."""
    return min(1.0, sum(one.probability for one in group))


def _logit(probability: float) -> float:
    bounded = min(_MOST, max(_LEAST, probability))
    return math.log(bounded / (1 - bounded))

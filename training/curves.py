"""Figures of a reader: outcomes, the risk-coverage curve, calibration."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from agent.reasoning.reader.trust.doubts import is_plain
from training.gathering import Example
from training.outcomes import Outcome

BINS = 10
PROPOSED = 0.4
"""The probability from which on a reading is proposed, and a plain one told; below, what was not understood is said."""


@dataclass(frozen=True)
class Weighed:
    """An example with the probability that its reading is meant."""

    example: Example
    probability: float

    def outcome(self, tell: float) -> Outcome:
        """What the person gets when readings from this probability on are told."""
        if self.example.evidence is None:
            return self.example.today
        plain = self.probability >= PROPOSED and is_plain(self.example.evidence)
        if not self.example.one or (self.probability < tell and not plain):
            return self.example.untold
        return "right" if self.example.told_right else "wrong"


@dataclass(frozen=True)
class Shares:
    """Outcomes in percent of all questions."""

    questions: int
    right: float
    due: float
    wrong: float
    asked: float


def shares(outcomes: Sequence[Outcome]) -> Shares:
    """The outcomes counted; all 0 of none."""
    count, whole = Counter(outcomes), max(1, len(outcomes))
    right, due, wrong, asked = (100 * count[name] / whole for name in ("right", "due", "wrong", "asked"))
    return Shares(len(outcomes), right, due, wrong, asked)


def threshold(some: Sequence[Weighed], wrong: float) -> float:
    """The lowest probability from which on at most this share of all questions is answered wrong."""
    ordered = sorted((each for each in some if each.example.evidence is not None and each.example.one),
                     key=lambda each: -each.probability)  # fmt: skip
    told, lowest = 0, 1.0
    for each in ordered:
        told += not each.example.told_right
        if told > wrong * len(some):
            return lowest
        lowest = each.probability
    return lowest


def calibration_error(some: Sequence[Weighed]) -> float:
    """The expected calibration error in ten bins of equal width (Naeini, Cooper, Hauskrecht, 2015)."""
    known = [each for each in some if each.example.evidence is not None]
    bins: dict[int, list[Weighed]] = {}
    for each in known:
        bins.setdefault(min(BINS - 1, int(each.probability * BINS)), []).append(each)
    apart = [
        len(inside)
        * abs(sum(one.probability for one in inside) - sum(one.example.told_right for one in inside))
        / len(inside)
        for inside in bins.values()
    ]
    return sum(apart) / max(1, len(known))

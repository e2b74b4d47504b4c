"""Figures of a reader: outcomes, the risk-coverage curve, calibration."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from agent.reasoning.reader.trust.doubts import is_plain
from training.gathering import Example
from training.outcomes import Outcome

BINS = 10
PROPOSED = 0.4
"""The probability from which on a reading is proposed; below, what was not understood is said."""


@dataclass(frozen=True)
class Weighed:
    """An example with the probability that its reading is meant."""

    example: Example
    probability: float

    def outcome(self, tell: float) -> Outcome:
        """What the person gets when readings from this probability on are told."""
        if self.example.evidence is None:
            return self.example.today
        told = self.probability >= tell or is_plain(self.example.evidence)
        if not self.example.one or not told:
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
    told = [(one.probability, one.example.told_right) for one in some if _is_one(one)]
    return lowest_told(told, wrong * len(some))


def _is_one(of: Weighed) -> bool:
    return of.example.evidence is not None and of.example.one


def lowest_told(told: Sequence[tuple[float, bool]], most_wrong: float) -> float:
    """The lowest probability from which on at most so many are wrong, of probabilities with whether they are right."""
    wrong, lowest = 0, 1.0
    for probability, right in sorted(told, key=lambda each: -each[0]):
        wrong += not right
        if wrong > most_wrong:
            return lowest
        lowest = probability
    return lowest


def calibration_error(some: Sequence[Weighed]) -> float:
    """How far apart probabilities and shares of right readings are."""
    return apart([(one.probability, one.example.told_right) for one in some if one.example.evidence is not None])


def apart(told: Sequence[tuple[float, bool]]) -> float:
    """The expected calibration error in ten bins of equal width (Naeini, Cooper, Hauskrecht, 2015)."""
    bins: dict[int, list[tuple[float, bool]]] = {}
    for probability, right in told:
        bins.setdefault(min(BINS - 1, int(probability * BINS)), []).append((probability, right))
    off = [abs(sum(one for one, _ in inside) - sum(right for _, right in inside)) for inside in bins.values()]
    return sum(off) / max(1, len(told))

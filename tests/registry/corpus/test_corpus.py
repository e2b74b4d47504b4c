"""Files as real systems and people export them are read right, and what is not certain is told."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.registry.corpus.score import Half, Score, half_of, score

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Limits:
    """Shares of the files: whose values are right, of which the receipt also tells all, and wrong without a word."""

    right: float
    right_and_told: float
    wrong_and_untold: float


SEEN = Limits(0.95, 0.92, 0.01)
"""What is asked of every file. It holds for those whose errors were looked at while the rules were mended."""
KEPT = Limits(0.83, 0.78, 0.1)
"""What is reached today on the half of the second corpus (the files that `half_of` calls kept) of which only the totals
were looked at. It is the honest measure, and short of the aim above. One hand wrote both halves, before it read the
reader; no rule was fitted to a file of this half."""


@pytest.fixture(scope="module")
def first() -> list[Score]:
    return score(HERE / "a")


@pytest.fixture(scope="module")
def second() -> list[Score]:
    return score(HERE / "b")


def test_nasty_files_are_read_right_and_told(first: list[Score]) -> None:
    _hold(first, SEEN)


@pytest.mark.parametrize(("half", "limits"), [("seen", SEEN), ("kept", KEPT)])
def test_files_of_a_second_corpus_are_read_right_and_told(second: list[Score], half: Half, limits: Limits) -> None:
    _hold([each for each in second if half_of(each.file) == half], limits)


def _hold(scores: list[Score], limits: Limits) -> None:
    counts = Counter(each.verdict for each in scores)
    said = f"of {len(scores)} files: {dict(counts)}; the score command shows which"
    assert counts["right"] >= limits.right_and_told * len(scores), said
    assert counts["right"] + counts["right, something untold"] >= limits.right * len(scores), said
    assert counts["wrong and untold"] <= limits.wrong_and_untold * len(scores), said

"""Many cases of one promise: a few of them protect every change, the others are slow.

Cases that cost little are one test over a table, a subtest each: a failure stops no other and names its case.
"""

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

import pytest
from hypothesis import settings

Case = TypeVar("Case")


def sampled(
    cases: Iterable[Case], *, kind: Callable[[Case], Hashable] | None = None, every: int = 10
) -> pytest.MarkDecorator:
    """Hands a test its `cases` in two runs: the first of each kind, or of so many where no kind is told; and, slow, all
    others."""
    sample: list[Case] = []
    others: list[Case] = []
    seen: set[Hashable] = set()
    for place, case in enumerate(cases):
        told = kind(case) if kind else place // every
        (others if told in seen else sample).append(case)
        seen.add(told)
    return pytest.mark.parametrize(
        "cases", [pytest.param(sample, id="sample"), pytest.param(others, id="others", marks=pytest.mark.slow)]
    )


def some(cases: Iterable[Case], *, every: int = 10) -> list[pytest.ParameterSet]:
    """Cases that are tests of their own, all but the first of so many slow."""
    slow = pytest.mark.slow
    return [pytest.param(case, marks=[slow] if place % every else []) for place, case in enumerate(cases)]


def examples(most: int) -> int:
    """How many drawn examples a test takes: so many, at random, in `make test-all`; a quarter, always the same ones, in
    `make test`."""
    profile = settings.default
    return max(5, most // 4) if profile is not None and profile.derandomize else most

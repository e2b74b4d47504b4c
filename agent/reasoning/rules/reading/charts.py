"""Which plot of groups a question asks for, and how its colours are to stand."""

from typing import Literal

from agent.reasoning.rules.reading.frame import GROUP_PLOTS, Frame, PlotKind
from agent.reasoning.rules.reading.question import Question

Stack = Literal["sum", "percent", "none"]
_STACKS: tuple[Stack, ...] = ("percent", "none", "sum")


def drawn_kind(question: Question) -> PlotKind | None:
    """The first plot of groups that is said."""
    said = question.family("plot:")
    return next((kind for name in said for kind in GROUP_PLOTS if kind == name), None)


def drawn_again(question: Question, last: Frame) -> PlotKind:
    """The kind for what was shown before: the one said; stacked are areas, else bars; a line along time."""
    if stack_of(question) and drawn_kind(question) is None:
        return "area" if last.plot == "area" else "bar"
    runs_on = any(slot.grain in ("day", "week", "month", "quarter") for slot in last.groups)
    return drawn_kind(question) or ("line" if runs_on else "bar")


def stack_of(question: Question) -> Stack | None:
    """How the colours of bars are said to stand: as parts of 100 %, side by side, or on one another."""
    return next((kind for kind in _STACKS if question.has(f"stack:{kind}")), None)

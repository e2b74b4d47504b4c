"""What a person decides about their report: its answers and their order, its parts, its first picture, words of their
own."""

from dataclasses import dataclass, replace
from typing import Literal, get_args

from pydantic import TypeAdapter

ReportPart = Literal["findings", "picture", "method", "data", "decisions", "departures", "next", "notes"]
"""What can be left out. The answers, and which numbers are not verified, always stand in a report."""
REPORT_PARTS: tuple[ReportPart, ...] = get_args(ReportPart)
LONGEST_TITLE = 160
LONGEST_OPENING = 400


@dataclass(frozen=True)
class ReportChoice:
    """What goes into a report, and in which order. As it is made, everything does."""

    answers: tuple[str, ...] = ()  # ids of turns in the order in which they are told; none: all, as they were asked
    left_out: frozenset[ReportPart] = frozenset()
    picture: str = ""  # the id of the one that leads; "": the one that tells most
    title: str = ""  # "": as it is drawn from the conversation
    opening: str = ""  # a line of the person's own, above all else

    def tidied(self) -> "ReportChoice":
        """The choice with its words on one line each, and no longer than a page takes."""
        title, opening = " ".join(self.title.split()), " ".join(self.opening.split())
        return replace(self, title=title[:LONGEST_TITLE], opening=opening[:LONGEST_OPENING])

    def kept(self) -> str:
        """The choice as text, for `of`."""
        return _CHOICE.dump_json(self).decode("utf-8")

    @classmethod
    def of(cls, text: str) -> "ReportChoice":
        """The choice that `kept` gave; of "" the one of everything. ValidationError when it gave none of this kind."""
        return _CHOICE.validate_json(text) if text else cls()


_CHOICE = TypeAdapter(ReportChoice)
WHOLE = ReportChoice()
"""Everything, as it was asked."""

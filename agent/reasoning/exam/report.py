"""What an exam showed: how many questions were read right, and which role follows from it."""

from dataclasses import asdict, dataclass
from typing import Literal

from pydantic import TypeAdapter, ValidationError

from agent.model_settings import ModelRole

LEADS, READS_BESIDE = 0.85, 0.5
"""Shares of right readings from which a model leads, and from which it reads beside the built-in reader."""
ShownRole = Literal["lead", "second", "words"]
End = Literal["ended", "time", "stopped", "broken"]
"""How an exam ended: by itself, by its time, by the person, or because the endpoint does not answer any more."""
NOTHING_ANSWERED = "No test question was answered."
_CUT_SHORT: dict[End, str] = {
    "time": "The time for the test was over before {unasked} of them were answered",
    "stopped": "The test was stopped before {unasked} of them were asked",
    "broken": "The endpoint stopped answering before {unasked} of them were asked",
}
_WHAT_FOLLOWS: dict[ShownRole, str] = {
    "lead": "It leads.",
    "second": "It reads beside the built-in reader.",
    "words": "It words answers; the built-in reader reads.",
}


@dataclass(frozen=True)
class ExamReport:
    """An exam that was taken. `total` questions there are, `asked` of them were put and came to an end."""

    right: int
    asked: int
    total: int
    role: ModelRole
    exam_version: str
    sentence: str

    def written(self) -> str:
        """As text, to be kept."""
        return TypeAdapter(ExamReport).dump_json(self).decode("utf-8")

    @classmethod
    def read(cls, text: str) -> "ExamReport | None":
        """The report that was written; None for any other text."""
        try:
            return TypeAdapter(ExamReport).validate_json(text)
        except ValidationError:
            return None


@dataclass(frozen=True)
class Count:
    """Where an exam stands."""

    right: int
    asked: int
    total: int

    @property
    def is_short(self) -> bool:
        """Whether fewer than half of the questions were asked: too few to let a model lead."""
        return 2 * self.asked < self.total

    @property
    def role(self) -> ShownRole:
        """What follows if nothing more is asked. Of a short exam only what was asked counts, and nobody leads."""
        if self.is_short:
            return "second" if self.right >= READS_BESIDE * self.asked else "words"
        return role_for(self.right / self.total)

    @property
    def is_settled(self) -> bool:
        """Whether no answer to the questions left could change the role."""
        left = self.total - self.asked
        return not self.is_short and role_for(self.right / self.total) == role_for((self.right + left) / self.total)

    def report(self, exam_version: str, end: End) -> ExamReport:
        """The report of an exam that ended so."""
        return ExamReport(**asdict(self), role=self.role, exam_version=exam_version, sentence=self._told(end))

    def _told(self, end: End) -> str:
        read = f"Read {self.right} of {self.asked} test questions right." if self.asked else NOTHING_ANSWERED
        if end == "ended":
            return f"{read} {_WHAT_FOLLOWS[self.role]}"
        counted = ": too few to let it lead" if self.is_short else ", which count as not right"
        return f"{read} {_CUT_SHORT[end].format(unasked=self.total - self.asked)}{counted}. {_WHAT_FOLLOWS[self.role]}"


def role_for(share: float) -> ShownRole:
    """The role that follows from the share of questions that were read right."""
    return "lead" if share >= LEADS else "second" if share >= READS_BESIDE else "words"

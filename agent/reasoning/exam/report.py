"""What an exam showed: how many questions were read right, and which role follows from it."""

from dataclasses import asdict, dataclass
from typing import Literal

from pydantic import TypeAdapter, ValidationError

from agent.model_settings import ModelRole

LEADS, READS_BESIDE = 0.85, 0.5
"""Shares of right readings from which a model leads, and from which it reads beside the built-in reader."""
ShownRole = Literal["lead", "second", "words"]
_WHAT_FOLLOWS: dict[ShownRole, str] = {
    "lead": "It leads.",
    "second": "It reads beside the built-in reader.",
    "words": "It words answers; the built-in reader reads.",
}


@dataclass(frozen=True)
class ExamReport:
    """An exam that was taken. `total` questions there are, `asked` of them were put; `tools`: whether the server's own
    tool calling works.
    """

    right: int
    asked: int
    total: int
    role: ModelRole
    tools: bool
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

    def report(self, *, tools: bool, exam_version: str, ended: bool) -> ExamReport:
        """The report. `ended`: by itself, not because the time was up or somebody stopped it."""
        return ExamReport(
            **asdict(self), role=self.role, tools=tools, exam_version=exam_version, sentence=self._told(ended)
        )

    def _told(self, ended: bool) -> str:
        read = f"Read {self.right} of {self.asked} test questions right."
        if ended:
            return f"{read} {_WHAT_FOLLOWS[self.role]}"
        unasked = self.total - self.asked
        counted = "" if self.is_short else ", which count as not right"
        return f"{read} The test was cut short: {unasked} were not asked{counted}. {_WHAT_FOLLOWS[self.role]}"


def role_for(share: float) -> ShownRole:
    """The role that follows from the share of questions that were read right."""
    return "lead" if share >= LEADS else "second" if share >= READS_BESIDE else "words"

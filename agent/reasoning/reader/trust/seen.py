"""A reading beside the question that it is of: what evidence is gathered from."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from pydantic import JsonValue

from agent.reasoning.prompts import Decision, ReadQuestion
from agent.reasoning.rules.reading.frame import Frame
from agent.reasoning.rules.reading.memory import Memory
from agent.reasoning.rules.reading.question import Question, understand
from agent.reasoning.rules.reading.text import tokens_of
from agent.specs.plain import texts_in
from agent.specs.reading import Reading
from registry.profile import ColumnProfile

SpecJson = dict[str, JsonValue]


@dataclass(frozen=True, eq=False)
class Seen:
    """A question with the readings that the rules have of it; `fresh` is what they read without what was asked before,
    None where nothing was.
    """

    prompt: ReadQuestion
    decision: Decision
    fresh: Decision | None = None

    @property
    def reading(self) -> Reading:
        """The first reading: the one that is weighed."""
        return self.decision.readings[0]

    @cached_property
    def question(self) -> Question:
        """The question with all that is found in it."""
        return understand(self.prompt)

    @cached_property
    def said(self) -> frozenset[str]:
        """The stems of the question's words as they stand: nothing split, nothing spelled out."""
        return frozenset(token.stem for token in tokens_of(self.prompt.question))

    @cached_property
    def columns(self) -> Mapping[str, ColumnProfile]:
        """The columns of all data sets by name; of those of one name the first."""
        every = [column for table in self.prompt.datasets for column in table.columns]
        return {column.name: column for column in reversed(every)}

    @cached_property
    def specs(self) -> tuple[SpecJson, ...]:
        """The specs of the reading as plain data, without what is default."""
        return plain_specs(self.reading)

    @cached_property
    def used(self) -> frozenset[str]:
        """The columns that the reading names."""
        return frozenset(text for spec in self.specs for text in texts_in(spec)) & frozenset(self.columns)

    @cached_property
    def filters(self) -> Sequence[SpecJson]:
        """Every condition of the reading."""
        return [item for spec in self.specs for item in conditions_in(spec)]

    @cached_property
    def frame(self) -> Frame | None:
        """What the rules understood; None where a reading came another way."""
        frames = Memory.if_ours(self.decision.frame).frames
        return frames[-1] if frames else None

    @cached_property
    def last(self) -> Frame | None:
        """What the question before was about."""
        return Memory.if_ours(self.prompt.frame).last

    @property
    def name(self) -> str:
        """The kind of the first spec."""
        spec = self.reading.specs[0]
        return f"plot:{spec.kind}" if spec.type == "plot" else spec.op


def alone(prompt: ReadQuestion) -> ReadQuestion:
    """The question as if nothing had been asked before."""
    return replace(prompt, frame=None, pending=None, history=())


def plain_specs(reading: Reading) -> tuple[SpecJson, ...]:
    """The specs of a reading as plain data, without what is default."""
    return tuple(spec.model_dump(mode="json", exclude_defaults=True) for spec in reading.specs)


def conditions_in(value: JsonValue) -> Iterator[SpecJson]:
    """Every condition on a column in a spec."""
    if isinstance(value, dict):
        if "col" in value and "op" in value:
            yield value
        for item in value.values():
            yield from conditions_in(item)
    elif isinstance(value, list):
        for item in value:
            yield from conditions_in(item)

"""What the reading keeps for the next turn: past frames, the readings on offer, decisions that hold."""

from pydantic import Field, JsonValue, ValidationError

from agent.reasoning.rules.reading.expand import Variant
from agent.reasoning.rules.reading.frame import Frame, Frozen
from agent.specs.measures import Aggregation
from registry.profile import DatasetProfile

_KEPT = 8


class OfferedReading(Frozen):
    """A reading that the person may pick."""

    reading_id: str
    label: str
    frame: Frame
    day_first: bool | None = None


class Unanswered(Frozen):
    """A question that lacked a column: what else it said waits for the column."""

    frame: Frame
    aggregations: list[Aggregation] = Field(default_factory=list)
    needs: list[str]
    lacks_a_group: bool = Field(default=False, description="What is missing tells groups apart; else it is measured.")


class Memory(Frozen):
    """The shape of `Decision.frame` for the rules. `picked` is set when an option was chosen by button."""

    frames: list[Frame] = Field(default_factory=list, description="Oldest first, the last few.")
    offered: list[OfferedReading] = Field(default_factory=list)
    proposed: bool = Field(default=False, description="It was asked whether the first on offer is meant.")
    unanswered: Unanswered | None = None
    picked: str | None = None
    model: JsonValue = Field(default=None, description="What a language model keeps; the rules do not read it.")

    @classmethod
    def from_json(cls, data: dict[str, JsonValue] | None) -> "Memory":
        """The memory of the last turn; empty when there was none."""
        return cls.model_validate(data) if data else cls()

    @classmethod
    def if_ours(cls, data: dict[str, JsonValue] | None) -> "Memory":
        """The same; empty where another reasoner keeps a shape of its own."""
        try:
            return cls.from_json(data)
        except ValidationError:
            return cls()

    def known_to(self, datasets: tuple[DatasetProfile, ...]) -> "Memory":
        """The memory without what is about data sets or columns that are no longer there."""
        columns = {(table.dataset_id, column.name) for table in datasets for column in table.columns}
        tables = {table.dataset_id for table in datasets}

        def stands(frame: Frame) -> bool:
            done = frame.preparation
            named = {(column.dataset_id, column.column) for column in frame.named_columns()}
            named -= {(done.dataset_id, name) for name in done.made} if done else set()
            return named <= columns and frame.named_datasets() <= tables

        return Memory(
            frames=[frame for frame in self.frames if stands(frame)],
            offered=[offer for offer in self.offered if stands(offer.frame)],
            proposed=self.proposed,
            unanswered=self.unanswered if self.unanswered and stands(self.unanswered.frame) else None,
            picked=self.picked,
        )

    @property
    def last(self) -> Frame | None:
        """The frame that a follow-up builds on: of the reading picked, else of the last question."""
        chosen = next((offer.frame for offer in self.offered if offer.reading_id == self.picked), None)
        return chosen or (self.frames[-1] if self.frames else None)

    @property
    def first(self) -> Frame | None:
        """The first of the frames that are remembered."""
        return self.frames[0] if self.frames else None

    def after(self, frame: Frame, variants: list[Variant], ids: list[str]) -> "Memory":
        """The memory with one more question; its variants are on offer."""
        offered = [
            OfferedReading(reading_id=reading_id, label=variant.label, frame=variant.frame, day_first=variant.day_first)
            for reading_id, variant in zip(ids, variants, strict=True)
        ]
        past = [*self.frames, *([self.last] if self.picked and self.last else [])]
        return Memory(frames=[*past, variants[0].frame if len(variants) == 1 else frame][-_KEPT:], offered=offered)

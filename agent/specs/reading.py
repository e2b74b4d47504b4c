"""A reading: one plausible meaning of a question, as specs that can be executed."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from agent.specs.base import Strict
from agent.specs.measures import AnalysisSpec
from agent.specs.plots import PlotSpec

Comparison = Literal["values", "top_key"]


class Reading(Strict):
    """One meaning of a question. The first spec is the answer; further ones support it.

    `headline` is the number that the reading gives, written with references to its own specs: `{S1.price_sum}`,
    `{S1[#1].name}: {S1[#1].price_sum}`. It stands on the option's button if the readings differ.
    `compare` says what must agree for two readings to be the same answer: all "values" of the first table, or only
    the "top_key", the key of its first row (which hour is busiest), when the question asks for a name.
    """

    reading_id: str
    label: str = Field(description="Short words that tell this reading from the others.")
    interpretation: str = Field(default="", description="How the question was read, in one sentence.")
    specs: list[Annotated[AnalysisSpec | PlotSpec, Field()]] = Field(min_length=1)
    headline: str = ""
    compare: Comparison = "values"
    assumptions: list[str] = Field(default_factory=list)

    @model_validator(mode="before")
    @classmethod
    def _without_what_older_readings_hold(cls, data: object) -> object:
        """Readings that are stored may have a sentence of their own, which no answer uses any more."""
        return {name: value for name, value in data.items() if name != "says"} if isinstance(data, dict) else data

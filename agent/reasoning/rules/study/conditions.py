"""Conditions on rows in what a person says about a study, read as questions are read."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from agent.reasoning.prompts import ReadQuestion
from agent.reasoning.rules.reading.parse import parts_of
from agent.reasoning.rules.reading.question import understand
from agent.reasoning.rules.reading.tables import Workbench
from agent.specs.base import Filter
from agent.specs.transforms import Transform
from registry.profile import DatasetProfile
from registry.value_index import ValueMatch


@dataclass(frozen=True)
class Conditions:
    """Filters, and the steps that make the columns they use."""

    filters: list[Filter] = field(default_factory=list)
    steps: list[Transform] = field(default_factory=list)


def conditions_in(
    text: str, table: DatasetProfile, matches: Sequence[ValueMatch], *, but: frozenset[str] = frozenset()
) -> Conditions:
    """The conditions that the text sets on rows of the table, none on the columns in `but`.

    Values of several columns that fit equally well give the first; the checkpoint shows which.
    """
    mine = tuple(match for match in matches if match.dataset_id == table.dataset_id and match.words in text)
    question = understand(ReadQuestion(question=text, datasets=(table,), value_matches=mine))
    bench = Workbench(table, (table,))
    slots = [alternatives[0] for alternatives in parts_of(question, None, None).conditions]
    filters = [bench.filter(slot) for slot in slots if slot.column.column not in but]
    return Conditions(filters, bench.steps)

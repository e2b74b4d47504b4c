"""Footnotes: what a number was computed from, in words; numbers of one computation share theirs."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import cast

from agent.grounding.cited import arithmetic_of
from agent.report.cells import exact_cell, is_dated, written_as
from agent.report.wording import computed_words, ledger_sentence
from agent.report.words import say
from agent.specs.locales import date_words
from agent.specs.result_words import as_title
from agent.state import Artifact, Citation, CitedCell, TablePayload


def is_number(citation: Citation) -> bool:
    """Whether a piece of text is a number that needs its source: not the name of a row, nor what the question said."""
    return not citation["verified"] or any(
        isinstance(cell["value"], int | float) and not isinstance(cell["value"], bool) for cell in citation["cells"]
    )


@dataclass
class Notes:
    """The footnotes of a report, numbered in the order in which they are first needed."""

    artifacts: Mapping[str, Artifact]
    are_wanted: bool = True  # where they are not, no number has one
    _exact: dict[str, dict[str, None]] = field(default_factory=dict)  # source -> what is told of its numbers

    def of_citation(self, citation: Citation) -> int:
        """The number of the note that tells where a number comes from; 0 where none are wanted."""
        if not self.are_wanted:
            return 0
        if not citation["verified"]:
            is_figure = any(character.isdigit() for character in citation["display"])
            return self._number(say(f"note.{'nowhere' if is_figure else 'contradicts'}", shown=citation["display"]))
        place = self._number(self._source(cell["artifact_id"] for cell in citation["cells"]) or say("note.unknown"))
        if told := self._told(citation):
            [*self._exact.values()][place - 1].setdefault(told)
        return place

    def of_artifacts(self, artifact_ids: Iterable[str]) -> int:
        """The number of the note that tells what results were computed from; 0 where nothing is known of them."""
        source = self._source(artifact_ids)
        return self._number(source) if source and self.are_wanted else 0

    @property
    def texts(self) -> tuple[str, ...]:
        """The notes in order."""
        return tuple(
            f"{source} {say('note.exact', numbers=say('note.between').join(told))}" if told else source
            for source, told in self._exact.items()
        )

    def _number(self, source: str) -> int:
        self._exact.setdefault(source, {})
        return [*self._exact].index(source) + 1

    def _source(self, artifact_ids: Iterable[str]) -> str:
        known = [self.artifacts[one] for one in artifact_ids if one in self.artifacts]
        return " ".join(dict.fromkeys(_source_of(one) for one in known))

    def _told(self, citation: Citation) -> str:
        """How a number was made of cells, or all digits of one that is rounded; "" where it is the cell as it is."""
        exact = [self._exactly(cell) for cell in citation["cells"]]
        shown = citation["display"]
        if arithmetic := arithmetic_of(citation, exact):
            return say("note.number", shown=shown, exact=arithmetic)
        return "" if len(exact) != 1 or exact[0] in shown else say("note.number", shown=shown, exact=exact[0])

    def _exactly(self, cell: CitedCell) -> str:
        artifact, value = self.artifacts.get(cell["artifact_id"]), exact_cell(cell["value"])
        if artifact is None or artifact["kind"] != "table":
            return value
        table = cast(TablePayload, artifact["payload"])
        is_date = cell["column"] in table["columns"] and written_as(table, cell["column"]) == "date"
        return date_words(value) if is_date or (is_dated(table) and cell["column"] in table["key_columns"]) else value


def _source_of(artifact: Artifact) -> str:
    """ "Total price by month; from 12,431 of 60,000 rows of orders.csv." """
    what = as_title(computed_words(artifact))
    if artifact["ledger"] is None:
        return say("note.computed", what=what)
    return say("note.computed_from", what=what, rows=ledger_sentence(artifact["ledger"]))

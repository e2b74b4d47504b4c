"""The number lock (DESIGN section 4, law 1): is a figure written by hand in the question or in a result?"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from pydantic import JsonValue
from typing_extensions import TypedDict

from agent.artifacts import rows_counted
from agent.grounding.cells import cited_cell, table_of
from agent.grounding.figures import NO_WORD_AFTER, NO_WORD_BEFORE, WrittenFigure, dates_in, figures_in
from agent.grounding.repeated_figures import Passage, is_said_as_threshold, is_threshold, is_told_as_result
from agent.specs.measures import MODELS, Outliers
from agent.specs.plain_data import leaves_in, texts_in
from agent.state import Artifact, Cell, CitedCell, TablePayload
from languages.phrase_files import ENGLISH

_DIGIT = re.compile(r"\d")
_DATED = re.compile(r"[12]\d{3}-")
CONCEPT_FIGURES: tuple[float, ...] = (0, 0.01, 0.05, 1, 1.5, 2, 3, 5, 25, 50, 68, 75, 90, 95, 99, 99.7, 100)
"""Figures that belong to the ideas themselves, for explanations that are not about the data."""
DIGITS_TO_ROUND = 3
"""A figure of fewer significant digits has to equal a number exactly; else nearly everything would match."""


def figures_of_method(op: str) -> tuple[float, ...]:
    """Figures that belong to the definition of a measure; () for what is none."""
    return MODELS[op].FIGURES_OF_METHOD if op in MODELS else ()


def figures_of_idea(question: str) -> tuple[float, ...]:
    """What an explanation that is not about the data may say: such figures, and those of the idea that was asked for
    ("what does a p-value of 0.03 mean?").
    """
    return (*CONCEPT_FIGURES, *_sizes([question]))


class Grounds(TypedDict, total=False):
    """What a text may say beside the results. `conventions`: figures that belong to the ideas themselves; `language`:
    that of the text, in which numbers and dates of cells are written.
    """

    question: str
    facts: Sequence[str]
    names: Sequence[str]
    conventions: Sequence[float]
    language: str


@dataclass(frozen=True)
class Evidence:
    """What a text may say: the question, settled facts, and the results. A name may only be said whole: the column
    "Score (1-10)" does not make 10 a figure that may be used.
    """

    artifacts: Mapping[str, Artifact]
    question: str = ""
    facts: Sequence[str] = ()
    names: Sequence[str] = ()
    conventions: Sequence[float] = ()
    language: str = ENGLISH

    @cached_property
    def _specs(self) -> tuple[JsonValue, ...]:
        return tuple(artifact["spec"] for artifact in self.artifacts.values() if artifact["spec"] is not None)

    @cached_property
    def _texts(self) -> frozenset[str]:
        """Names and cells that hold digits."""
        return frozenset(text for text in self._all_texts() if _DIGIT.search(text))

    def _all_texts(self) -> Iterator[str]:
        yield from self.names
        yield from (text for spec in self._specs for text in texts_in(spec))
        for artifact in self.artifacts.values():
            if artifact["ledger"]:
                yield artifact["ledger"]["dataset"]
            if artifact["kind"] == "table":
                table = table_of(artifact)
                yield from (*table["columns"], *table.get("headings", {}).values())
                yield from (cell for row in table["rows"] for cell in row if isinstance(cell, str))

    @cached_property
    def _numbers(self) -> frozenset[float]:
        """Sizes that may be told as results and need no look at the cells: of facts, ledgers and conventions."""
        sizes = {*self.conventions, *_sizes(self.facts)}
        for artifact in self.artifacts.values():
            sizes.update(_count(artifact))
        return frozenset(sizes)

    @cached_property
    def _settings(self) -> frozenset[float]:
        """Sizes that say how it was computed: of specs and the measures' definitions."""
        sizes: set[float] = set()
        for spec in self._specs:
            # a quantile of 0.95 is told as the 95th percentile
            sizes.update(size for number in _figures(spec) for size in (abs(number), abs(number) * 100))
        for artifact in self.artifacts.values():
            spec = artifact["spec"] or {}
            sizes.update(figures_of_method(str(spec.get("op"))))
            if any(text == "treat_outliers" for text in texts_in(spec.get("prepare"))):
                sizes.update(Outliers.FIGURES_OF_METHOD)
        return frozenset(sizes)

    @cached_property
    def _thresholds(self) -> frozenset[float]:
        """Sizes that the question names as bounds, and as nothing else."""
        asked = Passage(self.question)
        figures = [(figure, is_threshold(figure, asked)) for figure in figures_in(self.question)]
        bounds, others = (
            {meaning.size for figure, is_bound in figures if is_bound == wanted for meaning in figure.meanings}
            for wanted in (True, False)
        )
        return frozenset(bounds - others)

    @cached_property
    def _years(self) -> frozenset[float]:
        """2015, where a name or cell says 2015-03."""
        return frozenset(float(text[:4]) for text in self._texts if _DATED.match(text))

    @cached_property
    def _dates(self) -> tuple[str, ...]:
        said = (date.iso for text in (self.question, *self.facts) for date in dates_in(text))
        return (*self._texts, *said)

    def without_names(self, text: str) -> str:
        """The text with names, text cells and known dates blanked out: what is left to be checked."""
        # the longest first, so that the whole of a name is passed over
        for name in sorted((name for name in self._texts if name in text), key=lambda name: (-len(name), name)):
            whole = re.compile(rf"(?<!\.){NO_WORD_BEFORE}{re.escape(name)}{NO_WORD_AFTER}(?![.,]\d)")
            text = whole.sub(lambda match: " " * len(match.group()), text)
        for date in dates_in(text):
            if any(
                date.iso in known if date.iso.startswith("-") else known.startswith(date.iso) for known in self._dates
            ):
                text = text[: date.start] + " " * (date.end - date.start) + text[date.end :]
        return text

    def allows(self, figure: WrittenFigure, passage: Passage) -> bool:
        """Whether the figure is a fact or a count of rows, or is said again as what it was in question or spec."""
        if any(_agree(figure, number) for number in self._numbers):
            return True
        if not self._is_set(figure) or is_told_as_result(figure, passage):
            return False
        bound = any(_agree(figure, number) for number in self._thresholds)
        return not bound or is_said_as_threshold(figure, passage)

    def _is_set(self, figure: WrittenFigure) -> bool:
        """Whether question or spec say it. Of a question's 50 no 50 % is made, though 5 % of its 0.05."""
        if any(_agree(figure, number) for number in self._settings):
            return True
        sizes = ((meaning.size, said.is_percent) for said in figures_in(self.question) for meaning in said.meanings)
        return any(
            _same_size(figure, size)
            if is_percent or not figure.is_percent
            else size <= 1 and _same_size(figure, size * 100)
            for size, is_percent in sizes
        )

    def is_year(self, figure: WrittenFigure) -> bool:
        """Whether the figure is the year of a date in the results."""
        return any(meaning.size in self._years for meaning in figure.meanings)

    def cell(self, figure: WrittenFigure) -> CitedCell | None:
        """A cell that the figure stands for, or None."""
        for artifact_id, artifact in self.artifacts.items():
            if artifact["kind"] != "table":
                continue
            table = table_of(artifact)
            for number, row in enumerate(table["rows"]):
                for place, value in enumerate(row):
                    if _stands_for(figure, value, _is_percent(table, place)):
                        return cited_cell(artifact_id, table, number, place)
        return None


@dataclass(frozen=True)
class Locked:
    """A figure in a text with what the lock says of it: the cell it stands for, or unverified."""

    figure: WrittenFigure
    cell: CitedCell | None
    verified: bool


def check_figures(piece: str, evidence: Evidence, passage: Passage | None = None) -> list[Locked]:
    """The figures of a text that are unverified, or that stand for a cell; those of the question are passed over.
    `passage` is the text that the piece is of, where it is of a longer one.

    The cells, which may be many, are looked through only if question, specs and counts do not explain all figures.
    """
    passage = passage or Passage(piece)
    if all(evidence.allows(figure, passage) for figure in figures_in(piece)):
        return []
    locked = []
    for figure in figures_in(evidence.without_names(piece)):
        if evidence.allows(figure, passage) or evidence.is_year(figure):
            continue
        cell = evidence.cell(figure)
        locked.append(Locked(figure, cell, verified=cell is not None))
    return locked


def _sizes(texts: Iterable[str]) -> Iterator[float]:
    yield from (meaning.size for text in texts for figure in figures_in(text) for meaning in figure.meanings)


def _agree(figure: WrittenFigure, number: float) -> bool:
    sizes = (abs(number), abs(number) * 100) if figure.is_percent else (abs(number),)
    return any(_same_size(figure, size) for size in sizes)


def _same_size(figure: WrittenFigure, size: float) -> bool:
    for meaning in figure.meanings:
        distance = abs(size - meaning.size)
        if distance <= 1e-9 * max(1.0, size):
            return True
        if figure.digits >= DIGITS_TO_ROUND and distance <= meaning.half_unit * 1.0001:
            return True
    return False


def _stands_for(figure: WrittenFigure, value: Cell, in_percent: bool) -> bool:
    """A percent figure stands for a percentage or a share, never for a count of the same digits."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    if not figure.is_percent or in_percent:
        return _same_size(figure, abs(value))
    return isinstance(value, float) and abs(value) <= 1 and _same_size(figure, abs(value) * 100)


def _is_percent(table: TablePayload, place: int) -> bool:
    column = table["columns"][place]
    return table["formats"].get(column) == "percent" or table["units"].get(column) == "%"


def _count(artifact: Artifact) -> Iterator[float]:
    if artifact["kind"] == "table":
        yield table_of(artifact)["total_rows"]
    if ledger := artifact["ledger"]:
        yield from (ledger["rows_total"], ledger["rows_used"], rows_counted(ledger))
        for step in ledger["steps"]:
            yield from (step["rows_before"], step["rows_after"], step["rows_before"] - step["rows_after"])
        yield from _sizes(_first_figure(note) for note in ledger["notes"])  # "76 missing cells filled"


def _first_figure(note: str) -> str:
    """The first word that is a figure, wherever the language puts it."""
    return next((word for word in note.split(" ") if word[:1].isdigit()), "")


def _figures(value: JsonValue) -> Iterator[float]:
    yield from (leaf for leaf in leaves_in(value) if isinstance(leaf, int | float) and not isinstance(leaf, bool))

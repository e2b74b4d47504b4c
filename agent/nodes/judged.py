"""What reading the files decided that the numbers of an answer depend on: told at that answer, where it is changed."""

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from pydantic import JsonValue

from agent.analysis.rows_used import Rows, RowsUsed
from agent.analysis.validate import check_spec
from agent.errors import DataError, SpecError
from agent.nodes.file_doubts import same_either_way
from agent.nodes.turn_facts import TurnRuntime, asked_question, tables
from agent.reasoning.language import detect_language
from agent.reasoning.rules.narration.phrases import Phrases, phrases_in
from agent.specs.parse import parse_spec
from agent.specs.plain_data import texts_in
from agent.state import AgentState, Artifact, Judged
from registry.dataset import Dataset
from registry.profile import DatasetProfile
from registry.receipt import ReceiptEntry, judged_in


def judged_of(state: AgentState, results: Sequence[Artifact], runtime: TurnRuntime) -> list[Judged]:
    """The judgements about the rows and the columns of the data that these results, and the turn's code, were made of;
    those about rows and about most cells first."""
    context, code = runtime.context, state.get("code") or ""
    told = _Told(state.get("assumptions", []), phrases_in(detect_language(asked_question(state))))
    used = {dataset_id for result in results for dataset_id in result["dataset_ids"]}
    datasets = [each for each in context.datasets.datasets(context.conversation_id) if each.dataset_id in used]
    specs = [result["spec"] for result in results if result["spec"]]
    uses = _Uses(specs, code, [each.profile for each in datasets])
    through = RowsUsed([] if code else specs, tables(runtime))
    return [
        Judged(
            dataset_id=dataset.dataset_id, column=one.column, kind=one.kind, count=one.count, values=list(one.values)
        )
        for dataset in datasets
        for one in judged_in(_among(_used(_untold(dataset, told), dataset, uses), dataset, through))
    ]


def _used(entries: Iterable[ReceiptEntry], dataset: Dataset, uses: "_Uses") -> Iterator[ReceiptEntry]:
    """Those about the table as a whole, and about columns that are used."""
    for entry in entries:
        if entry.judged is not None and (not entry.column or uses.has(dataset.profile, entry.column)):
            yield entry


def _among(entries: Iterable[ReceiptEntry], dataset: Dataset, through: RowsUsed) -> Iterator[ReceiptEntry]:
    """The entries with how many of their cells stand in rows that are used; without those that have none there."""
    for entry in entries:
        rows = _rows_for(entry, dataset, through)
        count = entry.count if rows is None else _cells_in(rows, entry, dataset)
        if count or not entry.count:  # some are of all cells, uncounted
            yield replace(entry, count=count)


def _rows_for(entry: ReceiptEntry, dataset: Dataset, through: RowsUsed) -> Rows | None:
    if entry.judged is None or entry.column is None or not dataset.in_memory:
        return None
    return through.of(dataset.dataset_id, entry.column, named=entry.judged.kind == "spellings_merged")


def _cells_in(rows: Rows, entry: ReceiptEntry, dataset: Dataset) -> int:
    """How many of the cells that an entry is about stand in these rows; all, where it is not known of which it is."""
    judged, column = entry.judged, entry.column
    if judged is not None and judged.rows is not None:
        return int(np.isin(judged.rows, rows).sum())
    if judged is not None and judged.kind == "cells_missing":
        return min(entry.count, int(dataset.frame[column].iloc[rows].isna().sum()))
    return entry.count


@dataclass(frozen=True)
class _Told:
    """What an answer says already: of doubts about a file that give the same either way."""

    assumptions: Sequence[str]
    phrases: Phrases

    def has(self, entry: ReceiptEntry) -> bool:
        return entry.choice is not None and same_either_way(entry.choice, self.phrases) in self.assumptions


def _untold(dataset: Dataset, told: _Told) -> Iterator[ReceiptEntry]:
    """The receipt without what the person looked at and left, and without what gives the same either way."""
    for entry in dataset.receipt.entries:
        if entry.choice not in dataset.choices.declined and not told.has(entry):
            yield entry


class _Uses:
    """Which columns some specs and a program use."""

    def __init__(self, specs: Sequence[Mapping[str, JsonValue]], code: str, profiles: Sequence[DatasetProfile]) -> None:
        self._specs = specs
        self._named = {text for spec in specs for text in texts_in(dict(spec))}
        self._in_code = _texts_of(code)
        self._profiles = {profile.dataset_id: profile for profile in profiles}

    def has(self, profile: DatasetProfile, column: str) -> bool:
        """Whether a column of this table is used: named by the program, or by a spec that does not go without it."""
        if column in self._in_code:
            return True
        if column not in self._named:
            return False
        without = tuple(each for each in profile.columns if each.name != column)
        known = {**self._profiles, profile.dataset_id: replace(profile, columns=without)}
        return any(not _fits(spec, known) for spec in self._specs)


def _fits(spec: Mapping[str, JsonValue], known: Mapping[str, DatasetProfile]) -> bool:
    try:
        check_spec(parse_spec(spec), known)
    except (SpecError, DataError):
        return False
    return True


def _texts_of(code: str) -> frozenset[str]:
    """The texts that stand in a program; none where it is no program."""
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return frozenset()
    return frozenset(
        node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )

"""What reading the files decided that the numbers of an answer depend on: told at that answer, where it is changed."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pydantic import JsonValue

from agent.analysis.validate import check_spec
from agent.errors import DataError, SpecError
from agent.nodes.file_doubts import same_either_way
from agent.nodes.turn_facts import TurnRuntime, asked_question
from agent.reasoning.language import detect_language
from agent.reasoning.rules.narration.phrases import Phrases, phrases_in
from agent.specs.parse import parse_spec
from agent.specs.plain_data import texts_in
from agent.state import AgentState, Artifact, Judged
from registry.dataset import Dataset
from registry.profile import DatasetProfile
from registry.receipt import ReceiptEntry, judged_in


def judged_of(state: AgentState, results: Sequence[Artifact], runtime: TurnRuntime) -> list[Judged]:
    """The judgements about the rows of the data that these results, and the turn's code, were made of, and about the
    columns that they use; those about rows and about most cells first."""
    context, code = runtime.context, state.get("code") or ""
    told = _Told(state.get("assumptions", []), phrases_in(detect_language(asked_question(state))))
    used = {dataset_id for result in results for dataset_id in result["dataset_ids"]}
    datasets = [each for each in context.datasets.datasets(context.conversation_id) if each.dataset_id in used]
    uses = _Uses([result["spec"] for result in results if result["spec"]], code, [each.profile for each in datasets])
    return [
        Judged(
            dataset_id=dataset.dataset_id, column=one.column, kind=one.kind, count=one.count, values=list(one.values)
        )
        for dataset in datasets
        for one in judged_in(_untold(dataset, told))
        if not one.column or uses.has(dataset.profile, one.column)
    ]


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

"""A question put to the rules as the product puts it, with what was asked and answered before."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from agent.analysis.source import Table
from agent.analysis.validate import check_spec
from agent.errors import TallyError
from agent.reasoning.prompts import Decision, PastTurn, ReadQuestion
from agent.reasoning.rules.reading.from_specs import frame_of_specs
from agent.reasoning.rules.reading.memory import Memory
from agent.reasoning.rules.reading.read import read_question
from agent.reasoning.sense import check_sense
from agent.specs.parse import Spec, parse_spec
from agent.specs.reading import Reading
from registry.dataset import DETECT
from registry.display_names import display_name
from registry.keeping import KeptDataset
from registry.store import DatasetStore, fingerprint_of
from training.corpora import Line, SpecJson, with_ids
from training.results import Answered, executed, same_answer

BROKEN = "broken"
"""The rationale of a decision that the rules could not make for a fault of theirs."""


@dataclass(frozen=True)
class Data:
    """The tables of a question, loaded as a conversation has them."""

    store: DatasetStore
    owner: str

    @property
    def tables(self) -> dict[str, Table]:
        """The tables by id, as analysis takes them."""
        return {
            each.dataset_id: Table(each.dataset_id, each.name, each.frame, each.profile)
            for each in self.store.datasets(self.owner)
        }

    def specs(self, written: Sequence[SpecJson]) -> list[Spec]:
        """The specs of a line, of these tables. SpecError where one is none."""
        every = self.store.datasets(self.owner)
        ids = {each.name: each.dataset_id for each in every}
        first = {"dataset_id": every[0].dataset_id}
        return [parse_spec({**first, **with_ids(dict(spec), ids)}) for spec in written]

    def prompt(self, question: str, frame: Memory | None, history: Sequence[PastTurn]) -> ReadQuestion:
        """The question with what is known of the data."""
        return ReadQuestion(
            question=question,
            datasets=tuple(each.profile for each in self.store.datasets(self.owner)),
            value_matches=self.store.find_values(self.owner, question),
            shared_keys=self.store.shared_keys(self.owner),
            frame=frame.model_dump(mode="json") if frame else None,
            history=tuple(history),
        )


def loaded(folder: Path, names: Sequence[str]) -> Data:
    """The files of a line in a store of their own, the same files under the same ids."""
    store = DatasetStore()
    for place, name in enumerate(names, 1):
        content = (folder / "data" / name).read_bytes()
        dataset_id = fingerprint_of(name.encode() + content)[:16]
        kept = KeptDataset(dataset_id, place, display_name(name), 1, fingerprint_of(content), DETECT)
        store.restore("asked", kept, content)
    return Data(store, "asked")


@dataclass(frozen=True)
class Asked:
    """A prompt, what the rules decide, and what their readings give; a reading that fails gives None."""

    prompt: ReadQuestion
    decision: Decision
    given: tuple[list[Answered] | None, ...]


def asked(line: Line, data: Data) -> Asked:
    """The line's question to the rules, after those before it were settled as the line has them."""
    memory: Memory | None = None
    history: list[PastTurn] = []
    for before in line.meaning.past:
        memory = _after(data.prompt(before.question, memory, history), before.specs, data)
        history.append(PastTurn(before.question, "answered", "", ""))
    prompt = data.prompt(line.meaning.question, memory, history)
    return decided(prompt, data)


def decided(prompt: ReadQuestion, data: Data) -> Asked:
    """What the rules decide, executed. A question that they break on is one that they cannot read."""
    try:
        decision = read_question(prompt)
    except (AssertionError, LookupError, ValueError) as error:
        print(f"The rules broke on {prompt.question!r}: {error!r}")
        decision = Decision(next_action="ask", rationale=BROKEN)
    return Asked(prompt, decision, tuple(_given(reading, prompt, data) for reading in decision.readings))


def _given(reading: Reading, prompt: ReadQuestion, data: Data) -> list[Answered] | None:
    asked_before = [turn.question for turn in prompt.history]
    try:
        for spec in reading.specs:
            check_spec(spec, {table.dataset_id: table for table in prompt.datasets})
        check_sense(reading.specs, prompt.datasets, [*asked_before, prompt.question])
        return executed(reading.specs, data.tables)
    except TallyError:
        return None


def _after(prompt: ReadQuestion, specs: Sequence[SpecJson], data: Data) -> Memory | None:
    """The memory once a question was answered with these specs: the rules' own where they read the same or offered it,
    else that of the reading made by hand, else none.
    """
    now = decided(prompt, data)
    meant = data.specs(specs)
    try:
        wanted = executed(meant, data.tables)
    except TallyError:
        wanted = []
    for reading, given in zip(now.decision.readings, now.given, strict=True):
        if given is not None and wanted and same_answer(wanted, given):
            memory = Memory.from_json(now.decision.frame)
            return memory.model_copy(update={"picked": reading.reading_id if len(now.given) > 1 else None})
    frame = frame_of_specs(meant, prompt.datasets) if meant else None
    return Memory(frames=[frame]) if frame else None

"""The tables of a question and what is known of them, as the product has them."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from agent.analysis.frames.source import Table
from agent.reasoning.prompts import PastTurn, ReadQuestion
from agent.specs.parse import Spec, parse_spec
from registry.dataset import DETECT, display_name
from registry.keeping import KeptDataset, fingerprint_of
from registry.store import DatasetStore
from training.corpora import SpecJson, with_ids


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

    def prompt(self, question: str, history: Sequence[PastTurn]) -> ReadQuestion:
        """The question with what is known of the data."""
        return ReadQuestion(
            question=question,
            datasets=tuple(each.profile for each in self.store.datasets(self.owner)),
            value_matches=self.store.find_values(self.owner, question),
            shared_keys=self.store.shared_keys(self.owner),
            history=tuple(history),
        )


def load_data(folder: Path, names: Sequence[str]) -> Data:
    """The files of a line in a store of their own, the same files under the same ids."""
    store = DatasetStore()
    for place, name in enumerate(names, 1):
        content = (folder / "data" / name).read_bytes()
        dataset_id = fingerprint_of(name.encode() + content)[:16]
        kept = KeptDataset(dataset_id, place, display_name(name), 1, fingerprint_of(content), DETECT)
        store.restore("asked", kept, content)
    return Data(store, "asked")

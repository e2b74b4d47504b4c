"""A restart of a conversation whose data stay on disk: the same file is read where it lies, another one never."""

from pathlib import Path

import pytest

from agent.service import AnalystService
from agent.sessions.missing_data import DataMissingError
from registry.by_path.places import PathError
from registry.dataset import Dataset, ReadingChoices
from tests.agent.persistence.conftest import Serve
from tests.agent.persistence.test_restart import MEAN
from tests.agent.scripted import STAFF, act


def by_path(serve: Serve, place: str, folder: Path) -> tuple[AnalystService, str, Dataset, Path]:
    """A conversation with a file on disk, one of its columns kept as text."""
    path = folder / "staff.csv"
    path.write_bytes(STAFF)
    service = serve(place, act(MEAN), by_path_folder=str(folder / "columns"))
    conversation = service.start_conversation("ann")
    dataset = service.datasets.add_path(conversation, str(path))
    kept = ReadingChoices(renamed=(("level", "grade"),))
    return service, conversation, service.datasets.reread(conversation, dataset.dataset_id, kept), path


def again(serve: Serve, place: str, folder: Path) -> AnalystService:
    return serve(place, act(MEAN), by_path_folder=str(folder / "columns"))


def test_a_file_on_disk_is_read_again_as_it_was(place: str, serve: Serve, tmp_path: Path) -> None:
    before, conversation, dataset, _ = by_path(serve, place, tmp_path)
    before.close()
    after = again(serve, place, tmp_path)
    (gap,) = after.missing_datasets(conversation)
    assert (gap.name, gap.why, gap.lies_on_disk) == ("staff.csv", "", True)
    with pytest.raises(DataMissingError, match=r"staff\.csv"):
        after.ask(conversation, "Mean?")
    restored = after.read_dataset_again(conversation, gap.fingerprint)
    assert (restored.dataset_id, restored.version, restored.choices) == (dataset.dataset_id, 2, dataset.choices)
    assert restored.profile == dataset.profile
    assert not after.missing_datasets(conversation)
    assert after.ask(conversation, "Mean?")["status"] == "answered"


@pytest.mark.parametrize(("change", "why"), [("more", "was changed on disk"), ("gone", "There is nothing at")])
def test_another_file_is_told_and_never_read_as_the_same_version(
    sqlite: str, serve: Serve, tmp_path: Path, change: str, why: str
) -> None:
    before, conversation, dataset, path = by_path(serve, sqlite, tmp_path)
    before.close()
    path.write_bytes(STAFF + b"Zoe,Sales,Junior,1\n")
    if change == "gone":
        path.unlink()
    after = again(serve, sqlite, tmp_path)
    (gap,) = after.missing_datasets(conversation)
    assert why in gap.why and "go on without it" in gap.why
    with pytest.raises(PathError, match=why):
        after.read_dataset_again(conversation, gap.fingerprint)
    assert after.datasets.datasets(conversation) == ()
    after.give_up_dataset(conversation, gap.fingerprint)
    assert not after.missing_datasets(conversation)
    assert dataset.dataset_id not in {one.dataset_id for one in after.datasets.datasets(conversation)}


def test_a_file_that_changes_while_it_waits_to_be_read_is_told(sqlite: str, serve: Serve, tmp_path: Path) -> None:
    before, conversation, _, path = by_path(serve, sqlite, tmp_path)
    before.close()
    after = again(serve, sqlite, tmp_path)
    (gap,) = after.missing_datasets(conversation)
    path.write_bytes(STAFF + b"Zoe,Sales,Junior,1\n")
    with pytest.raises(PathError, match="was changed on disk"):
        after.read_dataset_again(conversation, gap.fingerprint)
    (gap,) = after.missing_datasets(conversation)
    assert "was changed on disk" in gap.why


def test_a_file_on_disk_that_was_removed_is_not_missed(sqlite: str, serve: Serve, tmp_path: Path) -> None:
    before, conversation, dataset, path = by_path(serve, sqlite, tmp_path)
    before.datasets.remove(conversation, dataset.dataset_id)
    before.close()
    assert path.exists()
    assert not again(serve, sqlite, tmp_path).missing_datasets(conversation)

"""The store: ownership, versions, limits with clear refusals, and nothing lost when something fails."""

import threading

import pandas as pd
import pytest

from registry.choosing import declining
from registry.dataset import Dataset, ReadingChoices, display_name
from registry.errors import (
    FileTooLargeError,
    MemoryFullError,
    RegistryError,
    UnknownDatasetError,
    UnreadableFileError,
    WrongFileError,
)
from registry.keeping import KeptDataset, fingerprint_of
from registry.sentences import sentence
from registry.store import DatasetStore
from registry.store_limits import StoreLimits

ORDERS = b"order_no,when,amount\nA-10,05/03/2023,5\nA-11,04/10/2024,7\n"


def test_a_data_set_belongs_to_its_owner_under_an_unguessable_id() -> None:
    store = DatasetStore()
    first, second = store.add("ann", "orders.csv", ORDERS), store.add("ann", "orders.csv", ORDERS)
    assert first.dataset_id != second.dataset_id
    assert len(first.dataset_id) >= 20
    assert store.datasets("ann") == (first, second)
    assert store.datasets("bob") == ()
    for attempt in (store.get, store.remove):
        with pytest.raises(UnknownDatasetError):
            attempt("bob", first.dataset_id)


def test_a_data_set_knows_its_file() -> None:
    dataset = DatasetStore().add("ann", r"C:\data\orders.csv", ORDERS)
    assert (dataset.name, dataset.version, len(dataset.fingerprint)) == ("orders.csv", 1, 64)
    assert dataset.profile.rows == dataset.receipt.rows == 2
    assert dataset.receipt.size_bytes == len(ORDERS)


def test_reading_again_with_a_choice_makes_the_next_version() -> None:
    store = DatasetStore()
    before = store.add("ann", "orders.csv", ORDERS)
    asked = before.profile.column("when")
    assert asked is not None
    assert asked.kind == "ambiguous_date"
    after = store.reread("ann", before.dataset_id, ReadingChoices(day_first=(("when", True),)))
    assert (after.dataset_id, after.version, after.fingerprint) == (before.dataset_id, 2, before.fingerprint)
    assert after.profile.columns[1].kind == "date"
    assert after.profile.columns[1].first == "2023-03-05"
    assert store.get("ann", before.dataset_id) == after
    assert before.frame["when"].tolist() == ["05/03/2023", "04/10/2024"]


def test_what_is_left_as_it_is_reads_nothing_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    store = DatasetStore()
    before = store.add("ann", "codes.csv", b"mark,n\nNone,1\ngift,2\nbox,3\nbag,4\nNone,5\ngift,6\n")
    unsure = [entry.choice for entry in before.receipt.of("unsure") if entry.choice]
    assert unsure
    monkeypatch.setattr("registry.store.read_file", lambda *_: pytest.fail("the file was read"))
    after = store.reread("ann", before.dataset_id, declining(before.choices, unsure[0]))
    assert after.version == 1 and after.frame is before.frame
    assert not after.receipt.of("unsure") and "You left it so." in after.receipt.of("assumed")[-1].text
    assert store.get("ann", before.dataset_id) is after


def test_a_choice_that_fails_leaves_the_version_before() -> None:
    store = DatasetStore()
    before = store.add("ann", "orders.csv", ORDERS)
    with pytest.raises(UnreadableFileError):
        store.reread("ann", before.dataset_id, ReadingChoices(encoding="no-such-code"))
    assert store.get("ann", before.dataset_id) == before


@pytest.mark.parametrize("content", [b"", b"a,b,c\n", b"\x89PNG....", b"PK\x03\x04....", b"x" * 2000])
def test_nothing_loaded_is_lost_when_a_file_is_refused(content: bytes) -> None:
    store = DatasetStore(StoreLimits(file_bytes=1000))
    kept = store.add("ann", "orders.csv", ORDERS)
    usage = store.usage()
    with pytest.raises(RegistryError) as refused:
        store.add("ann", "bad.csv", content)
    assert refused.value.remedy
    assert "bad.csv" in refused.value.message
    assert store.datasets("ann") == (kept,)
    assert store.usage() == usage


def test_a_file_over_the_limit_is_refused_with_both_sizes() -> None:
    with pytest.raises(FileTooLargeError, match=r"is 2.0 MB; one file may be 1.0 MB"):
        DatasetStore(StoreLimits(file_bytes=1_000_000)).add("ann", "big.csv", b"x" * 2_000_000)


def wide(rows: int) -> bytes:
    return ("a,b\n" + "".join(f"{row},{row / 7}\n" for row in range(rows))).encode()


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        (StoreLimits(owner_bytes=60_000), "this conversation uses"),
        (StoreLimits(total_bytes=60_000), "all conversations together use"),
    ],
)
def test_full_memory_is_refused_naming_use_and_limit(limits: StoreLimits, words: str) -> None:
    store = DatasetStore(limits)
    kept = store.add("ann", "first.csv", wide(1000))
    with pytest.raises(MemoryFullError, match=words) as refused:
        for number in range(20):
            store.add("ann", f"more{number}.csv", wide(1000))
    assert "0.1 MB" in refused.value.message
    assert "Remove a data set" in refused.value.remedy
    assert store.datasets("ann")[0] == kept
    assert store.usage().total <= 60_000


def test_memory_counts_frame_and_upload_and_is_freed() -> None:
    store = DatasetStore()
    one = store.add("ann", "one.csv", wide(500))
    two = store.add("bob", "two.csv", wide(500))
    assert one.memory_bytes > one.frame.memory_usage(deep=True).sum()
    assert store.usage().by_owner == {"ann": one.memory_bytes, "bob": two.memory_bytes}
    assert store.usage().total == one.memory_bytes + two.memory_bytes
    store.remove("ann", one.dataset_id)
    store.release("bob")
    store.release("nobody")
    assert store.usage().total == 0
    with pytest.raises(UnknownDatasetError):
        store.get("bob", two.dataset_id)


def test_many_threads_may_add_at_once() -> None:
    store = DatasetStore()
    threads = [threading.Thread(target=store.add, args=("ann", f"{n}.csv", ORDERS)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {dataset.name for dataset in store.datasets("ann")} == {f"{n}.csv" for n in range(8)}


def test_values_are_found_in_all_data_sets_of_the_owner_only() -> None:
    store = DatasetStore()
    store.add("ann", "a.csv", b"city,n\nBonn,1\nUlm,2\nBonn,3\n")
    store.add("bob", "b.csv", b"city,n\nUlm,1\nUlm,2\n")
    assert [match.value for match in store.find_values("ann", "how many in bonn")] == ["Bonn"]
    assert store.find_values("bob", "how many in bonn") == ()


def test_values_follow_a_new_version() -> None:
    store = DatasetStore()
    dataset = store.add("ann", "a.csv", b"mark,n\nNone,1\ngift,2\n")
    assert store.find_values("ann", "the None ones") == ()
    store.reread("ann", dataset.dataset_id, ReadingChoices(keep_text=("mark",)))
    assert [match.value for match in store.find_values("ann", "the None ones")] == ["None"]


@pytest.mark.parametrize(
    ("given", "shown"),
    [("../../etc/passwd", "passwd"), ("a\u202eb\n.csv", "a b .csv"), ("", "table.csv"), ("x" * 300, "x" * 120)],
)
def test_file_names_are_cleaned_for_display(given: str, shown: str) -> None:
    assert display_name(given) == shown


def test_the_frame_is_a_plain_one() -> None:
    frame = DatasetStore().add("ann", "orders.csv", ORDERS).frame
    assert frame.index.equals(pd.RangeIndex(2))
    assert [str(dtype) for dtype in frame.dtypes] == ["str", "str", "int64"]


# ---------------------------------------------------------------- what outlives the process


class Kept:
    """Notes what it is told, and refuses when it is full."""

    def __init__(self) -> None:
        self.notes: dict[str, KeptDataset] = {}
        self.full = False

    def keep(self, dataset: Dataset, added: int, content: bytes | None) -> None:
        if self.full:
            raise MemoryFullError(sentence("refused.no_columns"), sentence("do.free_memory"))
        assert content is not None and fingerprint_of(content) == dataset.fingerprint
        self.notes[dataset.dataset_id] = KeptDataset(
            dataset.dataset_id, added, dataset.name, dataset.version, dataset.fingerprint, dataset.choices
        )

    def drop(self, owner: str, dataset_id: str) -> None:
        if self.full:
            raise MemoryFullError(sentence("refused.no_columns"), sentence("do.free_memory"))
        del self.notes[dataset_id]


def test_a_data_set_is_restored_as_it_was_and_in_its_place() -> None:
    keeper = Kept()
    store = DatasetStore(keeper=keeper)
    first = store.add("a", "first.csv", b"n,v\n1,2\n3,5\n")
    second = store.add("a", "second.csv", b"k\n1\n4\n")
    first = store.reread("a", first.dataset_id, ReadingChoices(keep_text=("n",)))
    other = DatasetStore(keeper=keeper)
    assert other.restore("a", keeper.notes[second.dataset_id], b"k\n1\n4\n") == second
    assert other.restore("a", keeper.notes[first.dataset_id], b"n,v\n1,2\n3,5\n") == first
    assert [dataset.name for dataset in other.datasets("a")] == ["first.csv", "second.csv"]
    assert other.reread("a", first.dataset_id, ReadingChoices()).version == 3


def test_other_bytes_are_not_restored() -> None:
    keeper = Kept()
    dataset = DatasetStore(keeper=keeper).add("a", "first.csv", b"n\n1\n")
    store = DatasetStore(keeper=keeper)
    with pytest.raises(WrongFileError, match=r"first\.csv"):
        store.restore("a", keeper.notes[dataset.dataset_id], b"n\n2\n")
    assert not store.datasets("a")


def test_what_cannot_be_kept_or_dropped_leaves_everything_as_it_was() -> None:
    keeper = Kept()
    store = DatasetStore(keeper=keeper)
    dataset = store.add("a", "first.csv", b"n\n1\n")
    keeper.full = True
    with pytest.raises(MemoryFullError):
        store.add("b", "second.csv", b"n\n1\n")
    with pytest.raises(MemoryFullError):
        store.reread("a", dataset.dataset_id, ReadingChoices(keep_text=("n",)))
    with pytest.raises(MemoryFullError):
        store.remove("a", dataset.dataset_id)
    assert store.datasets("a") == (dataset,)
    assert set(store.usage().by_owner) == {"a"}

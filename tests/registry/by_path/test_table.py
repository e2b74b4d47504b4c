"""What is asked where it lies: changes are told, folders of our own go, nothing else is reached."""

import gc
import os
from pathlib import Path

import duckdb
import pandas as pd
import pytest

from registry.by_path.engine import EngineLimits, open_session
from registry.by_path.places import PathError, place_at
from registry.by_path.placing import OnDisk
from registry.by_path.table import FileTable, OwnFolder, asked_together
from registry.dataset import Dataset
from registry.errors import NotInMemoryError
from registry.store import DatasetStore

SALES = "shop,amount\n" + "".join(f"S{number % 3},{number}\n" for number in range(60))


def store_at(folder: Path) -> DatasetStore:
    return DatasetStore(on_disk=OnDisk(folder / "home"))


def sales(folder: Path) -> str:
    path = folder / "sales.csv"
    path.write_text(SALES)
    return str(path)


def table_of(dataset: Dataset) -> FileTable:
    assert isinstance(dataset.held, FileTable)
    return dataset.held


def test_a_file_that_changed_is_told_and_not_asked(tmp_path: Path) -> None:
    store, path = store_at(tmp_path), sales(tmp_path)
    before = store.add_path("ann", path)
    Path(path).write_text(SALES + "S9,1\n")
    with pytest.raises(PathError, match="changed on disk"):
        before.head(3)
    with pytest.raises(PathError, match="changed on disk"):
        asked_together({"one": table_of(before)})
    assert store.add_path("ann", path).profile.rows == 61


def test_a_file_that_was_removed_is_told(tmp_path: Path) -> None:
    path = sales(tmp_path)
    dataset = store_at(tmp_path).add_path("ann", path)
    Path(path).unlink()
    with pytest.raises(PathError, match="changed on disk"):
        dataset.head(3)


def test_what_it_needed_on_disk_goes_with_a_data_set(tmp_path: Path) -> None:
    store = store_at(tmp_path)
    dataset = store.add_path("ann", sales(tmp_path))
    assert len(list((tmp_path / "home").iterdir())) == 1
    store.remove("ann", dataset.dataset_id)
    del dataset
    gc.collect()
    assert list((tmp_path / "home").iterdir()) == []


def test_what_a_killed_process_left_goes_with_the_next_folder(tmp_path: Path) -> None:
    nobody = 2**22 + 1  # above what Linux gives to processes
    left = tmp_path / f"table-{nobody}-abc"
    left.mkdir()
    used = tmp_path / f"table-{os.getppid()}-abc"
    used.mkdir()
    made = OwnFolder(tmp_path)
    assert sorted(tmp_path.iterdir()) == sorted([used, made.path])


def test_a_session_reaches_no_file_but_its_own(tmp_path: Path) -> None:
    mine, other = tmp_path / "mine.csv", tmp_path / "other.csv"
    for path in (mine, other):
        path.write_text("a\n1\n")
    session = open_session(EngineLimits(), tmp_path / "spill", [mine])
    assert session.execute(f"SELECT count(*) FROM read_csv('{mine}')").fetchall() == [(1,)]
    for asked in (
        f"SELECT * FROM read_csv('{other}')",
        "SELECT * FROM read_text('/etc/hostname')",
        "SELECT * FROM read_csv('https://example.org/a.csv')",
        f"COPY (SELECT 1) TO '{other}'",
        "INSTALL httpfs",
        "SET enable_external_access = true",
        f"ATTACH '{tmp_path}/db.duckdb'",
    ):
        with pytest.raises(duckdb.Error):
            session.execute(asked)


def test_tables_of_one_conversation_can_be_joined(tmp_path: Path) -> None:
    path = sales(tmp_path)
    stores = tmp_path / "stores.parquet"
    pd.DataFrame({"shop": ["S0", "S1"], "town": ["Ulm", "Bonn"]}).to_parquet(stores)
    store = store_at(tmp_path)
    for each in (path, str(stores)):
        store.add_path("ann", each)
    one, other = (table_of(each) for each in store.datasets("ann"))
    asked = asked_together({"sales": one, "stores": other})
    joined = asked["sales"].set_alias("a").join(asked["stores"].set_alias("b"), "a.shop = b.shop")
    assert joined.aggregate("count(*)").fetchall() == [(40,)]
    assert [(key.left, key.right) for key in store.shared_keys("ann")] == [("shop", "shop")]


def test_words_of_a_question_find_cells_on_disk(tmp_path: Path) -> None:
    store = store_at(tmp_path)
    store.add_path("ann", sales(tmp_path))
    found = store.find_values("ann", "total of S2")
    assert [(match.column, match.value, match.rows) for match in found] == [("shop", "S2", 20)]


def test_what_needs_all_rows_in_memory_says_so(tmp_path: Path) -> None:
    store = store_at(tmp_path)
    dataset = store.add_path("ann", sales(tmp_path))
    for need in (lambda: dataset.frame, lambda: store.content("ann", dataset.dataset_id)):
        with pytest.raises(NotInMemoryError, match="stays on disk"):
            need()


def test_a_column_is_read_otherwise_as_a_person_chooses(tmp_path: Path) -> None:
    store = store_at(tmp_path)
    dataset = store.add_path("ann", sales(tmp_path))
    renamed = store.rename("ann", dataset.dataset_id, "amount", "euros")
    assert (renamed.version, renamed.profile.column_names) == (2, ("shop", "euros"))


def test_where_paths_are_not_asked_none_is(tmp_path: Path) -> None:
    with pytest.raises(NotInMemoryError, match="not asked by their path"):
        DatasetStore().add_path("ann", sales(tmp_path))


# ---------------------------------------------------------------- paths


def test_a_path_has_to_lead_to_a_file_or_a_folder_of_parquet(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "ring").symlink_to(tmp_path / "ring")
    (tmp_path / "star*.csv").write_text(SALES)
    problems = {
        "": "missing",
        "\0": "missing",
        str(tmp_path / "nowhere.csv"): "missing",
        "sales.csv": "relative",
        "https://example.org/sales.csv": "relative",
        str(tmp_path / "empty"): "no_parquet",
        str(tmp_path / "pipe"): "no_file",
        "/dev/zero": "no_file",
        str(tmp_path / "ring"): "missing",
        str(tmp_path / "star*.csv"): "pattern",
    }
    for written, problem in problems.items():
        with pytest.raises(PathError) as refused:
            place_at(written)
        assert (written, refused.value.problem) == (written, problem)


def test_links_in_a_folder_are_not_followed(tmp_path: Path) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    for folder in (inside, outside):
        folder.mkdir()
        pd.DataFrame({"a": [1]}).to_parquet(folder / f"{folder.name}.parquet")
    (inside / "link").symlink_to(outside)
    (inside / "link.parquet").symlink_to(outside / "outside.parquet")
    assert [path.name for path in place_at(str(inside)).paths] == ["inside.parquet"]

"""SQLite files: tables offered, types kept, nothing but reading."""

import sqlite3
from contextlib import closing

import pytest

from registry.dataset import ReadingChoices
from registry.errors import FileTooLargeError, UnreadableFileError
from registry.file_reader import read_file
from tests.registry.reading import said

ONE_ROW = ("CREATE TABLE t (a)", "INSERT INTO t VALUES (1)")
ENDLESS = "WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT x FROM r"


def database(*statements: str) -> bytes:
    with closing(sqlite3.connect(":memory:")) as made:
        for statement in statements:
            made.execute(statement)
        made.commit()
        return bytes(made.serialize())


SHOP = database(
    'CREATE TABLE "or""ders" (id INTEGER, amount REAL, plz TEXT, day TEXT, photo BLOB)',
    """INSERT INTO "or""ders" VALUES (4, 1.234, '01067', '2024-01-05', x'00ff'), (5, 12, '10115', '2024-01-06', NULL),
    (9, NULL, '20095', '2024-01-07', NULL)""",
    "CREATE TABLE towns (town TEXT)",
    "INSERT INTO towns VALUES ('Bonn'), ('Kiel')",
    f"CREATE VIEW endless AS {ENDLESS}",
)


def test_the_longest_table_is_read_with_its_types_and_the_others_are_offered() -> None:
    table = read_file(SHOP, "shop.sqlite")
    assert table.table == 'or"ders'
    assert table.frame["amount"].tolist()[:2] == [1.234, 12.0]
    assert table.frame["plz"].tolist() == ["01067", "10115", "20095"]
    assert (table.kinds["day"], table.kinds["photo"]) == ("date", "empty")
    assert [offer.title for offer in table.offered] == ['or"ders', "towns", "endless"]
    assert said(table, "warning", "binary data").count == 1


def test_the_table_that_was_chosen_is_read() -> None:
    table = read_file(SHOP, "shop.sqlite", ReadingChoices(table="towns"))
    assert table.frame["town"].tolist() == ["Bonn", "Kiel"]
    with pytest.raises(UnreadableFileError, match="no table “nowhere”"):
        read_file(SHOP, "shop.sqlite", ReadingChoices(table="nowhere"))


def test_a_view_without_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("registry.formats.limits.MOST_CELLS", 20_000)
    with pytest.raises(FileTooLargeError, match="may have"):
        read_file(SHOP, "shop.sqlite", ReadingChoices(table="endless"))


def test_a_view_that_computes_without_end_is_stopped_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("registry.formats.sqlite_file.SECONDS", 0.2)
    content = database(
        "CREATE TABLE t (a)", "INSERT INTO t VALUES (1)", f"CREATE VIEW v AS SELECT count(*) FROM ({ENDLESS})"
    )
    with pytest.raises(UnreadableFileError, match="interrupted"):
        read_file(content, "slow.sqlite", ReadingChoices(table="v"))


def test_a_view_that_reaches_for_files_is_refused() -> None:
    content = database(
        "CREATE TABLE t (a)", "INSERT INTO t VALUES (1)", "CREATE VIEW v AS SELECT load_extension('/x') AS x"
    )
    with pytest.raises(UnreadableFileError):
        read_file(content, "evil.sqlite", ReadingChoices(table="v"))


@pytest.mark.parametrize("keep", [100, 600, 5000])
def test_a_broken_file_is_refused_with_a_remedy(keep: int) -> None:
    with pytest.raises(UnreadableFileError) as refused:
        read_file(SHOP[:keep] + bytes(200), "broken.sqlite")
    assert refused.value.remedy


def test_a_database_whose_changes_lie_beside_it_opens_and_says_so() -> None:
    table = read_file(SHOP[:18] + b"\x02\x02" + SHOP[20:], "shop.sqlite")
    assert len(table.frame) == 3
    assert said(table, "assumed", "-wal file")

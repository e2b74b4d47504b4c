"""A file that is asked where it lies is read as the same file in memory: names, types, values, gaps, receipt."""

import math
from dataclasses import fields, replace
from pathlib import Path

import pandas as pd
import pytest

from registry.by_path.placing import OnDisk
from registry.dataset import Dataset
from registry.errors import ReadingStoppedError, RegistryError
from registry.profile import ColumnProfile, NumericSummary
from registry.sentences import sentence
from registry.store import DatasetStore
from registry.watching import Reached, watching

FILES: dict[str, str] = {
    "plain": "id,team,pay,hired,left,remote\n1,Sales,10.5,2024-01-02,,true\n2,Sales,11,2024-01-03,2024-05-01,false\n"
    "3,Research,,2024-02-01,,true\n4,research,7.25,2024-02-01,,true\n",
    "words for nothing": "name,score\na,1\nb,n/a\nc,3\nd,-\n e ,5\n",
    "semicolons and commas": "Ort;Betrag;Datum\nKöln;1.234,50;31.12.2024\nBonn;7,5;01.02.2024\nKöln;;15.03.2024\n",
    "codes": "plz,menge\n01234,3\n99999,4\n00001,5\n",
    "quotes": 'text,n\n"a, b",1\n"say ""hi""",2\n"two\nlines",3\n',
    "clock": "at,what\n2024-01-02 10:00:00,x\n2024-01-02 11:30:00,y\n,z\n",
    "grouped": 'item,price\na,"1,234.50"\nb,"2,000.00"\nc,3.25\n',
    "tabs": "a\tb\n1\tx\n2\ty\n",
    "a delimiter at each end": "a,b,\n1,x,\n2,y,\n",
    "days proven by another column": "d,e\n01/02/2024,31/12/2024\n03/04/2024,30/11/2024\n05/06/2024,\n",
    "line ends of Windows": "a,b\r\n1,x\r\n\r\n2,y\r\n",
    "blank rows": "a,b\n1,x\n,\n2,y\n , \n3,z\n",
    "no name": ",b\nx,1\ny,2\nz,2\n",
    "flags and words": "at,depth,points\n1,52,7\n2,38,ill\n3,46s,12\n4,65,3\n5,40s,14\n6,47,9\n7,44,5\n",
    "codes of several columns": "day,rain,temp\n1,3.5,-2.1\n2,0,4.5\n3,-999,7.2\n4,1.2,-999\n5,0.4,3.3\n",
    "stopwatches": "who,lap,cups\na,58.32,1/2\nb,1:02.45,1 1/2\nc,DNF,2\nd,57.01,3/4\n",
    "days of digits": "yymmdd,BUDAT,v\n240115,20250103,1\n231130,20250122,2\n240229,20250214,3\n240110,20250301,4\n"
    "240111,20250309,5\n",
    "days and commas": "fecha;kwh\n01/03/2024;2,278\n01/03/2024;0,82\n02/03/2024;2,514\n",
    "above the names": "Report of May\n\nitem,count\na,1\nb,2\nc,3\nd,4\n",
}


def store_at(folder: Path) -> DatasetStore:
    return DatasetStore(on_disk=OnDisk(folder / "home"))


def both(tmp_path: Path, content: bytes, name: str = "file.csv") -> tuple[Dataset, Dataset]:
    """The file as it is in memory, and as it is asked where it lies."""
    path = tmp_path / name
    path.write_bytes(content)
    store = store_at(tmp_path)
    return store.add("ann", name, content), store.add_path("ann", str(path))


@pytest.mark.parametrize("content", FILES.values(), ids=FILES)
def test_a_file_is_the_same_on_disk_as_in_memory(tmp_path: Path, content: str) -> None:
    in_memory, on_disk = both(tmp_path, content.encode())
    same_profile(in_memory, on_disk)
    pd.testing.assert_frame_equal(plain(on_disk.head(1000)), plain(in_memory.frame))


def plain(frame: pd.DataFrame) -> pd.DataFrame:
    """The cells as objects, gaps alike whatever the types of columns."""
    return frame.astype(object).where(frame.notna(), None)


def same_profile(one: Dataset, other: Dataset) -> None:
    assert other.profile.column_names == one.profile.column_names
    assert (other.profile.rows, other.profile.duplicate_rows) == (one.profile.rows, one.profile.duplicate_rows)
    for expected, found in zip(one.profile.columns, other.profile.columns, strict=True):
        assert near(found.numeric, expected.numeric), expected.name
        assert unmeasured(found) == unmeasured(expected)


def unmeasured(column: ColumnProfile) -> ColumnProfile:
    return replace(column, numeric=None)


def near(one: NumericSummary | None, other: NumericSummary | None) -> bool:
    """Equal but for the last digits, which hang on the order of adding."""
    if one is None or other is None:
        return one is other
    pairs = [(getattr(one, each.name), getattr(other, each.name)) for each in fields(one)]
    return all(a == b or (math.isnan(a) and math.isnan(b)) or math.isclose(a, b, rel_tol=1e-9) for a, b in pairs)


def test_a_cell_that_is_no_number_is_counted_wherever_it_stands(tmp_path: Path) -> None:
    rows = [f"{number},{number / 8}" for number in range(1, 5_000)]
    rows[3_777] = "3778,broken"
    in_memory, on_disk = both(tmp_path, ("n,value\n" + "\n".join(rows) + "\n").encode())
    said = next(entry for entry in on_disk.receipt.entries if entry.column == "value")
    expected = next(entry for entry in in_memory.receipt.entries if entry.column == "value")
    assert (said.text, said.count, said.action) == (expected.text, 1, "warning")
    column = on_disk.profile.column("value")
    assert column is not None and column.missing == 1


def test_a_folder_of_parquet_is_the_same_as_its_rows_in_memory(tmp_path: Path) -> None:
    frame = pd.DataFrame(
        {
            "n": range(100),
            "text": pd.Series([None if n % 9 == 0 else f"t{n % 7} " for n in range(100)], dtype="str"),
            "x": [float("nan") if n % 5 == 0 else n / 3 for n in range(100)],
            "day": pd.date_range("2024-01-01", periods=100, freq="D"),
            "is_odd": [n % 2 == 1 for n in range(100)],
        }
    )
    folder = tmp_path / "sales"
    folder.mkdir()
    for part in range(4):
        frame[part * 25 : part * 25 + 25].to_parquet(folder / f"part-{part}.parquet")
    store = store_at(tmp_path)
    on_disk = store.add_path("ann", str(folder))
    frame.to_parquet(tmp_path / "sales.parquet")
    in_memory = store.add("ann", "sales.parquet", (tmp_path / "sales.parquet").read_bytes())
    same_profile(in_memory, on_disk)
    pd.testing.assert_frame_equal(plain(on_disk.head(1000)), plain(in_memory.frame))


ODD: dict[str, bytes] = {
    "rows of another width": b'a,b,c\n1,2,3\n4\n5,6\n7,8,9,10\n11,12,"13"\n14,15,16\n',
    "notes between rows": b"a,b\n1,2\n# note\n4,5\n6,7\n",
    "notes below": b"town,count,share\nUlm,3,0.5\nBonn,4,0.25\nKiel,5,0.1\nSource: office of May\n",
    "names over two lines": b'"a\nb",c\n1,2\n3,4\n',
    "the names once more": b"a,b\n1,2\n3,4\na,b\n5,6\n",
    "a total at the end": b"town,n\n" + b"".join(b"T%d,%d\n" % (n, n) for n in range(2_000)) + b"Total,1999000\n",
    "a town called Total": b"id,town,n\n1,Total,5\n2,Ulm,7\n3,Bonn,9\n4,Total,8\n5,Kiel,1\n",
    "a code page": "Straße,Größe\nGrün,1\nBäcker,2\nMüller,3\n".encode("cp1252"),
    "a code page of the east": "Город,n\nМосква,1\nКазань,2\nТула,3\n".encode("cp1251"),
    "sixteen bits": "Straße,n\r\nGrün,1\r\nBäcker,2\r\n".encode("utf-16"),
    "a mark before": "a,b\n1,ä\n2,ö\n".encode("utf-8-sig"),
    "a control character": b"a,b\n1,x\x01y\n2,z\n",
    "line ends of old Macs": b"a,b\r1,x\r2,y\r",
    "an open quote": b'a,b\n1,"x\n2,y\n3,z\n',
    "columns at fixed places": b"name    count\nUlm        12\nBonn        7\nKiel      120\n",
    "a row of one cell": b"a,b\n1,x\n2\n3,y\n",
}


@pytest.mark.parametrize("content", ODD.values(), ids=ODD)
def test_an_odd_file_is_read_and_told_as_in_memory(tmp_path: Path, content: bytes) -> None:
    in_memory, on_disk = both(tmp_path, content)
    same_profile(in_memory, on_disk)
    pd.testing.assert_frame_equal(plain(on_disk.head(5000)), plain(in_memory.frame))
    assert (on_disk.receipt.encoding, on_disk.receipt.header_line) == (
        in_memory.receipt.encoding,
        in_memory.receipt.header_line,
    )
    assert of_rows(on_disk) == of_rows(in_memory)


def of_rows(dataset: Dataset) -> list[tuple[str, str, int, tuple[int, ...]]]:
    """What the receipt says of lines and of the file as a whole."""
    told = [one for one in dataset.receipt.entries if one.column is None and not one.sentence.key.startswith("disk.")]
    return sorted((one.action, one.text, one.count or 0, one.lines) for one in told)


REFUSED: dict[str, tuple[str, str]] = {
    "an archive": ("PK\x03\x04", "only these are read"),
    "nothing": ("", "is empty"),
    "names alone": ("a,b\n", "no rows"),
}


@pytest.mark.parametrize(("content", "said"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_asked_in_place_is_refused_with_a_reason(tmp_path: Path, content: str, said: str) -> None:
    path = tmp_path / "odd.csv"
    path.write_bytes(content.encode("cp1252"))
    with pytest.raises(RegistryError, match=said):
        store_at(tmp_path).add_path("ann", str(path))
    assert list((tmp_path / "home").glob("*")) == []


def test_what_is_odd_far_down_in_a_large_file_is_found_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("registry.by_path.pieces.PIECE", 50_000)
    monkeypatch.setattr("registry.by_path.text_stage.TAIL", 10_000)
    rows = [f"{number},word {number % 97},{number / 4}" for number in range(60_000)]
    rows[30_000] = "30000,one,2,3"
    rows[40_000] = "40000"
    rows[50_000] = '50000,"over\n' + "two\n" * 8_000 + 'lines",1.5'
    rows[50_001] = '50001,an "open quote,2.5'
    rows[55_000] = ""
    content = "id,text,n\n" + "\n".join(rows) + "\n"
    in_memory, on_disk = both(tmp_path, content.encode())
    same_profile(in_memory, on_disk)
    pd.testing.assert_frame_equal(plain(on_disk.head(70_000)), plain(in_memory.frame))
    assert of_rows(on_disk) == of_rows(in_memory)


def test_how_far_reading_is_is_told_and_it_can_be_ended(tmp_path: Path) -> None:
    path = tmp_path / "sales.csv"
    path.write_text("a,b\n" + "1,x\n" * 3_000)
    told: list[Reached] = []
    with watching(told.append):
        store_at(tmp_path).add_path("ann", str(path))
    assert {one.part for one in told} >= {"rows", "columns", "summary"}

    def end(_: Reached) -> None:
        raise ReadingStoppedError(sentence("refused.stopped", file="sales.csv"), sentence("do.upload_again"))

    with watching(end), pytest.raises(ReadingStoppedError):
        store_at(tmp_path).add_path("ann", str(path))
    assert len(list((tmp_path / "home").iterdir())) <= 1


def test_letters_of_a_code_page_far_down_are_read_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("registry.by_path.pieces.PIECE", 50_000)
    monkeypatch.setattr("registry.by_path.pieces.BEGINNING", 20_000)
    rows = [f"{number},Ulm" for number in range(20_000)] + ["20000,Köln", "20001,Düsseldorf", "20002,Fürth"]
    in_memory, on_disk = both(tmp_path, ("id,town\n" + "\n".join(rows) + "\n").encode("cp1252"))
    assert on_disk.receipt.encoding == in_memory.receipt.encoding == "cp1252"
    pd.testing.assert_frame_equal(plain(on_disk.head(30_000)), plain(in_memory.frame))


def test_a_large_file_that_ends_with_a_total_is_refused_and_never_read_with_it(tmp_path: Path) -> None:
    rows = "".join(f"T{number},{number}\n" for number in range(31_000))
    path = tmp_path / "large.csv"
    path.write_text(f"town,n\n{rows}Total,480484500\n")
    with pytest.raises(RegistryError, match="totals"):
        store_at(tmp_path).add_path("ann", str(path))

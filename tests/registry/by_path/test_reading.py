"""A file that is asked where it lies is read as the same file in memory: names, types, values, gaps, receipt."""

import math
from dataclasses import fields, replace
from pathlib import Path

import pandas as pd
import pytest

from registry.by_path.placing import OnDisk
from registry.dataset import Dataset
from registry.errors import RegistryError
from registry.profile import ColumnProfile, NumericSummary
from registry.store import DatasetStore

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


REFUSED: dict[str, tuple[str, str]] = {
    "rows of another width": ("a,b\n1,2\n3\n4,5\n", "in row 3"),
    "notes between rows": ("a,b\n1,2\n# note\n4,5\n", "row"),
    "names over two lines": ('"a\nb",c\n1,2\n3,4\n', "line breaks inside the names"),
    "a total at the end": ("town,n\n" + "".join(f"T{n},{n}\n" for n in range(2_000)) + "Total,1999000\n", "totals"),
    "another encoding": ("Straße,n\nGrün,1\nBäcker,2\n", "UTF-8"),
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


def test_a_wrong_line_far_down_is_refused_with_its_number(tmp_path: Path) -> None:
    lines = ["a,b", *(f"{number},{number}" for number in range(400_000)), "1,2,3", "4,5"]
    path = tmp_path / "long.csv"
    path.write_text("\n".join(lines) + "\n")
    with pytest.raises(RegistryError, match="400,002"):
        store_at(tmp_path).add_path("ann", str(path))

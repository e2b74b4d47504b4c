"""Packed files: unpacked within bounds, what is inside offered."""

import gzip
import io
import zipfile
from collections.abc import Mapping

import pytest

from registry.dataset import ReadingChoices
from registry.errors import FileTooLargeError, UnreadableFileError
from registry.file_reader import read_file
from tests.registry.formats.workbooks import xlsx
from tests.registry.reading import said

CSV = b"name,size\na,1\nb,2\nc,3\n"


def zipped(files: Mapping[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return made.getvalue()


def test_a_gzip_file_is_read_as_what_is_inside() -> None:
    assert read_file(gzip.compress(CSV), "data.csv.gz").frame["size"].tolist() == [1, 2, 3]


def test_all_parts_of_a_gzip_file_are_read() -> None:
    content = gzip.compress(CSV) + gzip.compress(b"d,4\n")
    assert read_file(content, "data.csv.gz").frame["size"].tolist() == [1, 2, 3, 4]


def test_the_only_file_of_an_archive_is_read() -> None:
    table = read_file(zipped({"export/data.csv": CSV, "__MACOSX/._data.csv": b"x"}), "export.zip")
    assert table.frame["size"].tolist() == [1, 2, 3]
    assert table.offered == ()


def test_several_files_and_their_sheets_are_offered() -> None:
    book = xlsx({"Orders": [["a", "b"], [1, "x"], [2, "y"]], "Towns": [["t", "u"], ["p", 1], ["q", 2]]})
    content = zipped({"f/data.csv": CSV, "book.xlsx": book, "terms.pdf": b"%PDF"})
    table = read_file(content, "all.zip")
    assert table.table == "book.xlsx//Orders"
    assert [offer.key for offer in table.offered] == ["f/data.csv", "book.xlsx//Orders", "book.xlsx//Towns"]
    assert "terms.pdf" in said(table, "skipped", "no table").text
    towns = read_file(content, "all.zip", ReadingChoices(table="book.xlsx//Towns"))
    assert (towns.frame["t"].tolist(), towns.called) == (["p", "q"], "book – Towns.xlsx")
    data = read_file(content, "all.zip", ReadingChoices(table="f/data.csv"))
    assert (data.frame["size"].tolist(), data.called) == ([1, 2, 3], "data.csv")


def test_more_than_may_be_unpacked_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("registry.formats.archives.UNPACKED_BYTES", 100_000)
    monkeypatch.setattr("registry.formats.limits.UNPACKED_BYTES", 100_000)
    large = b"a,b\n" + b"1,2\n" * 50_000
    for content, name in ((gzip.compress(large), "bomb.csv.gz"), (zipped({"bomb.csv": large}), "bomb.zip")):
        with pytest.raises(FileTooLargeError, match="unpacks to more"):
            read_file(content, name)


def test_a_size_that_the_archive_belittles_is_refused() -> None:
    content = bytearray(zipped({"data.csv": CSV * 500}))
    for mark, place in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        start = content.index(mark) + place
        content[start : start + 4] = (10).to_bytes(4, "little")
    with pytest.raises(UnreadableFileError):
        read_file(bytes(content), "lying.zip")


def test_archives_in_archives_end_somewhere() -> None:
    content = zipped({"data.csv": CSV})
    assert len(read_file(zipped({"inner.zip": content}), "outer.zip").frame) == 3
    for _ in range(5):
        content = gzip.compress(content)
    with pytest.raises(UnreadableFileError, match="packed more than"):
        read_file(content, "russian.gz")


def test_too_many_files_are_refused() -> None:
    with pytest.raises(UnreadableFileError, match="more than 1,000 files"):
        read_file(zipped({f"{number}.csv": CSV for number in range(1_100)}), "many.zip")


@pytest.mark.parametrize("content", [b"PK\x03\x04nothing", b"\x1f\x8b\x08broken", gzip.compress(CSV, mtime=0)[:-12]])
def test_a_broken_archive_is_refused_with_a_remedy(content: bytes) -> None:
    with pytest.raises(UnreadableFileError) as refused:
        read_file(content, "broken.zip")
    assert refused.value.remedy


def test_an_archive_without_tables_is_refused() -> None:
    with pytest.raises(UnreadableFileError, match="no file that can be read"):
        read_file(zipped({"a.pdf": b"%PDF", "word/document.xml": b"<x/>"}), "letters.zip")

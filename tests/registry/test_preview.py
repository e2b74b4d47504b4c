"""A file tried out with other choices: its beginning is enough, and nothing is kept."""

import gzip

import pytest

from registry.dataset import DETECT, ReadingChoices
from registry.errors import UnreadableFileError
from registry.preview import LONGEST, is_text, lines_of, preview_of

TEXT = b"a;b\n1;2\n3;4\n"


def test_a_preview_is_the_table_and_its_profile() -> None:
    preview = preview_of(TEXT, "t.csv", ReadingChoices(header_line=0))
    assert (preview.profile.rows, preview.profile.column_names, preview.whole) == (3, ("column_1", "column_2"), True)


def test_of_a_long_file_whole_lines_of_the_beginning_are_read() -> None:
    preview = preview_of(b"a,b\n" + b"123456,7\n" * (LONGEST // 9 + 100), "t.csv", DETECT)
    assert not preview.whole
    assert set(preview.read.frame["a"]) == {123456} and set(preview.read.frame["b"]) == {7}


def test_lines_stand_as_in_the_file() -> None:
    assert lines_of(TEXT, "t.csv", DETECT, first=2)[:2] == ("1;2", "3;4")
    assert lines_of("ü\n".encode("cp850"), "t.csv", ReadingChoices(encoding="cp850"))[0] == "ü"
    with pytest.raises(UnreadableFileError):
        lines_of(b"a\n", "t.csv", ReadingChoices(encoding="no such"))


def test_a_packed_file_is_no_text_and_is_read_whole() -> None:
    packed = gzip.compress(TEXT)
    assert not is_text(packed, "t.csv.gz") and lines_of(packed, "t.csv.gz", DETECT)[0] == "a;b"
    assert preview_of(packed, "t.csv.gz", DETECT).profile.rows == 2


def test_a_picture_is_no_text() -> None:
    assert not is_text(b"\x89PNG\r\n" + bytes(range(256)), "t.csv")

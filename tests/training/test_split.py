"""Questions are split by file, the same way each time."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from training.corpora import Line, Meaning
from training.split import splits

NAMES = st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=3, unique=True)


def line(tables: list[str], number: int = 1) -> Line:
    return Line("some", number, Path(), Meaning(tables=tables, question="how many", action="act"))


@given(st.lists(NAMES, min_size=1, max_size=12))
def test_files_of_one_question_are_in_one_part_whatever_the_order(asked: list[list[str]]) -> None:
    lines = [line(tables, number) for number, tables in enumerate(asked)]
    parts = splits(lines)
    assert all(len({parts[f"some/{table}"] for table in tables}) == 1 for tables in asked)
    assert parts == splits(lines[::-1])

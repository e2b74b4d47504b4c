"""A word that stands for "no measurement" does not make words of a column of numbers."""

from registry.store import DatasetStore


def _kind(values: list[str]) -> tuple[str, int]:
    lines = "\n".join(f"s{index},{value}" for index, value in enumerate(values))
    dataset = DatasetStore().add("owner", "marks.csv", f"name,mark\n{lines}\n".encode())
    column = dataset.profile.columns[1]
    return column.kind, column.missing


def test_one_remark_among_many_numbers_is_missing() -> None:
    marks = [str(40 + index) for index in range(40)] + ["absent"] * 6
    assert _kind(marks) == ("number", 6)


def test_many_different_words_stay_text() -> None:
    marks = [str(40 + index) for index in range(40)] + ["absent", "ill", "late", "moved", "left", "gone"]
    assert _kind(marks)[0] == "text"


def test_sizes_in_numbers_and_letters_stay_text() -> None:
    marks = ["36", "38", "40", "XL"] * 12
    assert _kind(marks)[0] == "text"

"""Rows looked up, on both engines: second keys, ties, places left out, the first and last of the file."""

import pandas as pd
import pytest

from agent.errors import DataError, SpecError
from agent.specs.parse import parse_analysis
from tests.agent.analysis.made_tables import ENGINES, Engine, moments, notes, payload, rows, run, table

FRAME = pd.DataFrame(
    {
        "n": [1, 2, 3, 4, 5, 6, 7],
        "team": pd.Series(["a", "a", "b", "b", "b", None, "a"], dtype="str"),
        "points": [5.0, 9.0, 9.0, 5.0, 9.0, 2.0, None],
        "day": moments("2024-01-03", "2024-01-01", "2024-01-02", "2024-01-05", None, "2024-01-04", "2024-01-06"),
    }
)


def found(engine: Engine, which: str, **more: object) -> list[object]:
    """The numbers of the rows, in the order shown."""
    spec = {"op": "row_lookup", "which": which, "columns": ["n"], **more}
    shown = rows(run(spec, table(FRAME, engine))[0])
    return [row[-1] for row in shown]


LATER = [{"by": "day"}]
EARLIER = [{"by": "day", "ascending": True}]
ORDERED: list[tuple[str, dict[str, object], list[int]]] = [
    ("max", {}, [2, 3, 5]),
    ("max", {"then_by": LATER}, [3]),
    ("max", {"then_by": EARLIER}, [2]),
    ("min", {"then_by": LATER}, [6]),
    ("top", {"k": 2, "then_by": LATER}, [3, 2]),
    ("top", {"k": 4, "then_by": EARLIER}, [2, 3, 5, 1]),
    ("top", {"k": 4, "then_by": [{"by": "team", "ascending": True}, {"by": "n"}]}, [2, 5, 3, 1]),
    ("bottom", {"k": 2, "then_by": LATER}, [6, 4]),
    ("top", {"k": 1, "skip": 3, "then_by": LATER}, [4]),
    ("top", {"k": 3, "skip": 4}, [4, 6]),
    ("top", {"k": 3, "skip": 40}, []),
    ("bottom", {"k": 1, "skip": 1}, [1]),
    ("matching", {"then_by": EARLIER}, [6, 1, 4, 2, 3, 5, 7]),
    ("matching", {"descending": True, "then_by": EARLIER}, [2, 3, 5, 1, 4, 6, 7]),
    ("matching", {"descending": True, "then_by": [{"by": "team"}, {"by": "n"}]}, [5, 3, 2, 4, 1, 6, 7]),
    ("max", {"by": ["team"]}, [2, 3, 5, 6]),
    ("max", {"by": ["team"], "then_by": EARLIER}, [2, 3, 6]),
    ("top", {"by": ["team"], "k": 1, "skip": 1, "then_by": EARLIER}, [1, 5]),
    ("bottom", {"by": ["team"], "k": 2}, [1, 2, 4, 3, 5, 6]),
]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("which", "more", "expected"), ORDERED)
def test_rows_by_several_keys(which: str, more: dict[str, object], expected: list[int], engine: Engine) -> None:
    assert found(engine, which, order_by="points", **more) == expected


IN_THE_FILE: list[tuple[str, dict[str, object], list[int]]] = [
    ("first", {"k": 1}, [1]),
    ("last", {"k": 1}, [7]),
    ("last", {"k": 3}, [5, 6, 7]),
    ("first", {"k": 2, "skip": 2}, [3, 4]),
    ("last", {"k": 1, "skip": 2}, [5]),
    ("last", {"k": 9, "skip": 5}, [1, 2]),
    ("first", {"k": 1, "by": ["team"]}, [1, 3, 6]),
    ("last", {"k": 2, "by": ["team"]}, [2, 7, 4, 5, 6]),
    ("first", {"k": 1, "skip": 1, "by": ["team"]}, [2, 4]),
    ("last", {"k": 1, "filters": [{"col": "points", "op": "==", "value": 9}]}, [5]),
]


@pytest.mark.parametrize(("which", "more", "expected"), IN_THE_FILE)
def test_rows_as_the_file_has_them(which: str, more: dict[str, object], expected: list[int]) -> None:
    assert found("pandas", which, **more) == expected


def test_an_engine_without_an_order_has_no_first_row() -> None:
    with pytest.raises(DataError, match="have no order"):
        found("duckdb", "first")


@pytest.mark.parametrize("engine", ENGINES)
def test_a_tie_that_the_last_place_cuts_is_told(engine: Engine) -> None:
    def told(**more: object) -> str:
        return notes(run({"op": "row_lookup", "which": "top", "order_by": "points", **more}, table(FRAME, engine))[0])

    assert "3 rows share the last place shown (points); not all of them are shown." in told(k=2)
    assert "share" not in told(k=3) and "share" not in told(k=2, then_by=LATER)
    both = told(k=4, then_by=[{"by": "team"}])
    assert "share" not in both and "2 rows share" in told(k=1, then_by=[{"by": "team"}])


def test_the_rows_that_match_are_counted_without_those_left_out() -> None:
    spec = {"op": "row_lookup", "which": "top", "order_by": "points", "k": 2, "skip": 1}
    assert payload(run(spec, table(FRAME))[0])["total_rows"] == 5


@pytest.mark.parametrize(
    "wrong",
    [
        {"which": "first", "order_by": "points"},
        {"which": "max", "order_by": "points", "skip": 1},
        {"which": "matching", "then_by": LATER},
        {"which": "matching", "by": ["team"]},
        {"which": "top"},
    ],
)
def test_an_order_that_is_not_clear_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(SpecError, match="not well formed"):
        parse_analysis({"op": "row_lookup", **wrong})


def test_a_key_that_is_no_column_names_the_nearest() -> None:
    with pytest.raises(SpecError, match="Nearest: day"):
        found("pandas", "top", order_by="points", then_by=[{"by": "days"}])

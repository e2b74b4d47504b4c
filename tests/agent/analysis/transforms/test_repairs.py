"""Steps that fill, rescale, shift and treat outliers, on both engines: pandas' numbers, and a ledger that counts."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
import pytest

from agent.errors import DataError, SpecError
from tests.agent.analysis.made_tables import ENGINES, Engine, column, moments, notes, run, table

pytestmark = pytest.mark.parametrize("engine", ENGINES)
Step = dict[str, object]


def looked_up(engine: Engine, frame: pd.DataFrame, steps: Sequence[Mapping[str, object]], name: str) -> list[object]:
    """The cells of a column after the steps, in the order of the column i."""
    spec = {"op": "row_lookup", "prepare": list(steps), "columns": ["i", name]}
    return list(column(run(spec, table(frame, engine))[0], name))


def told(engine: Engine, frame: pd.DataFrame, step: Step) -> str:
    return notes(run({"op": "row_lookup", "prepare": [step]}, table(frame, engine))[0])


GAPS = pd.DataFrame({
    "i": [1, 2, 3, 4, 5, 6], "g": pd.Series(["a", "a", "b", "b", None, "a"], dtype="str"),
    "x": [1.0, None, 4.0, 4.0, 7.0, 3.0], "t": pd.Series(["u", None, "v", "v", None, "u"], dtype="str"),
})  # fmt: skip


def fill(method: str, col: str = "x", **more: object) -> Step:
    return {"step": "fill_missing", "cols": [col], "method": method, **more}


@pytest.mark.parametrize(
    ("step", "second"),
    [
        (fill("mean"), 3.8), (fill("median"), 4), (fill("mode"), 4), (fill("constant", value=0), 0),
        (fill("mean", by=["g"]), 2), (fill("median", by=["g"]), 2), (fill("mode", by=["g"]), 1),
    ],
)  # fmt: skip
def test_missing_numbers_are_filled_and_counted(engine: Engine, step: Step, second: float) -> None:
    found = looked_up(engine, GAPS, [step], "x")
    assert found == [1, pytest.approx(second), 4, 4, 7, 3]
    assert "1 missing cell of x filled with" in told(engine, GAPS, step)


def test_missing_words_are_filled_and_what_cannot_be_is_told(engine: Engine) -> None:
    assert looked_up(engine, GAPS, [fill("constant", "t", value="none")], "t") == ["u", "none", "v", "v", "none", "u"]
    assert looked_up(engine, GAPS, [fill("mode", "t")], "t") == ["u", "u", "v", "v", "u", "u"]
    by_group = fill("mode", "t", by=["g"])
    assert looked_up(engine, GAPS, [by_group], "t") == ["u", "u", "v", "v", None, "u"]
    assert "1 missing cell of t filled with the most frequent value of the same g" in told(engine, GAPS, by_group)
    assert "1 cell of t cannot be filled" in told(engine, GAPS, by_group)


def test_the_cell_above_needs_rows_in_an_order(engine: Engine) -> None:
    if engine == "duckdb":
        with pytest.raises(DataError, match="have no order"):
            looked_up(engine, GAPS, [fill("ffill")], "x")
        return
    assert looked_up(engine, GAPS, [fill("ffill")], "x") == [1, 1, 4, 4, 7, 3]
    assert looked_up(engine, GAPS, [fill("ffill", "t", by=["g"])], "t") == ["u", "u", "v", "v", None, "u"]


@pytest.mark.parametrize(
    ("step", "words"),
    [
        (fill("mean", "t"), "has no mean"), (fill("constant"), "goes with the method constant"),
        (fill("mean", value=3), "goes with the method constant"), (fill("constant", value="none"), "cannot hold"),
        (fill("mean", "y"), "no column 'y'"), (fill("mean", by=["h"]), "no column 'h'"),
    ],
)  # fmt: skip
def test_a_fill_that_does_not_fit_is_refused(engine: Engine, step: Step, words: str) -> None:
    with pytest.raises(SpecError, match=words):
        looked_up(engine, GAPS, [step], "x")


def rescale(method: str, **more: object) -> Step:
    return {"step": "rescale", "col": "x", "method": method, **more}


def test_a_column_is_put_from_0_to_1_or_in_deviations(engine: Engine) -> None:
    values = GAPS["x"]
    assert looked_up(engine, GAPS, [rescale("minmax")], "x") == pytest.approx([0, None, 0.5, 0.5, 1, 1 / 3])
    for ddof in (0, 1):
        expected = ((values - values.mean()) / values.std(ddof=ddof)).replace({np.nan: None}).tolist()
        found = looked_up(engine, GAPS, [rescale("zscore", ddof=ddof, name="z")], "z")
        assert found == pytest.approx(expected)
    assert "(population)" in told(engine, GAPS, rescale("zscore", ddof=0))
    assert "(sample)" in told(engine, GAPS, rescale("zscore"))


def test_what_has_no_spread_has_no_scale(engine: Engine) -> None:
    frame = pd.DataFrame({"i": [1, 2], "x": [3.0, 3.0]})
    for method in ("minmax", "zscore"):
        with pytest.raises(DataError, match="do not differ"):
            looked_up(engine, frame, [rescale(method)], "x")
    with pytest.raises(SpecError, match="change of scale needs numbers"):
        looked_up(engine, GAPS, [{**rescale("minmax"), "col": "t"}], "x")


DAYS = pd.DataFrame({
    "i": [1, 2, 3, 4], "d": moments("2024-01-03", "2024-01-01", None, "2024-01-02"), "x": [6.0, 2.0, 9.0, 0.0],
    "g": pd.Series(["a", "a", "b", "b"], dtype="str"),
})  # fmt: skip


def shift(how: str, **more: object) -> Step:
    return {"step": "shift_column", "col": "x", "name": "c", "how": how, "order_by": "d", **more}


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        (shift("lag"), [0, None, None, 2]), (shift("diff"), [6, None, None, -2]),
        (shift("pct_change"), [None, None, None, -100]), (shift("lag", periods=2), [2, None, None, None]),
        (shift("diff", by=["g"]), [4, None, None, None]),
    ],
)  # fmt: skip
def test_a_row_is_compared_with_the_one_before_by_date(engine: Engine, step: Step, expected: list[object]) -> None:
    """A row without a date is before none and after none; nothing is divided by 0."""
    assert looked_up(engine, DAYS, [step], "c") == expected


def test_rows_without_a_predecessor_are_counted(engine: Engine) -> None:
    assert "2 rows without c: nothing to compare with before (by d)." in told(engine, DAYS, shift("diff"))


def test_without_an_order_the_rows_stand_as_in_the_file(engine: Engine) -> None:
    step = shift("diff", order_by=None)
    if engine == "duckdb":
        with pytest.raises(DataError, match="have no order"):
            looked_up(engine, DAYS, [step], "c")
        return
    assert looked_up(engine, DAYS, [step], "c") == [None, -4, 7, -9]
    assert "in the order of the file" in told(engine, DAYS, step)


def test_which_of_several_rows_of_a_day_comes_before_is_not_guessed(engine: Engine) -> None:
    twice = DAYS.assign(d=moments("2024-01-01", "2024-01-01", "2024-01-02", "2024-01-03"))
    with pytest.raises(DataError, match="Several rows have the same d"):
        looked_up(engine, twice, [shift("diff")], "c")
    with pytest.raises(SpecError, match="no change from row to row"):
        looked_up(engine, DAYS, [{**shift("diff"), "col": "g"}], "c")
    with pytest.raises(SpecError, match="no order"):
        looked_up(engine, DAYS, [shift("diff", order_by="g")], "c")


FAR = pd.DataFrame({"i": range(1, 8), "x": [1.0, 2.0, 3.0, 4.0, 5.0, 60.0, None]})


def treat(**more: object) -> Step:
    return {"step": "treat_outliers", "col": "x", **more}


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        (treat(), [1, 2, 3, 4, 5, None]), (treat(side="low"), [1, 2, 3, 4, 5, 60, None]),
        (treat(method="zscore", threshold=2), [1, 2, 3, 4, 5, None]), (treat(method="mad"), [1, 2, 3, 4, 5, None]),
        (treat(method="zscore", threshold=2.1), [1, 2, 3, 4, 5, 60, None]),
        (treat(method="zscore", threshold=2.1, ddof=0), [1, 2, 3, 4, 5, None]),
        (treat(action="clip"), [1, 2, 3, 4, 5, 8.5, None]),
    ],
)  # fmt: skip
def test_outlying_rows_go_or_are_clipped_and_rows_without_a_value_stay(
    engine: Engine, step: Step, expected: list[object]
) -> None:
    assert looked_up(engine, FAR, [step], "x") == expected


def test_the_ledger_tells_how_many_were_outlying_and_by_which_rule(engine: Engine) -> None:
    (found,) = run({"op": "row_lookup", "prepare": [treat(method="zscore", threshold=2)]}, table(FAR, engine))
    assert found["ledger"] is not None
    (dropped,) = found["ledger"]["steps"]
    assert (dropped["step"], dropped["rows_before"], dropped["rows_after"]) == ("outliers dropped", 7, 6)
    assert "more than 2 standard deviations" in dropped["detail"] and "of the sample" in dropped["detail"]
    assert "1 outlying value of x set to the limit" in told(engine, FAR, treat(action="clip"))


def test_what_has_no_measure_has_no_outliers(engine: Engine) -> None:
    with pytest.raises(SpecError, match="outlier needs numbers"):
        looked_up(engine, GAPS, [{**treat(), "col": "t"}], "x")
    with pytest.raises(DataError, match="No row has a value"):
        looked_up(engine, FAR.assign(x=np.nan), [treat()], "x")

"""The parts of a reading as chips: each once, in short words, in an order that can be relied on."""

from hypothesis import given

from agent.specs.editing.parts import ORDER, difference, kept_parts, names_in, parts_of
from agent.specs.reading import Reading
from tests.agent.specs.editing.readings import NORTH, grouped, reading, readings


def labels(made: Reading) -> list[tuple[str, str]]:
    return [(part.kind, part.label) for part in parts_of(made)]


def test_what_a_chart_shares_with_its_measure_is_one_part() -> None:
    measure = grouped(filters=[NORTH], sort={"by": "sales_mean"}, top_k=3)
    assert labels(reading({"kind": "bar", "of": measure}, measure)) == [
        ("measure", "average sales"), ("group", "region"), ("condition", "region is North"),
        ("order", "largest first"), ("order", "Only the first: 3"), ("chart", "bar chart"),
    ]  # fmt: skip


def test_the_grain_is_told_though_it_goes_without_saying() -> None:
    trend = {"op": "time_trend", "date_col": "day", "metrics": {"*": ["count"]}}
    assert labels(reading(trend)) == [("measure", "number of rows"), ("period", "day"), ("period", "by month")]


def test_counts_of_rows_are_told_though_they_go_without_saying() -> None:
    assert ("measure", "number of rows") in labels(reading({"op": "pivot_table", "rows": "a", "columns": "b"}))


def test_conditions_are_told_in_words() -> None:
    filters = [
        {"col": "a", "op": ">=", "value": 3}, {"col": "a", "op": "in", "value": ["x", "y"]},
        {"col": "a", "op": "between", "value": [1, 2]}, {"col": "a", "op": "is_null"},
        {"col": "a", "op": ">", "value": {"stat": "mean", "col": "a"}},
    ]  # fmt: skip
    told = [label for kind, label in labels(reading(grouped(filters=filters))) if kind == "condition"]
    assert told == ["a is at least 3", "a is x or y", "a is from 1 to 2", "a is empty", "a is above the average of a"]


def test_steps_are_parts() -> None:
    steps = [{"step": "derive_column", "name": "amount", "expression": ["mul", "price", "units"]}]
    assert ("step", "computed column: amount = price × units") in labels(reading(grouped(prepare=steps)))


def test_a_long_label_is_cut_with_a_mark() -> None:
    many = grouped(filters=[{"col": "region", "op": "in", "value": [f"place {n}" for n in range(99)]}])
    label = next(label for kind, label in labels(reading(many)) if kind == "condition")
    assert len(label) == 80 and label.endswith("…")


def test_shared_parts_are_found_wherever_they_stand() -> None:
    before = reading(grouped(filters=[NORTH]))
    after = reading({"kind": "bar", "of": grouped(metrics={"sales": ["sum"]}, filters=[NORTH])})
    assert [part.path for part in kept_parts(after, before)] == ["/specs/0/of/group_cols/0", "/specs/0/of/filters/0"]


def test_a_part_names_its_columns_and_values() -> None:
    made = reading(grouped(filters=[NORTH]))
    named = {part.kind: names_in(made, part) for part in parts_of(made)}
    assert {"sales", "mean"} <= named["measure"]
    assert {"region", "North"} <= named["condition"]


def test_a_difference_pairs_what_was_changed() -> None:
    before = reading(grouped(filters=[NORTH]))
    after = reading(grouped(metrics={"sales": ["median"]}, group_cols=["region", "day"]))
    assert difference(before, after) == "average sales → median sales; + day; − region is North"
    assert difference(None, before) == "average sales; region; region is North"


@given(readings())
def test_parts_are_told_once_and_in_order(made: Reading) -> None:
    parts = parts_of(made)
    assert len({(part.kind, part.label) for part in parts}) == len(parts)
    assert [ORDER.index(part.kind) for part in parts] == sorted(ORDER.index(part.kind) for part in parts)
    assert difference(made, made) == ""

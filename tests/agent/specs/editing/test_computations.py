"""A reading that computes several things has the parts of each by themselves; a chart or a total is not another."""

from agent.specs.editing.computations import computations_of
from tests.agent.scripted import reading, salary

JUNIORS = [{"col": "level", "op": "==", "value": "Junior"}]
SALES = [{"col": "department", "op": "==", "value": "Sales"}]
BY_LEVEL = salary(group_cols=["level"])


def told(*specs: dict[str, object]) -> list[tuple[tuple[int, ...], list[str]]]:
    return [(one.places, [part.label for part in one.parts]) for one in computations_of(reading("r1", *specs))]


def test_two_measures_have_a_row_of_parts_each_and_a_part_of_both_stands_in_each() -> None:
    assert told(salary(filters=JUNIORS), salary("max", filters=JUNIORS)) == [
        ((0,), ["average salary", "level is Junior"]),
        ((1,), ["highest salary", "level is Junior"]),
    ]
    assert [places for places, _ in told(salary(filters=JUNIORS), salary(filters=SALES))] == [(0,), (1,)]


def test_a_chart_of_a_measure_and_its_total_belong_to_it() -> None:
    drawn: dict[str, object] = {"type": "plot", "kind": "bar", "of": BY_LEVEL}
    assert told(drawn, BY_LEVEL, salary()) == [((0, 1, 2), ["average salary", "level", "bar chart"])]


def test_what_was_kept_from_before_is_marked_in_its_row() -> None:
    made = computations_of(reading("r1", salary(filters=JUNIORS), salary(filters=SALES)), ["/specs/1/filters/0"])
    assert [[part.kept for part in one.parts] for one in made] == [[False, False], [False, True]]

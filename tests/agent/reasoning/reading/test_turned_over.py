"""Follow-ups that turn a table over: growth of it, as numbers, its conditions lifted, of each group."""

from agent.specs.base import filters_in
from agent.specs.measures import Correlation, TimeTrend
from agent.specs.plots import Bar
from tests.agent.reasoning.reading.conftest import Talk
from tests.agent.reasoning.reading.test_after_asking_back import frame_kept, told


def test_growth_is_of_the_table_before(trams: Talk) -> None:
    trams.ask("total energy by year")
    spec = trams.ask("change in percent vs the previous year").readings[0].specs[0]
    assert isinstance(spec, TimeTrend)
    assert (spec.grain, spec.growth, spec.metrics) == ("year", "previous", {"energy (kWh)": ["sum"]})


def test_growth_of_what_is_no_time_is_not_passed_over(trams: Talk) -> None:
    trams.ask("average delay by line")
    assert trams.ask("and the growth rate please").next_action == "ask"


def test_a_chart_is_told_in_numbers_again(bakery: Talk) -> None:
    bakery.ask("bar chart of total quantity by product")
    decision = bakery.ask("as a table please")
    assert told(frame_kept(decision)) == ([("quantity", "sum")], ["product"], [])
    assert not any(isinstance(spec, Bar) for spec in decision.readings[0].specs)


def test_a_part_of_each_group_is_drawn_by_its_own_column() -> None:
    talk = Talk("members.csv")
    talk.ask("percentage of drinkers by club")
    chart = talk.ask("as a bar chart").readings[0].specs[0]
    assert isinstance(chart, Bar)
    assert chart.of_column == "ratio_pct"


def test_all_again_lifts_the_condition(bakery: Talk) -> None:
    bakery.ask("total quantity by product in 2023")
    assert told(frame_kept(bakery.ask("all years again"))) == ([("quantity", "sum")], ["product"], [])


def test_a_correlation_of_each_group() -> None:
    talk = Talk("members.csv")
    talk.ask("correlation between age and bills")
    specs = talk.ask("separately by drinker").readings[0].specs
    assert all(isinstance(spec, Correlation) for spec in specs)
    assert sorted(str(filters_in(spec.filters)[0].value) for spec in specs) == ["no", "yes"]

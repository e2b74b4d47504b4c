"""What a newcomer asks of a table that nobody prepared: superlatives of a column's noun, sides, names that repeat."""

from collections.abc import Callable

import pytest

from agent.reasoning.prompts import Decision
from agent.reasoning.rules.reading.degrees import denies, nouns_of
from agent.specs.base import filters_in
from agent.specs.measures import AnalysisSpec, GroupbyAgg, RowLookup, ShareRatio
from tests.agent.reasoning.reading.conftest import Talk


def _spec(decision: Decision) -> AnalysisSpec:
    assert decision.next_action == "act", decision.rationale
    spec = decision.readings[0].specs[0]
    assert not hasattr(spec, "of")
    return spec  # type: ignore[return-value]


@pytest.fixture
def isles(talk: Callable[..., Talk]) -> Talk:
    return talk("isles.csv")


@pytest.fixture
def members(talk: Callable[..., Talk]) -> Talk:
    return talk("members.csv")


@pytest.fixture
def wards(talk: Callable[..., Talk]) -> Talk:
    return talk("wards.csv")


@pytest.mark.parametrize(
    ("adjective", "noun"),
    [("happiest", "happiness"), ("densest", "density"), ("freer", "freedom"), ("generous", "generosity")],
)
def test_an_adjective_is_known_by_the_noun_it_is_made_of(adjective: str, noun: str) -> None:
    assert noun in nouns_of(adjective)


def test_the_busiest_day_has_nothing_to_do_with_a_business() -> None:
    assert "business" not in nouns_of("busiest")
    assert denies("unhappiest", frozenset({"happiness"}))


@pytest.mark.parametrize(
    ("question", "which", "k"),
    [
        ("merriest isle", "max", 10),
        ("Which 2 isles are the least merry?", "bottom", 2),
        ("which isle is the most generous?", "max", 10),
    ],
)
def test_a_superlative_of_a_columns_noun_ranks_by_that_column(isles: Talk, question: str, which: str, k: int) -> None:
    spec = _spec(isles.ask(question))
    assert isinstance(spec, RowLookup)
    assert (spec.which, spec.k) == (which, k)
    assert spec.order_by == ("Generosity" if "generous" in question else "Merriness Score")


def test_the_best_rank_is_the_first_and_the_answer_says_so(isles: Talk) -> None:
    decision = isles.ask("top 3 isles by merriness rank")
    spec = _spec(decision)
    assert isinstance(spec, RowLookup)
    assert (spec.which, spec.order_by) == ("bottom", "Merriness Rank")
    assert decision.readings[0].assumptions


def test_a_maximum_of_ranks_stays_a_maximum(isles: Talk) -> None:
    spec = _spec(isles.ask("what is the maximum merriness rank?"))
    assert isinstance(spec, GroupbyAgg)
    assert spec.metrics == {"Merriness Rank": ["max"]}


def test_rows_are_called_by_the_column_that_names_them(isles: Talk) -> None:
    counted = _spec(isles.ask("Which sea has the most isles?"))
    assert "Sea" in counted.model_dump_json()
    listed = _spec(isles.ask("isles with a generosity above 0.3"))
    assert isinstance(listed, RowLookup)
    assert "Isle" in listed.columns


@pytest.mark.parametrize(
    ("question", "group", "metric"),
    [
        ("Do drinkers pay more?", "drinker", {"bills": ["mean"]}),
        ("are women older than men?", "sex", {"age": ["mean"]}),
        ("do men have more kids than women?", "sex", {"kids": ["mean"]}),
        ("average bills for drinkers vs non-drinkers", "drinker", {"bills": ["mean"]}),
        ("who pays more, men or women?", "sex", {"bills": ["mean"]}),
    ],
)
def test_sides_are_compared_by_their_averages(
    members: Talk, question: str, group: str, metric: dict[str, list[str]]
) -> None:
    spec = _spec(members.ask(question))
    assert isinstance(spec, GroupbyAgg)
    assert (spec.group_cols, spec.metrics) == ([group], metric)


def test_how_much_more_is_the_difference_of_two_averages(members: Talk) -> None:
    decision = members.ask("how much more do drinkers pay on average?")
    assert decision.next_action == "act"
    filters = [filters_in(spec.filters) for spec in decision.readings[0].specs if isinstance(spec, GroupbyAgg)]
    assert [items[0].value for items in filters] == ["no", "yes"]


def test_whether_more_of_one_goes_with_more_of_another_is_a_correlation(members: Talk) -> None:
    assert _spec(members.ask("do older people pay more?")).op == "correlation"


def test_a_flag_is_compared_by_its_part_of_each_side(members: Talk) -> None:
    spec = _spec(members.ask("do men drink more than women?"))
    assert isinstance(spec, ShareRatio)
    assert spec.group_cols == ["sex"]


def test_a_comparison_of_what_no_column_holds_is_declined(members: Talk) -> None:
    assert members.ask("are women heavier than men?").next_action == "ask"


def test_a_mean_of_values_named_together_is_one_of_each_and_the_joint_one_stands_beside(members: Talk) -> None:
    specs = members.ask("average age of men and women").readings[0].specs
    assert [spec.group_cols for spec in specs if isinstance(spec, GroupbyAgg)] == [["sex"], []]


def test_a_sum_of_values_named_together_is_one_and_those_of_each_stand_beside(members: Talk) -> None:
    specs = members.ask("total bills of men and women").readings[0].specs
    assert [spec.group_cols for spec in specs if isinstance(spec, GroupbyAgg)] == [[], ["sex"]]


def test_non_denies_its_own_word_only(members: Talk) -> None:
    spec = _spec(members.ask("average bills of non-drinking women"))
    assert isinstance(spec, GroupbyAgg)
    assert [(item.op, item.value) for item in filters_in(spec.filters)] == [("==", "female"), ("==", "no")]


def test_how_much_one_of_them_pays_is_an_average(members: Talk) -> None:
    spec = _spec(members.ask("how much does a drinker pay?"))
    assert isinstance(spec, GroupbyAgg)
    assert spec.metrics == {"bills": ["mean"]}


def test_places_of_one_name_are_told_apart_by_where_they_lie(wards: Talk) -> None:
    decision = wards.ask("top 3 counties by votes all")
    specs = [spec for reading in decision.readings for spec in reading.specs if isinstance(spec, GroupbyAgg)]
    assert [spec.group_cols for spec in specs] == [["county_name", "state_abbr"]] * 2
    assert [spec.metrics for spec in specs] == [{"votes_all": ["sum"]}, {"votes_all": ["max"]}]


def test_a_party_is_known_by_its_short_name_and_columns_are_compared_row_by_row(wards: Talk) -> None:
    decision = wards.ask("in how many counties did the democrats get more votes than the gop?")
    rows, names = (reading.specs[0] for reading in decision.readings)
    assert isinstance(rows, GroupbyAgg)
    assert isinstance(names, GroupbyAgg)
    assert (rows.metrics, names.metrics) == ({"*": ["count"]}, {"county_name": ["nunique"]})
    assert [item.col for item in filters_in(rows.filters)] == ["votes_dem - votes_gop"]

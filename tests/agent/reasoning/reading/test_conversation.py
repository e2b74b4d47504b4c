"""A talk goes on: what a short question leaves out comes from the one before, and nothing is lost on the way."""

from collections.abc import Callable

import pytest

from tests.agent.reasoning.reading.conftest import Talk
from tests.agent.reasoning.reading.test_read import spec_of, specs_of


@pytest.fixture
def post(talk: Callable[..., Talk]) -> Talk:
    return talk("parcels.csv", "depots.csv")


@pytest.fixture
def parcels(talk: Callable[..., Talk]) -> Talk:
    return talk("parcels.csv")


def test_the_same_for_another_place_stays_in_the_column_talked_about(parcels: Talk) -> None:
    parcels.ask("average weight where to depot is BGO")
    spec = spec_of(parcels.ask("same for OSL"))
    assert spec["filters"] == [{"col": "to depot", "op": "==", "value": "OSL"}]


def test_the_other_way_round_swaps_the_two_places_and_the_change_between_both_is_told(parcels: Talk) -> None:
    parcels.ask("average weight where from depot is OSL and to depot is BGO")
    spec = spec_of(parcels.ask("and the other way round?"))
    assert [(item["col"], item["value"]) for item in spec["filters"]] == [("from depot", "BGO"), ("to depot", "OSL")]
    change = parcels.ask("how much more is that in %?")
    assert [len(spec["filters"]) for spec in specs_of(change)] == [2, 2]
    assert change.readings[0].headline == '{= S2."weight (kg)_mean" / S1."weight (kg)_mean" - 1 | signed_percent}'


def test_the_total_after_a_table_of_groups_is_one_number(parcels: Talk) -> None:
    parcels.ask("average weight by service for parcels from OSL")
    spec = spec_of(parcels.ask("what was the total?"))
    assert "group_cols" not in spec
    assert spec["metrics"] == {"weight (kg)": ["sum"]}
    assert spec["filters"][0]["value"] == "OSL"


def test_a_group_keeps_the_measure_and_the_filter_of_the_question_before(parcels: Talk) -> None:
    parcels.ask("average weight of express parcels")
    spec = spec_of(parcels.ask("per from depot"))
    assert spec["metrics"] == {"weight (kg)": ["mean"]}
    assert spec["filters"][0]["value"] == "express"


def test_only_some_groups_and_counts_instead(parcels: Talk) -> None:
    parcels.ask("average weight by service")
    spec = spec_of(parcels.ask("only express and economy, counts"))
    assert spec["does"] == "value_counts"
    assert (spec["column"], spec["filters"][0]["value"]) == ("service", ["express", "economy"])


def test_leaving_out_a_number_denies_it(parcels: Talk) -> None:
    parcels.ask("number of parcels by service and zone")
    assert spec_of(parcels.ask("leave out zone 3"))["filters"] == [{"col": "zone", "op": "!=", "value": 3}]


@pytest.mark.parametrize(
    ("first", "then", "value"),
    [
        ("average weight in the second half of 2024", "and in the first?", "2024-H1"),
        ("average weight in Q1 2024", "and in the third?", "2024-Q3"),
        ("average weight in March 2024", "and the month after?", "2024-04"),
    ],
)
def test_a_bare_ordinal_or_the_period_after_moves_along_the_calendar(
    parcels: Talk, first: str, then: str, value: str
) -> None:
    parcels.ask(first)
    assert spec_of(parcels.ask(then))["filters"][0]["value"] == value


def test_r_after_a_scatter_plot_is_its_correlation(parcels: Talk) -> None:
    parcels.ask("scatter of weight against zone")
    spec = spec_of(parcels.ask("and r?"))
    assert (spec["does"], spec["columns"]) == ("correlation", ["weight (kg)", "zone"])


def test_above_which_value_after_outliers_is_the_upper_limit(parcels: Talk) -> None:
    parcels.ask("outliers in weight")
    assert "S1.upper" in parcels.ask("above which value?").readings[0].headline


def test_the_rest_of_a_column_that_has_gaps(parcels: Talk) -> None:
    parcels.ask("how often is the sender missing?")
    spec = spec_of(parcels.ask("breakdown of the rest"))
    assert (spec["column"], spec["filters"][0]["op"]) == ("sender", "not_null")


def test_keys_are_found_by_their_values_and_two_that_fit_are_asked_about(post: Talk) -> None:
    decision = post.ask("average weight by country")
    assert decision.next_action == "ask"
    assert "from depot and to depot" in decision.clarifying_questions[0]
    spec = spec_of(post.ask(decision.choices[1]))
    assert (spec["prepare"][0]["left_on"], spec["prepare"][0]["right_on"]) == (["to depot"], ["code"])
    again = spec_of(post.ask("and the median?"))
    assert again["prepare"][0]["left_on"] == ["to depot"]


def test_things_with_so_many_rows_are_counted_after_another_question(parcels: Talk) -> None:
    parcels.ask("total weight in March 2024")
    spec = spec_of(parcels.ask("how many senders have at least 2 parcels, in total?"))
    assert spec["having"][0]["value"] == 2


def test_what_a_key_is_called_is_looked_up(post: Talk) -> None:
    post.ask("which from depot has the highest average weight?")
    spec = spec_of(post.ask("what is that depot called?"))
    assert spec["group_cols"] == ["from depot", "depot name"]


def test_things_without_a_partner_are_counted_and_listed(talk: Callable[..., Talk]) -> None:
    visits = talk("visitors.csv", "visits.csv")
    spec = spec_of(visits.ask("how many visitors never came to any visit?"))
    assert (spec["prepare"][0]["how"], spec["metrics"]) == ("anti", {"visitor_id": ["nunique"]})
    assert [item["does"] for item in specs_of(visits.ask("which ones?"))] == ["groupby_agg", "row_lookup"]
    assert [item["does"] for item in specs_of(visits.ask("and how many are there?"))] == ["groupby_agg"]


def test_each_thing_counted_once_and_the_next_group_too(parcels: Talk) -> None:
    first = spec_of(parcels.ask("parcels per service, each parcel counted once"))
    then = spec_of(parcels.ask("per zone?"))
    assert first["metrics"] == {"parcel_id": ["nunique"]}
    assert then["metrics"] == {"parcel_id": ["nunique"]}


def test_copies_are_whole_rows_although_a_date_sounds_like_the_noun(talk: Callable[..., Talk]) -> None:
    homes = talk("homes.csv")
    assert "columns" not in spec_of(homes.ask("any duplicated listings?"))
    left = homes.ask("how many unique listings are left?").readings[0]
    assert left.interpretation == "Number of rows, repeated rows counted once."


@pytest.mark.parametrize(("words", "column"), [("departure", "dep_delay"), ("the second", "arr_delay")])
def test_a_short_pick_names_an_option(talk: Callable[..., Talk], words: str, column: str) -> None:
    trains = talk("trains.csv")
    assert len(trains.ask("average delay by route").readings) == 2
    assert spec_of(trains.ask(words))["metrics"] == {column: ["mean"]}


def test_both_options_side_by_side(talk: Callable[..., Talk]) -> None:
    trains = talk("trains.csv")
    trains.ask("average delay by route")
    assert spec_of(trains.ask("both"))["metrics"] == {"dep_delay": ["mean"], "arr_delay": ["mean"]}


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("please translate the senders into French", "action"),
        ("send this list to my boss", "action"),
        ("book me a seat to the cheapest depot", "action"),
        ("which parcel should I buy?", "advice"),
    ],
)
def test_what_is_no_computation_is_declined(parcels: Talk, question: str, why: str) -> None:
    decision = parcels.ask(question)
    assert (decision.next_action, decision.rationale) == ("out_of_scope", why)


@pytest.mark.parametrize(
    ("question", "thing"),
    [
        ("how many parcels have a lid?", "lid"),
        ("who is the most popular courier?", "courier"),
        ("what is the average number of stamps?", "stamps"),
        ("who is the heaviest porter?", "porter"),
    ],
)
def test_what_no_column_holds_is_named(parcels: Talk, question: str, thing: str) -> None:
    decision = parcels.ask(question)
    assert decision.next_action == "ask"
    assert decision.missing_columns == [thing]


def test_why_one_would_use_a_statistic_is_explained(parcels: Talk) -> None:
    assert parcels.ask("why would one use the median?").next_action == "explain"


def test_a_japanese_follow_up_names_the_value_by_another_word(talk: Callable[..., Talk]) -> None:
    marks = talk("marks.csv")
    marks.ask("数学の平均は？")
    assert spec_of(marks.ask("女子は？"))["filters"] == [{"col": "性別", "op": "==", "value": "女"}]
    assert spec_of(marks.ask("英語は？"))["metrics"] == {"英語": ["mean"]}

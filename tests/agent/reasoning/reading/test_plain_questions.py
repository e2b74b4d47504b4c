"""Plain questions: what is denied, what a number bounds, which noun is counted, whose rows tell of a deed."""

from collections.abc import Callable

from agent.reasoning.prompts import ReadQuestion
from agent.reasoning.rules.reading.frame import Frame
from agent.reasoning.rules.reading.read import read_question
from registry.store import DatasetStore
from tests.agent.reasoning.reading.conftest import Talk
from tests.agent.reasoning.reading.one_table import decision_on, shape_of
from tests.agent.reasoning.reading.test_yes_no_and_how_long import last_frame

PARROTS = """\
ring_no,species,keeper,urgency,feathers lost,eggs laid,grams,checked on,rating
R1,macaw,Ito,high,4,0,810,2024-01-03,4
R2,macaw,Ruiz,low,0,2,905,2024-02-03,
R3,conure,Ito,high,9,1,120,2024-03-09,5
R4,conure,Ito,medium,2,3,98,2025-01-05,
R5,lory,Ruiz,high,0,0,140,2025-02-11,2
R6,macaw,Ruiz,low,1,1,870,2025-03-30,3
"""
LODGES = """\
lodge_id,lodge_name,kind
L1,Birch,Lodge
L2,Cove,Cabin
L3,Dune,Lodge
L4,Elm,Tent
L5,Fern,Cabin
"""
KIOSK = """\
sold on,channel,title,takings
2023-01-02,web,What the Heron Saw,12
2023-04-02,shop,The Long Tide,8
2023-09-12,shop,What the Heron Saw,11
2024-02-02,web,Salt,9
2024-05-20,shop,Salt,7
2024-07-01,web,The Long Tide,14
"""


def test_what_things_do_not_have_is_missing() -> None:
    for question in ("how many parrots don't have a rating?", "how many parrots dont have a rating"):
        assert shape_of(question, "parrots.csv", PARROTS)["conditions"] == [("rating", "is_null", None)]


def test_what_things_do_not_have_is_nothing_where_no_cell_is_empty() -> None:
    found = shape_of("how many parrots don't have any feathers lost?", "parrots.csv", PARROTS)
    assert found["conditions"] == [("feathers lost", "==", 0)]


def test_a_number_is_what_is_compared_with_not_the_column_behind_it() -> None:
    found = shape_of("average grams of parrots with more than 2 eggs laid", "parrots.csv", PARROTS)
    assert found["conditions"] == [("eggs laid", ">", 2)]
    assert found["metrics"] == [("grams", "mean")]


def test_the_noun_behind_a_cell_and_its_column_is_counted() -> None:
    found = shape_of("how many high urgency rings per keeper", "parrots.csv", PARROTS)
    assert found["metrics"] == [("ring_no", "nunique")]
    assert (found["groups"], found["conditions"]) == (["keeper"], [("urgency", "==", "high")])


def test_what_the_rows_are_is_no_condition_where_their_kinds_are_told_apart() -> None:
    found = shape_of("how many lodges per kind", "lodges.csv", LODGES)
    assert (found["groups"], found["conditions"]) == (["kind"], [])


def test_everyday_words_alone_name_no_title() -> None:
    assert shape_of("what's the total takings", "kiosk.csv", KIOSK)["conditions"] == []


def test_the_share_of_some_sales_by_year_is_their_part_of_each_year() -> None:
    found = shape_of("share of web takings by year", "kiosk.csv", KIOSK)
    assert found["share"]
    assert found["conditions"] == [("channel", "==", "web")]


def test_how_much_on_average_is_an_average() -> None:
    found = shape_of("how much did we sell on average by channel", "kiosk.csv", KIOSK)
    assert found["metrics"] == [("takings", "mean")]


def test_who_bought_the_most_is_told_by_the_rows_with_money(talk: Callable[..., Talk]) -> None:
    frame = last_frame(talk("visitors.csv", "visits.csv"), "which 2 countries bought the most")
    assert frame.metrics[0].columns[0].column == "amount"
    assert frame.groups[0].columns[0].column == "country"


MUSEUM = """\
guide,hired,gone,hours away,guided tours,member,fees,paid
Abe,2011-02-01,,30,4,yes,10,yes
Bea,2009-05-01,2020-01-31,55,2,no,12,no
Cyd,2012-07-15,,80,9,yes,8,no
Dov,2015-03-01,,10,1,no,9,yes
"""
BALLOT = """\
precinct,votes cast,Alba,Berg
P1,100,60,40
P2,80,30,50
"""


def test_who_has_been_here_the_longest_came_first_and_has_not_left() -> None:
    table = MUSEUM.replace("gone", "left on")
    for question in ("who has been here the longest?", "which guide has been with us the longest"):
        found = shape_of(question, "museum.csv", table)
        assert found["metrics"][0][0] == "hired"
        assert found["conditions"] == [("left on", "is_null", None)]


def test_both_sides_of_a_yes_or_no_are_told_apart() -> None:
    table = MUSEUM.replace("member", "married")
    for question in ("average fees of married vs unmarried guides", "average fees of married and unmarried guides"):
        found = shape_of(question, "guides.csv", table)
        assert (found["groups"], found["conditions"]) == (["married"], [])


def test_votes_of_a_name_that_is_a_column_are_those() -> None:
    assert shape_of("how many votes did Alba get?", "ballot.csv", BALLOT)["metrics"] == [("Alba", "sum")]


def test_an_open_bill_is_not_paid() -> None:
    bills = MUSEUM.replace("guide,", "bill,")
    assert shape_of("how many bills are still open?", "bills.csv", bills)["conditions"] == [("paid", "==", "no")]
    german = MUSEUM.replace("paid\n", "bezahlt\n").replace("yes", "ja").replace("no\n", "nein\n")
    found = shape_of("wie viele Rechnungen sind offen?", "rechnungen.csv", german)
    assert found["conditions"] == [("bezahlt", "==", "nein")]


def test_things_asked_for_by_a_condition_are_each_told_once() -> None:
    found = shape_of("which titles have takings above 8?", "kiosk.csv", KIOSK)
    assert found["conditions"] == [("takings", ">", 8)]
    assert found["groups"] == ["title"]


def test_sold_online_is_a_channel_where_a_cell_says_so() -> None:
    assert shape_of("how much did we sell online", "kiosk.csv", KIOSK)["conditions"] == [("channel", "==", "web")]


def test_the_total_of_one_name_goes_on_to_the_next() -> None:
    store = DatasetStore()
    dataset = store.add("talk", "ballot.csv", BALLOT.encode())
    first = read_question(ReadQuestion("how many votes did Alba get?", (dataset.profile,), ()))
    then = read_question(ReadQuestion("and Berg?", (dataset.profile,), (), frame=first.frame))
    frame = Frame.model_validate(then.frame["frames"][-1])  # type: ignore[index]
    assert [(metric.columns[0].column, metric.agg) for metric in frame.metrics] == [("Berg", "sum")]


def test_winning_is_no_misspelling_to_be_passed_over() -> None:
    table = "played,home,away,hg,ag\n2024-08-01,Ayr,Fife,1,0\n2024-08-08,Ayr,Wick,0,2\n2024-08-15,Wick,Ayr,1,1\n"
    decision = decision_on("how many home games did Ayr win", "matches.csv", table)
    assert decision.next_action == "ask"
    assert "win" in decision.rationale

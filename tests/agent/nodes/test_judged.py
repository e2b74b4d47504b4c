"""An answer tells what reading the files decided of the rows and columns that it uses, and is computed again."""

from pydantic import JsonValue

from agent.errors import SpecError
from agent.service import AnalystService
from agent.settings import Settings
from agent.state import TurnRecord
from registry.choosing import with_choice
from registry.dataset import Dataset

SALES = b"shop,month,sold,cost\nA,1,10,1\nB,2,n/a,2\nC,3,30,3\nD,4,20,n/a\nTotal,,60,6\n"
PLAIN = b"shop,sold\nA,10\nB,20\n"


def asked(content: bytes, spec: dict[str, JsonValue]) -> tuple[AnalystService, str, TurnRecord]:
    service = AnalystService(Settings())
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "sales.csv", content)
    return service, conversation, service.edit(conversation, "", {"specs": [spec]})


def total(column: str) -> dict[str, JsonValue]:
    return {"type": "analysis", "op": "groupby_agg", "metrics": {column: ["sum"]}}


def test_only_what_the_answer_uses_is_told() -> None:
    _, _, turn = asked(SALES, total("sold"))
    told = [(one["kind"], one["column"], one["count"], one["values"]) for one in turn["judged"]]
    assert told == [("rows_aside", "", 1, ["Total 60 6"]), ("cells_missing", "sold", 1, ["n/a"])]


def test_a_column_that_is_called_like_a_word_of_the_language_is_not_used_for_that() -> None:
    content = b"sum,sold\nn/a,10\n5,20\n6,30\n"
    _, _, turn = asked(content, total("sold"))
    assert "judged" not in turn


def test_a_file_without_judgements_has_none() -> None:
    _, _, turn = asked(PLAIN, total("sold"))
    assert "judged" not in turn


ORDERS = b"shop,sold,cost\nA,10,1\nB,n/a,2\na,30,3\nA,,4\nB,20,n/a\nA,40,5\nB,50,n/a\n"


def told_of(turn: TurnRecord) -> list[tuple[str, str, int]]:
    return [(one["kind"], one["column"], one["count"]) for one in turn.get("judged", [])]


def only(shop: str) -> dict[str, JsonValue]:
    return {"filters": [{"col": "shop", "op": "==", "value": shop}]}


def test_only_what_stands_in_rows_of_the_answer_is_told() -> None:
    of_b = asked(ORDERS, total("sold") | only("B"))[2]
    assert told_of(of_b) == [("cells_missing", "sold", 1)]
    of_a = asked(ORDERS, total("sold") | only("A"))[2]
    assert told_of(of_a) == [("spellings_merged", "shop", 1)]
    cost_of_a = asked(ORDERS, total("cost") | only("A"))[2]
    assert told_of(cost_of_a) == [("spellings_merged", "shop", 1)]


def test_cells_are_told_that_a_condition_about_their_own_column_leaves_out() -> None:
    above: dict[str, JsonValue] = {"filters": [{"col": "sold", "op": ">", "value": 5}]}
    assert ("cells_missing", "sold", 1) in told_of(asked(ORDERS, total("sold") | above)[2])


def test_of_many_cells_those_are_counted_that_have_no_value_in_rows_of_the_answer() -> None:
    rows = [f"{'AB'[n % 2]},{'n/a' if n % 4 == 1 else n}" for n in range(120)]
    content = "\n".join(["shop,sold", *rows]).encode()
    assert told_of(asked(content, total("sold") | only("A"))[2]) == []
    assert told_of(asked(content, total("sold") | only("B"))[2]) == [("cells_missing", "sold", 30)]


def decide(service: AnalystService, conversation: str, *choice: object) -> Dataset:
    dataset = service.datasets.datasets(conversation)[0]
    return service.reread(conversation, dataset.dataset_id, with_choice(dataset.choices, choice))  # type: ignore[arg-type]


def test_an_answer_is_computed_again_on_the_new_version_and_the_earlier_one_stays() -> None:
    service, conversation, before = asked(SALES, total("sold"))
    decide(service, conversation, "totals", "in")
    after = service.again(conversation, before["turn_id"])
    assert after["question"] == before["question"] and after["status"] == "answered"
    assert "60" in before["answer"]["text"] and "120" in after["answer"]["text"]
    assert [one["kind"] for one in after["judged"]] == ["cells_missing"]
    assert service.turns(conversation)[0]["judged"] == before["judged"]


def test_a_reading_that_no_longer_fits_is_refused_in_a_sentence() -> None:
    service, conversation, before = asked(SALES, total("sold"))
    decide(service, conversation, "kinds", ("sold", "text"))
    try:
        service.again(conversation, before["turn_id"])
    except SpecError as refused:
        assert "sold" in str(refused)
    else:
        raise AssertionError("it was computed")
    assert len(service.turns(conversation)) == 1

"""A column of text that is to be computed with is told with the cells that are no numbers, and read as numbers at one
press; the question is answered then."""

import pytest

from agent.reasoning.built_in import BuiltInReasoner
from agent.service import AnalystService, PickedOption
from agent.settings import Settings
from agent.state import TurnRecord
from tests.agent.reader.scripted import ScriptedReader

WORDS = ["n.b.", "tbd", "offen", "unklar"]
CELLS = [WORDS[n % 4] if n % 10 < 3 else f"{n}.5" for n in range(40)]
OFFERS = ("region,Amount\n" + "".join(f"{'NS'[n % 2]},{cell}\n" for n, cell in enumerate(CELLS))).encode()
QUESTION = "average Amount by region"
LINES = {
    "reads it": {QUESTION: [("groupby_agg by=region m=Amount.mean", 0.97)]},
    "misses it": {QUESTION: [("missing Amount", 0.97)]},
}
MEAN = sum(float(cell) for n, cell in enumerate(CELLS) if n % 2 == 0 and cell not in WORDS) / 14


def asked(line: str, content: bytes = OFFERS) -> tuple[AnalystService, str, TurnRecord]:
    settings = Settings()
    service = AnalystService(settings, reasoner=BuiltInReasoner(ScriptedReader({QUESTION: [(line, 0.97)]}), settings))
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "offers.csv", content)
    return service, conversation, service.ask(conversation, QUESTION)


def test_the_cells_that_are_no_numbers_are_told_and_one_press_answers() -> None:
    service, conversation, turn = asked("groupby_agg by=region m=Amount.mean")
    assert turn["status"] == "asked" and turn["pending"] is not None
    assert "Amount is text: 12 of 40 cells are not numbers (“" in turn["answer"]["text"]
    assert all(one["verified"] for one in turn["answer"]["citations"])
    assert [option["label"] for option in turn["pending"]["options"]] == ["Read it as a number"]
    option = turn["pending"]["options"][0]["option_id"]
    answer = service.answer(conversation, PickedOption(turn["pending"]["checkpoint_id"], option))
    assert answer["status"] == "answered"
    dataset = service.datasets.datasets(conversation)[0]
    assert dataset.version == 2 and dataset.frame["Amount"].isna().sum() == 12
    assert answer["data_versions"] == {dataset.dataset_id: 2}
    assert [(one["kind"], one["column"], one["count"]) for one in answer["judged"]] == [("cells_missing", "Amount", 12)]


def test_a_column_that_the_reader_misses_is_offered_and_the_question_read_again() -> None:
    service, conversation, turn = asked("missing Amount")
    assert turn["pending"] is not None
    (option,) = turn["pending"]["options"]
    assert option["label"] == "Read it as a number" and option["says"] == QUESTION
    service.answer(conversation, PickedOption(turn["pending"]["checkpoint_id"], option["option_id"]))
    assert service.datasets.datasets(conversation)[0].profile.columns[1].kind == "number"


@pytest.mark.parametrize(
    "cells",
    [["North", "South"] * 20, ["12 EUR", "13 USD", "9 EUR", "4 USD"] * 10],
    ids=["words", "amounts in two currencies"],
)
def test_what_no_number_tells_is_not_offered(cells: list[str]) -> None:
    content = ("region,Amount\n" + "".join(f"N,{cell}\n" for cell in cells)).encode()
    _, _, turn = asked("groupby_agg by=region m=Amount.mean", content)
    options = turn["pending"]["options"] if turn["pending"] else []
    assert "Read it as a number" not in [option["label"] for option in options]

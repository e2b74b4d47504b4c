"""The real reader, on this machine: ten questions in three languages. Needs its weights: `tally reader get`."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import registry
from agent.reader.engine import ReaderEngine
from agent.reader.weights import weights_found
from agent.reasoning.built_in import BuiltInReasoner
from agent.service import AnalystService
from agent.settings import Settings

pytestmark = [pytest.mark.slow, pytest.mark.enable_socket, pytest.mark.timeout(600)]
ORDERS = (Path(registry.__file__).parent / "sample_data" / "tea_shop_orders.csv").read_bytes()
QUESTIONS = (
    ("how many orders are there?", "620"),
    ("average quantity by region", "North"),
    ("which category has the highest total amount?", "tea"),
    ("total amount per month", "2024"),
    ("how many were returned?", "returned"),
    ("and in the web shop only?", "Web shop"),
    ("Wie viele Bestellungen gibt es pro Region?", "South"),
    ("durchschnittliche Menge je Kanal", "Store"),
    ("地域ごとの合計数量", "North"),
    ("チャネル別の件数", "Store"),
)


@pytest.fixture(scope="module")
def service() -> Iterator[AnalystService]:
    settings = Settings(reader_threshold="0", reader_seconds=300)
    if weights_found(settings)[0] is None:
        pytest.skip("The weights of the built-in reader are not here: run `tally reader get`.")
    with closing(AnalystService(settings, reasoner=BuiltInReasoner(ReaderEngine(settings), settings))) as made:
        yield made


def test_ten_questions_in_three_languages_are_read_and_answered(service: AnalystService) -> None:
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "orders.csv", ORDERS)
    told = [(question, said, service.ask(conversation, question)) for question, said in QUESTIONS]
    wrong = [
        f"{question} -> {turn['status']}: {turn['interpretation']}: {turn['answer']['text'][:200]}"
        for question, said, turn in told
        if turn["status"] != "answered" or said not in turn["answer"]["text"] + turn["interpretation"]
    ]
    assert len(wrong) <= 1, "\n".join(wrong)

"""Every question on offer is answered as it is worded, with no reader in between."""

from collections.abc import Iterator
from typing import Any, cast

import pytest

from agent.reasoning.language import detect_language
from agent.reasoning.prompts import ReadQuestion
from agent.reasoning.rules.narration.offer_making import OFFERED
from agent.service import AnalystService
from agent.specs.words import FOLDER
from agent.state import TablePayload, TurnRecord
from languages.phrase_files import languages_in
from registry.samples import SAMPLES, content
from tests.agent.scripted import Script, service_of

ORDERS = "ordered on,customer,product,region,net sales,returned\n" + "".join(
    f"2025-{1 + n % 12:02d}-{1 + n % 27:02d},C{n % 23},{'abcd'[n % 4] if n % 3 else 'a'},{'NS'[n % 2]},"
    f"{n * 37 % 101 + 0.5},{'yes' if n % 5 == 0 else 'no'}\n"
    for n in range(240)
)


@pytest.fixture
def told() -> Iterator[tuple[AnalystService, str, Script]]:
    service, conversation, script = service_of(content=None)
    service.datasets.add(conversation, "orders.csv", ORDERS.encode())
    yield service, conversation, script
    service.close()


def test_a_new_table_is_offered_the_six_questions_that_it_calls_for(told: tuple[AnalystService, str, Script]) -> None:
    service, conversation, _ = told
    assert [offer.question for offer in service.offers(conversation)] == [
        "net sales by month",
        "net sales by product",
        "net sales by customer, top 10",
        "percentage of returned “yes” by product",
        "net sales by region",
        "number of rows by product",
    ]


def test_an_answer_is_followed_by_why_before_and_the_biggest_alone(told: tuple[AnalystService, str, Script]) -> None:
    service, conversation, script = told
    by_product = service.offers(conversation)[1]
    turn = service.ask_offered(conversation, by_product.question, by_product.reading)
    assert (turn["status"], turn["question"]) == ("answered", "net sales by product") and "changes" not in turn
    offers = service.offers(conversation)
    assert [offer.question for offer in offers] == [
        "net sales by region",
        "net sales by month and product, with the change to the month before",
        "net sales by region for product a",
    ]
    rows = [line.split(",") for line in ORDERS.splitlines()[1:]]
    compared = service.ask_offered(conversation, offers[1].question, offers[1].reading)
    sums = [sum(float(row[4]) for row in rows if row[2] == "a" and row[0].startswith(f"2025-{n:02d}")) for n in (9, 10)]
    assert ["2025-10", "a", sums[1], sums[1] - sums[0]] in [
        row[:4] for row in _rows_of(service, conversation, compared)
    ]
    alone = service.ask_offered(conversation, offers[2].question, offers[2].reading)
    north = sum(float(row[4]) for row in rows if row[2] == "a" and row[3] == "N")
    assert ["N", north] in _rows_of(service, conversation, alone) and not script.asked(ReadQuestion)


def _rows_of(service: AnalystService, conversation: str, turn: TurnRecord) -> list[list[Any]]:
    table = cast(TablePayload, service.artifact(conversation, turn["artifact_ids"][0])["payload"])
    return [[*row] for row in table["rows"]]


def test_what_follows_an_answer_keeps_its_conditions_and_never_comes_round(
    told: tuple[AnalystService, str, Script],
) -> None:
    service, conversation, _ = told
    first = service.offers(conversation)[1]
    service.ask_offered(conversation, first.question, first.reading)
    alone = service.offers(conversation)[2]
    service.ask_offered(conversation, alone.question, alone.reading)
    asked = [first, alone]
    only_a = {"col": "product", "op": "==", "value": "a"}
    for step in range(5):
        offers = service.offers(conversation)
        assert not {offer.question for offer in offers} & {offer.question for offer in asked}
        assert not [offer for offer in offers if offer.spec in [one.spec for one in asked]]
        kept = [offer for offer in offers if only_a in offer.reading["specs"][0].get("filters", [])]
        assert kept or step > 1
        assert all("for product a" in offer.question for offer in kept)
        asked.append([*kept, *offers][0])
        service.ask_offered(conversation, asked[-1].question, asked[-1].reading)


@pytest.mark.parametrize("language", languages_in(FOLDER))
def test_offers_are_worded_in_the_language_that_their_answer_will_have(
    told: tuple[AnalystService, str, Script], language: str
) -> None:
    service, conversation, _ = told
    offers = service.offers(conversation, language)
    assert len(offers) == 6 and {detect_language(offer.question) for offer in offers} == {language}


@pytest.mark.slow
@pytest.mark.parametrize("sample", SAMPLES)
def test_every_offer_of_every_sample_is_answered(sample: str) -> None:
    service, conversation, _ = service_of(content=None)
    service.datasets.add(conversation, SAMPLES[sample].file_name, content(sample))
    for offer in service.offers(conversation):
        turn = service.ask_offered(conversation, offer.question, offer.reading)
        assert turn["status"] == "answered", offer.question
        for further in service.offers(conversation):
            assert service.ask_offered(conversation, further.question, further.reading)["status"] == "answered"
    service.close()


def test_the_words_of_offers_are_there_in_every_language() -> None:
    assert languages_in(OFFERED) == languages_in(FOLDER)

"""Every question on offer is answered as it is worded, with no reader in between."""

from collections.abc import Iterator
from typing import cast

import pytest

from agent.reasoning.language import detect_language
from agent.reasoning.prompts import ReadQuestion
from agent.reasoning.rules.narration.offers import _FOLDER
from agent.service import AnalystService
from agent.specs.words import FOLDER
from agent.state import TablePayload
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
        "top 10 by net sales: customer",
        "share of returned “yes” by product",
        "unusual values of net sales",
        "net sales by region",
    ]


def test_an_answer_is_followed_by_why_before_and_the_biggest_alone(told: tuple[AnalystService, str, Script]) -> None:
    service, conversation, script = told
    by_product = service.offers(conversation)[1]
    turn = service.ask_offered(conversation, by_product.question, by_product.reading)
    assert (turn["status"], turn["question"]) == ("answered", "net sales by product") and "changes" not in turn
    offers = service.offers(conversation)
    assert [offer.question for offer in offers] == [
        "net sales by region",
        "net sales by month, compared with the month before",
        "net sales by region, only a",
    ]
    alone = service.ask_offered(conversation, offers[2].question, offers[2].reading)
    rows = [line.split(",") for line in ORDERS.splitlines()[1:]]
    north = sum(float(row[4]) for row in rows if row[2] == "a" and row[3] == "N")
    table = cast(TablePayload, service.artifact(conversation, alone["artifact_ids"][0])["payload"])
    assert ["N", north] in table["rows"] and not script.asked(ReadQuestion)


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
    assert languages_in(_FOLDER) == languages_in(FOLDER)

"""What is offered is what the reader reads: each, typed, gives what pressing it gives, and none is asked back."""

from typing import cast

import pytest

from agent.reasoning.rules.narration.offers import Offer
from agent.service import AnalystService
from agent.state import TablePayload, TurnRecord

FILES = {"en": "orders.csv", "de": "Bestellungen.csv", "ja": "注文.csv"}
HEADERS = {
    "en": "ordered on,customer,product,region,net sales,returned",
    "de": "Bestelldatum,Kunde,Produkt,Region,Umsatz,Retoure",
    "ja": "注文日,顧客,商品,地域,売上,返品",
}
VALUES = {
    "en": ("Tea Cup Pot Tin", "North South", "yes no"),
    "de": ("Tee Tasse Kanne Dose", "Nord Süd", "ja nein"),
    "ja": ("紅茶 緑茶 急須 茶碗", "北部 南部", "はい いいえ"),
}


def orders(language: str) -> tuple[str, bytes]:
    """Ten months of sales that differ by product, region and month."""
    goods, places, (yes, no) = (values.split() for values in VALUES[language])
    rows = [
        f"2025-{1 + n % 10:02d}-{1 + n % 28:02d},K{n % 23:03d},{goods[n % 7 % 4]},{places[n % 5 % 2]},"
        f"{n * 37 % 101 + 20 * (n % 7 % 4) + 0.5},{yes if n % 5 == 0 else no}"
        for n in range(280)
    ]
    return FILES[language], "\n".join([HEADERS[language], *rows, ""]).encode()


@pytest.mark.slow
@pytest.mark.parametrize("language", HEADERS)
@pytest.mark.parametrize("pressed", [(), (0,), (1,)], ids=str)
def test_each_question_typed_gives_what_pressing_it_gives(language: str, pressed: tuple[int, ...]) -> None:
    service = AnalystService()
    *_, offers = _after(service, language, pressed)
    assert len(offers) == (6 if not pressed else 3)
    for place, offer in enumerate(
        offers[:2] if pressed == (1,) else offers
    ):  # typed, its biggest group alone is asked back
        wanted, _ = _after(service, language, (*pressed, place))
        conversation, _ = _after(service, language, pressed)
        typed = service.ask(conversation, offer.question)
        assert typed["status"] == "answered", offer.question
        assert _cells(service, conversation, typed) == _cells(service, wanted, service.turns(wanted)[-1]), (
            offer.question
        )


def _after(service: AnalystService, language: str, pressed: tuple[int, ...]) -> tuple[str, list[Offer]]:
    """A conversation in which what was on offer was pressed, place by place, and what it offers then."""
    conversation = service.start_conversation("someone")
    service.datasets.add(conversation, *orders(language))
    for place in pressed:
        offer = service.offers(conversation, language)[place]
        assert service.ask_offered(conversation, offer.question, offer.reading)["status"] == "answered"
    return conversation, service.offers(conversation, language)


def _cells(service: AnalystService, conversation: str, turn: TurnRecord) -> list[list[str]]:
    """The cells of the turn's table, whatever its columns are called and however its rows are sorted."""
    made = [service.artifact(conversation, name) for name in turn["artifact_ids"]]
    table = cast(TablePayload, next(one for one in made if one["kind"] == "table")["payload"])
    return sorted(
        [f"{cell:.9g}" if isinstance(cell, float | int) else str(cell) for cell in row] for row in table["rows"]
    )

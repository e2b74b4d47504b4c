"""What was sold for is the amount of a row; a price of one piece is multiplied, and what is no amount never adds up."""

import pytest

from tests.agent.reasoning.reading.one_table import shape_of

KIOSK = """slip,sold,thing,price_per_unit_eur,units,vat_rate,row_total_eur
1,2024-01-03,cola,2.50,2,19,5.00
2,2024-01-09,crisps,1.80,1,7,1.80
3,2024-02-11,cola,2.50,5,19,12.50
4,2024-02-20,gum,0.90,10,7,9.00
"""
WITHOUT_TOTALS = "\n".join(line.rpartition(",")[0] for line in KIOSK.splitlines())
AUFTRAEGE = """Auftrag;Datum;Artikel;Menge;Einzelpreis (€);Gesamtpreis (€);Kanal
A1;13.01.2024;Lampe;2;20,00;40,00;Web
A2;19.01.2024;Stuhl;1;80,00;80,00;Laden
A3;11.02.2024;Lampe;5;20,00;100,00;Web
"""
HANBAI = """日付,店舗,商品,数量,単価
2024-01-03,渋谷,りんご,2,120
2024-01-09,新宿,みかん,1,80
2024-02-11,渋谷,りんご,5,120
"""


@pytest.mark.parametrize(
    ("question", "metric"),
    [
        ("sales in February 2024", ("row_total_eur", "sum")),
        ("line chart of takings per month", ("row_total_eur", "sum")),
        ("which thing brings in the most money?", ("row_total_eur", "sum")),
        ("average price per unit by thing", ("price_per_unit_eur", "mean")),
        ("vat rate by thing", ("vat_rate", "mean")),
        ("units by thing", ("units", "sum")),
    ],
)
def test_sales_are_the_amount_of_a_row(question: str, metric: tuple[str, str]) -> None:
    assert shape_of(question, "kiosk.csv", KIOSK)["metrics"] == [metric]


def test_with_a_price_of_one_piece_only_sales_are_that_price_times_the_pieces() -> None:
    assert shape_of("sales by thing", "kiosk.csv", WITHOUT_TOTALS)["metrics"] == [("price_per_unit_eur units", "sum")]
    assert shape_of("店舗別の売上", "hanbai.csv", HANBAI)["metrics"] == [("単価 数量", "sum")]


def test_a_total_price_is_told_from_the_price_of_one_piece() -> None:
    assert shape_of("Umsatz pro Kanal", "auftraege.csv", AUFTRAEGE)["metrics"] == [("Gesamtpreis (€)", "sum")]

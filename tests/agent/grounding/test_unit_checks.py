"""Units in the results of generated code."""

import pytest

from agent.grounding.code_checks import findings
from agent.state import Artifact, Cell, TablePayload
from registry.store import DatasetStore

ROWS = b"item,weight_kg,Length (cm),price_usd,fee_eur\na,1,100,5,1\nb,2,250,6,2\nc,4,300,9,3\n"
STORE = DatasetStore()
GOODS = STORE.add("ann", "goods.csv", ROWS).profile


def checks(column: str, *cells: Cell, code: str = "result = df") -> list[tuple[str, str]]:
    payload = TablePayload(
        columns=[column], rows=[[cell] for cell in cells], total_rows=len(cells), key_columns=[], formats={}, units={}
    )
    result = Artifact(
        artifact_id="A1", kind="table", title="Result", description="", payload=payload, spec=None, code=code,
        ledger=None, dataset_ids=[GOODS.dataset_id], role="main",
    )  # fmt: skip
    return [(found.check, found.severity) for found in findings((result,), (GOODS,))]


def test_the_data_say_their_units() -> None:
    assert [column.unit for column in GOODS.columns] == [None, "kg", "cm", "USD", "EUR"]


@pytest.mark.parametrize(
    ("column", "cell"),
    [("weight_mg", 2), ("Weight (g)", 3), ("Length (m)", 120), ("Length (m)", 300), ("weight (lb)", 1.9)],
)
def test_a_number_that_was_renamed_and_not_converted_cannot_be_right(column: str, cell: Cell) -> None:
    assert checks(column, cell) == [("units", "impossible")]


@pytest.mark.parametrize(
    ("column", "cell"),
    [("Weight (g)", 2000), ("Weight (g)", 4000), ("Weight (g)", 7000), ("Length (m)", 6.5), ("Length (m)", 1.2),
     ("weight (lb)", 2.205), ("weight_kg", 2),
     ("weight_kg_sum", 7), ("Height (m)", 120), ("share", 0.5), ("Weight (g)", None)],
)  # fmt: skip
def test_a_number_that_was_converted_or_is_another_thing_is_left_alone(column: str, cell: Cell) -> None:
    assert not [one for one in checks(column, cell) if one[0] == "units"]


def test_another_currency_without_a_rate_is_told() -> None:
    assert checks("price_eur", 4.5) == [("units", "doubtful")]


@pytest.mark.parametrize(
    "code",
    [
        'result = (df["price_usd"] + df["fee_eur"]).sum()',
        "result = df.price_usd.sum() - df.fee_eur.sum()",
        'result = df["weight_kg"].mean() + df["Length (cm)"].mean()',
    ],
)
def test_adding_columns_of_different_units_is_told(code: str) -> None:
    assert checks("value", 27, code=code) == [("units", "doubtful")]


@pytest.mark.parametrize(
    "code",
    [
        'result = (df["price_usd"] * 0.9 + df["fee_eur"]).sum()',
        'result = df["price_usd"] + df["price_usd"]',
        'result = df["price_usd"] / df["weight_kg"]',
        "result = 'a' + 'b'",
        "no program (",
    ],
)
def test_a_sum_of_what_was_converted_or_is_of_one_unit_is_left_alone(code: str) -> None:
    assert not checks("value", 27, code=code)

"""Small files of the kinds after which people reported wrong numbers: read as uploads are, asked, and right."""

from collections.abc import Mapping

import pytest

from agent.analysis.execute import execute_analysis, execute_plot
from agent.analysis.frames.source import tables_of
from agent.specs.parse import parse_analysis, parse_plot
from agent.state import Cell
from registry.store import DatasetStore
from tests.agent.analysis.made_tables import notes, rows

Spec = Mapping[str, object]
COUNT: Spec = {"op": "groupby_agg", "metrics": {"*": ["count"]}}


def _total(column: str, **more: object) -> Spec:
    return {"op": "groupby_agg", "metrics": {column: ["sum"]}, **more}


def _lines(*lines: str) -> str:
    return "\n".join(lines) + "\n"


CARD = _lines(
    '"Karte";"5555 •••• 1111"', '""', '"Saldo am 31.05.2026:";"-12,40 EUR"', '""', '"Tag";"Laden";"Summe";"Fremd"',
    *(f'"0{n}.05.2026";"Laden {n}";"-{n},2{n} EUR";""' for n in range(1, 7)),
)  # fmt: skip
ACCOUNT = _lines(
    "Inhaber;A. B.", "Monat;Mai 2026", "", "Tag;Zweck;Umsatz", *(f"0{n}.05.2026;x;{n},50" for n in range(1, 8))
)
DEPOT = _lines(
    ";",
    '"Depot";"Mai 2026";',
    "",
    '"Tag";"Stück";"Wert in EUR";',
    *(f'"0{n}.05.2026";"0,{n}";"1{n},25";' for n in range(1, 8)),
)
REGIONS = _lines("market,half,v", "NA,H1,70", "EMEA,H1,30", "APAC,H1,20", "NA,H2,65", "EMEA,H2,31", "APAC,H2,22")
NANOS = _lines("n,ns", *(f"{n},{9007199254740001 + n}" for n in range(30)))
PATHS = _lines("file,path,kb", '"a","D:\\x\\y\\",10', '"b","D:\\x\\",20', '"c","D:\\z\\",30', '"d","D:\\",5')
ROOMS = _lines(
    "room,seats,desks", "#lobby,12,4", "hall,80,1", "attic,6,2", "#yard,30,0", "den,4,1", "gym,20,0", "bar,9,3"
)
MUTATIONS = _lines("iban,valuedate,change", "1,20250104,10.00", "1,20250130,-4.00", "1,20250211,7.00")
TOOLS = _lines("when,languages used,years", "a,French,1", 'b,"French, Dutch",2', "c,Dutch,3", 'd,"Dutch, Greek",4',
               "e,French,5", 'f,"Greek, French",6', "g,Dutch,7", 'h,"French, Dutch, Greek",8')  # fmt: skip
WIDER = _lines("x,y", *(f"{n},{3 * n}" for n in range(4)), *(f"{n},{3 * n},{n}" for n in range(4, 30)))
CLUBS = _lines("club,won,goals", 'A,"3,148","29,929"', 'B,"3,313","29,109"', 'C,"3,368","28,385"', 'D,"2,530","2,1024"')


@pytest.mark.parametrize(
    ("text", "spec", "shown"),
    [
        (CARD, _total("Summe"), [[-22.41]]),
        (ACCOUNT, _total("Umsatz"), [[31.5]]),
        (DEPOT, _total("Wert in EUR"), [[99.75]]),
        (REGIONS, _total("v", filters=[{"col": "market", "op": "==", "value": "NA"}]), [[135]]),
        (REGIONS, _total("v", group_cols=["market"], top_k=1), [["NA", 135]]),
        (NANOS, _total("ns"), [[sum(9007199254740001 + n for n in range(30))]]),
        (PATHS, COUNT, [[4]]),
        (PATHS, _total("kb"), [[65]]),
        (ROOMS, _total("seats"), [[161]]),
        (_lines("desk,heads", "Sport,12", "Politik,8", "Media,6"), _total("heads"), [[26]]),
        (_lines("star,kg", "A,3.3e23", "B,4.9e24", "C,1.9e27"), _total("kg", group_cols=["star"], top_k=1),
         [["C", 1.9e27]]),
        (_lines("part,n", "0007,5", "0420,9", "2e4,3", "0007,4"), _total("n", group_cols=["part"]),
         [["0007", 9], ["0420", 9], ["2e4", 3]]),
        (_lines("release,n", "2.1,5", "2.10,50", "2.9,7", "2.10,3"), _total("n", group_cols=["release"]),
         [["2.1", 5], ["2.9", 7], ["2.10", 53]]),
        (TOOLS, {**COUNT, "filters": [{"col": "languages used", "op": "contains", "value": "French"}]}, [[5]]),
        ("k;v\na;-\ufeff4\nb;\u200e10\nc;\ufeff7\n", _total("v"), [[13]]),
        (_lines("bill,sum", '="0001",="2.50"', '="0002",="4.25"'), _total("sum"), [[6.75]]),
        (_lines("firm,sales", "A,$1.5M", "B,$250K", "C,$2M"), _total("sales"), [[3_750_000]]),
        (WIDER, _total("y"), [[sum(3 * n for n in range(30))]]),
        (CLUBS, _total("won"), [[12_359]]),
        (_lines("who,birth_date", "Ida,12/30/44", "Jon,02/14/63", "Kay,11/30/01"),
         {"op": "row_lookup", "which": "min", "order_by": "birth_date", "columns": ["who"]}, [["Ida"]]),
        (MUTATIONS, {"op": "time_trend", "date_col": "valuedate", "grain": "month", "metrics": {"change": ["sum"]}},
         [["2025-01", 6], ["2025-02", 7]]),
    ],
)  # fmt: skip
def test_what_is_asked_of_such_a_file_is_right(text: str, spec: Spec, shown: list[list[Cell]]) -> None:
    read = DatasetStore().add("me", "table.csv", text.encode())
    found = rows(execute_analysis(parse_analysis(spec), tables_of([read]))[0])
    assert [[pytest.approx(cell) if isinstance(cell, float) else cell for cell in row] for row in found] == shown


def test_the_sides_of_amounts_are_told_where_no_other_column_proves_them() -> None:
    read = DatasetStore().add("me", "t.csv", b"day,what,sum\n2025-02-01,tea,5.00 DR\n2025-02-02,pay,900.00 CR\n")
    assert [entry.column for entry in read.receipt.of("unsure")] == ["sum"]


def test_contracts_without_an_end_have_no_place_on_the_axis_and_are_told() -> None:
    text = _lines("lease,until", "A,2024-11-30", "B,9999-12-31", "C,2025-01-31", "D,9999-12-31")
    read = DatasetStore().add("me", "t.csv", text.encode())
    spec = {**COUNT, "op": "time_trend", "date_col": "until", "grain": "month"}
    trend = execute_analysis(parse_analysis(spec), tables_of([read]))[0]
    assert [row[1] for row in rows(trend)] == [1, 0, 1] and "2 rows" in notes(trend)


@pytest.mark.parametrize(
    ("head", "values"),
    [
        ("month", ["Jan", "Feb", "Mar", "Apr", "Oct"]),
        ("age band", ["0-4", "5-9", "10-14", "100+"]),
        ("size", ["S", "M", "L", "XL"]),
    ],
)
def test_an_axis_of_months_bands_and_sizes_stands_in_their_own_order(head: str, values: list[str]) -> None:
    text = _lines(f"{head},n", *(f"{value},{10 + n}" for n, value in enumerate(values)))
    read = DatasetStore().add("me", "t.csv", text.encode())
    drawn = execute_plot(parse_plot({"kind": "bar", "x": head, "y": "n", "agg": "sum"}), tables_of([read]))
    assert [row[0] for row in rows(drawn[-1])] == values

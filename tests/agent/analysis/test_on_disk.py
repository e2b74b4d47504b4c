"""Every operation gives the same over a file on disk as over the same file in memory, with the rows behind a cell."""

from collections.abc import Iterator

import pytest

from agent.analysis.evidence import CellPlace, evidence_of
from agent.analysis.execute import execute_analysis, execute_plot
from agent.analysis.frames.source import Table, tables_of
from agent.specs.parse import parse_analysis, parse_plot
from agent.state import Artifact
from registry.by_path.placing import OnDisk
from registry.store import DatasetStore
from tests.agent.analysis.made_tables import payload, people
from tests.agent.analysis.measures.test_engines import SPECS, Spec, same_rows

FIRST_AND_LAST: list[Spec] = [
    {"op": "row_lookup", "which": "first", "k": 3},
    {"op": "row_lookup", "which": "last", "k": 2},
    {"op": "row_lookup", "filters": [{"col": "age", "op": ">", "value": 60}]},
]
PLOTS: list[Spec] = [
    {"kind": "bar", "x": "team", "y": "pay", "agg": "mean"},
    {"kind": "hist", "x": "pay"},
    {"kind": "scatter", "x": "age", "y": "pay"},
    {"kind": "box", "x": "team", "y": "pay"},
]


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[dict[str, Table], dict[str, Table]]]:
    folder = tmp_path_factory.mktemp("people")
    path = folder / "people.csv"
    people().to_csv(path, index=False)
    store = DatasetStore(on_disk=OnDisk(folder / "home"))
    loaded = store.add("memory", "people.csv", path.read_bytes())
    placed = store.add_path("disk", str(path))
    yield {"ds": _as_ds(loaded.dataset_id, tables_of([loaded]))}, {"ds": _as_ds(placed.dataset_id, tables_of([placed]))}


def _as_ds(dataset_id: str, tables: dict[str, Table]) -> Table:
    one = tables[dataset_id]
    return Table("ds", one.name, one.frame, one.profile)


@pytest.mark.parametrize("spec", [*SPECS, *FIRST_AND_LAST], ids=str)
def test_a_measure_gives_the_same_on_disk(both: tuple[dict[str, Table], dict[str, Table]], spec: Spec) -> None:
    reference, found = (execute_analysis(parse_analysis(spec), tables) for tables in both)
    assert len(reference) == len(found)
    for expected, one in zip(reference, found, strict=True):
        assert payload(one)["columns"] == payload(expected)["columns"]
        assert one["ledger"] == expected["ledger"]
        same_rows(spec, expected, one)


@pytest.mark.parametrize("spec", PLOTS, ids=str)
def test_a_chart_gives_the_same_on_disk(both: tuple[dict[str, Table], dict[str, Table]], spec: Spec) -> None:
    reference, found = (execute_plot(parse_plot(spec), tables) for tables in both)
    expected, one = (next(each for each in made if each["kind"] == "table") for made in (reference, found))
    same_rows(spec, expected, one)


def test_the_rows_behind_a_cell_are_those_of_the_file(both: tuple[dict[str, Table], dict[str, Table]]) -> None:
    spec = parse_analysis({"op": "groupby_agg", "group_cols": ["team"], "metrics": {"pay": ["mean"]}})
    rows = [_behind(execute_analysis(spec, tables)[0], tables) for tables in both]
    assert rows[0] == rows[1]
    assert rows[0]


def _behind(made: Artifact, tables: dict[str, Table]) -> list[list[object]]:
    found = evidence_of(made, CellPlace(1, "pay_mean"), tables)
    return [list(row) for row in found.table["rows"]]

"""Every operation gives the same over a file on disk as over the same file in memory, with the rows behind a cell."""

from collections.abc import Iterator
from pathlib import Path

import narwhals as nw
import pytest

from agent.analysis.evidence import CellPlace, evidence_of
from agent.analysis.execute import execute_analysis, execute_plot
from agent.analysis.frames.source import Table, tables_of
from agent.analysis.limits import run_limited
from agent.analysis.standalone_program import reproduction_of
from agent.errors import ActionLimitError, DataError
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
    {"op": "row_lookup", "filters": [{"col": "person", "op": "==", "value": "00042"}]},
    {"op": "row_lookup", "filters": [{"col": "starts", "op": "==", "value": "08:15:00"}], "columns": ["person"]},
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


def test_of_very_many_rows_behind_a_cell_the_first_are_held(
    both: tuple[dict[str, Table], dict[str, Table]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("agent.analysis.evidence.MOST_ROWS", 5)
    spec = parse_analysis({"op": "groupby_agg", "metrics": {"pay": ["mean"]}})
    made = execute_analysis(spec, both[1])[0]
    found = evidence_of(made, CellPlace(0, "pay_mean"), both[1])
    assert [row[0] for row in found.table["rows"]] == [1, 2, 3, 4, 5]
    assert found.found == found.used == 218


def test_no_program_is_written_that_would_load_a_file_on_disk(both: tuple[dict[str, Table], dict[str, Table]]) -> None:
    spec = parse_analysis({"op": "groupby_agg", "metrics": {"pay": ["mean"]}})
    with pytest.raises(DataError, match="stays on disk"):
        reproduction_of([spec], both[1])


def test_tables_on_disk_are_joined_as_in_memory(tmp_path: Path) -> None:
    (tmp_path / "sales.csv").write_text("shop,amount\n" + "".join(f"S{n % 3},{n}\n" for n in range(30)))
    (tmp_path / "shops.csv").write_text("shop,town\nS0,Ulm\nS1,Bonn\nS2,Ulm\n")
    store = DatasetStore(on_disk=OnDisk(tmp_path / "home"))
    found = []
    for owner in ("memory", "disk"):
        for name in ("sales", "shops"):
            path = tmp_path / f"{name}.csv"
            if owner == "memory":
                store.add(owner, path.name, path.read_bytes())
            else:
                store.add_path(owner, str(path))
        sales, shops = store.datasets(owner)
        join = {"step": "join", "dataset_id": shops.dataset_id, "left_on": ["shop"], "right_on": ["shop"]}
        spec = {
            "op": "groupby_agg", "dataset_id": sales.dataset_id, "prepare": [join], "group_cols": ["town"],
            "metrics": {"amount": ["sum"]},
        }  # fmt: skip
        made = execute_analysis(parse_analysis(spec), tables_of(store.datasets(owner)))
        found.append(sorted(map(list, payload(made[0])["rows"])))
    assert found[0] == found[1] == [["Bonn", 145], ["Ulm", 290]]


def test_what_needs_too_much_memory_or_time_is_stopped(tmp_path: Path) -> None:
    path = tmp_path / "long.csv"
    path.write_text("n,t\n" + "".join(f"{n},t{n}\n" for n in range(2_000)))
    store = DatasetStore(on_disk=OnDisk(tmp_path / "home"))
    table = next(iter(tables_of([store.add_path("ann", str(path))]).values()))
    frame = nw.from_native(table.frame)
    product = frame
    for suffix in ("_b", "_c", "_d"):
        product = product.join(frame, how="cross", suffix=suffix)
    with pytest.raises(ActionLimitError, match="seconds"):
        run_limited(lambda: product.select(nw.col("n_d").max()).collect(), seconds=0.2, megabytes=5_000, what="It")
    assert nw.from_native(table.frame).select(nw.len()).collect().item() == 2_000

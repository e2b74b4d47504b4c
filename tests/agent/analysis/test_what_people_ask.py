"""For each kind of question that people ask, three over files that were not made for it: right by plain pandas."""

from collections.abc import Sequence
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from agent.analysis.execute import execute_analysis, execute_plot
from agent.analysis.frames.source import tables_of
from agent.reader.form import read_line, write_line
from agent.specs.parse import parse_spec
from registry.by_path.placing import OnDisk
from registry.dataset import Dataset
from registry.store import DatasetStore
from tests.agent.analysis import asked as asked_files
from tests.agent.analysis import asked_of_columns as columns
from tests.agent.analysis import asked_of_figures as figures
from tests.agent.analysis import asked_of_orders as orders
from tests.agent.analysis.asked import Asked
from tests.agent.analysis.made_tables import column, payload
from tests.agent.analysis.program_runs import assert_program_agrees, run_written, same

KINDS: dict[str, tuple[Asked, ...]] = {
    "a rate over time and its growth": figures.RATES_OVER_TIME,
    "several ratios beside their parts": figures.SEVERAL_RATES,
    "a difference or change as one figure": figures.DIFFERENCES,
    "two counts over two dates": figures.TWO_DATES,
    "against another column": figures.OTHER_COLUMNS,
    "against a statistic, a factor of it, another row": figures.FIGURES,
    "today, the last days, ages": figures.AGES,
    "the next and the previous row": orders.NEIGHBOURS,
    "streaks": orders.STREAKS,
    "who never": orders.NEVER,
    "the top as one share, everyone else": orders.TOP,
    "moving and running within groups": orders.WINDOWS,
    "yes or no, which of the two": orders.YES_OR_NO,
    "matching rows in an order": orders.ORDERED,
    "values listed in a cell": columns.LISTED,
    "several values listed, none of them, how many": columns.SEVERAL_LISTED,
    "a line a group": columns.LINES,
    "clock times": columns.CLOCKS,
    "an order of their own": columns.OWN_ORDERS,
    "strongest pairs, named columns, by group": columns.CORRELATED,
    "what happens to the rest": columns.REPAIRED,
}
CASES = [pytest.param(asked, id=asked.question) for kind in KINDS.values() for asked in kind]


@cache
def dataset(path: str) -> Dataset:
    return DatasetStore().add("owner", Path(path).name, Path(path).read_bytes())


def spec_of(asked: Asked, datasets: Sequence[Dataset]) -> Any:
    """The spec with the ids of the files that it names."""
    ids = {one.name: one.dataset_id for one in datasets}

    def with_ids(part: Any) -> Any:
        if isinstance(part, dict):
            return {key: ids.get(each, each) if key == "dataset_id" else with_ids(each) for key, each in part.items()}
        return [with_ids(each) for each in part] if isinstance(part, list) else part

    return parse_spec({"dataset_id": datasets[0].dataset_id, **with_ids(asked.spec)})


@pytest.fixture
def on_disk(tmp_path: Path) -> DatasetStore:
    return DatasetStore(on_disk=OnDisk(tmp_path))


def test_every_kind_has_three_questions() -> None:
    assert {len(asked) for asked in KINDS.values()} == {3}


@pytest.mark.parametrize("asked", CASES)
def test_the_answer_is_that_of_plain_pandas(asked: Asked) -> None:
    datasets = [dataset(path) for path in asked.files]
    assert_right(asked, datasets, datasets)


ON_DISK = [*columns.LISTED, *columns.SEVERAL_LISTED, *columns.LINES, *columns.CLOCKS]


@pytest.mark.parametrize("asked", ON_DISK, ids=lambda asked: asked.question)
def test_the_answer_is_the_same_of_files_by_their_path(asked: Asked, on_disk: DatasetStore) -> None:
    placed = [on_disk.add_path("owner", str(Path(path).resolve())) for path in asked.files]
    assert_right(asked, placed, [dataset(path) for path in asked.files])


def assert_right(asked: Asked, datasets: Sequence[Dataset], read: Sequence[Dataset]) -> None:
    spec = spec_of(asked, datasets)
    artifacts = execute_analysis(spec, tables_of(datasets), today=date.fromisoformat(asked.today))
    found = next(each for each in artifacts if {*asked.columns} <= {*payload(each)["columns"]})
    expected = asked.expected({one.name: one.frame for one in read})
    ours = list(zip(*(column(found, name) for name in asked.columns), strict=True))
    theirs = [tuple(None if pd.isna(cell) else cell for cell in row) for row in expected.itertuples(index=False)]
    assert ours
    assert len(ours) == len(theirs), (ours[:5], theirs[:5])
    for one, other in zip(ours, theirs, strict=True):
        assert all(same(a, b.item() if isinstance(b, np.generic) else b) for a, b in zip(one, other, strict=True)), (
            one,
            other,
        )


@pytest.mark.parametrize("asked", CASES)
def test_a_line_says_it_whole(asked: Asked) -> None:
    datasets = [dataset(path) for path in asked.files]
    spec, profiles = spec_of(asked, datasets), [one.profile for one in datasets]
    assert read_line(write_line([spec], profiles), profiles) == [[spec]]


@pytest.mark.slow
@pytest.mark.parametrize("asked", CASES)
def test_the_program_gives_the_same(asked: Asked) -> None:
    datasets = [dataset(path) for path in asked.files]
    assert_program_agrees(spec_of(asked, datasets), datasets)


# ----------------------------------------------------------------
# Charts: what is drawn is what plain pandas has.


def spend_and_revenue(data: pd.DataFrame) -> dict[str, list[float]]:
    sums = data.groupby(data["week_start"].dt.strftime("%Y-%m"))[["spend_usd", "revenue_usd"]].sum()
    return {"spend_usd": [*sums["spend_usd"]], "revenue_usd": [*sums["revenue_usd"]]}


def dearest(data: pd.DataFrame) -> dict[str, list[float]]:
    return {"": [*data.nlargest(5, "budgetEUR")["budgetEUR"]]}


def by_channel_and_quarter(data: pd.DataFrame) -> dict[str, list[float]]:
    quarter = data["order_date"].dt.to_period("Q")
    return {str(name): [*sums] for name, sums in data.groupby([quarter, "channel"])["quantity"].sum().unstack().items()}


TREND = {"op": "time_trend", "date_col": "week_start", "metrics": {"spend_usd": ["sum"], "revenue_usd": ["sum"]}}
BY_CHANNEL = {"op": "groupby_agg", "group_cols": ["channel"], "metrics": {"quantity": ["sum"], "*": ["count"]}}


def quantity_and_orders(data: pd.DataFrame) -> dict[str, list[float]]:
    found = data.groupby("channel")["quantity"].agg(["sum", "size"])
    return {"quantity": [*found["sum"]], "rows": [*found["size"]]}


CHARTS: list[tuple[str, str, dict[str, Any], Any]] = [
    ("spend and revenue by month in one chart", asked_files.CAMPAIGNS,
     {"kind": "line", "of": TREND, "of_column": "spend_usd_sum", "beside": ["revenue_usd_sum"]}, spend_and_revenue),
    ("the five projects with the largest budget as bars", asked_files.PROJECTS, {"kind": "bar", "of": {
        "op": "row_lookup", "which": "top", "order_by": "budgetEUR", "k": 5, "columns": ["projCode", "budgetEUR"]}},
     dearest),
    ("quantity and orders of each channel side by side", asked_files.TEA,
     {"kind": "bar", "of": BY_CHANNEL, "of_column": "quantity_sum", "beside": ["rows"]}, quantity_and_orders),
    ("quantity a quarter as bars, the channels on one another", asked_files.TEA, {"kind": "bar", "stack": "sum", "of": {
        "op": "time_trend", "date_col": "order_date", "grain": "quarter", "group_col": "channel",
        "metrics": {"quantity": ["sum"]}}}, by_channel_and_quarter),
]  # fmt: skip


@pytest.mark.parametrize(("path", "spec", "expected"), [chart[1:] for chart in CHARTS], ids=[one[0] for one in CHARTS])
def test_what_is_drawn_is_what_plain_pandas_has(
    path: str, spec: dict[str, Any], expected: Any, on_disk: DatasetStore
) -> None:
    held = dataset(path)
    parsed: Any = parse_spec({"type": "plot", "dataset_id": held.dataset_id, **spec})
    for one in (held, on_disk.add_path("owner", str(Path(path).resolve()))):
        plot = parsed.model_copy(update={"dataset_id": one.dataset_id})
        figure: Any = execute_plot(plot, tables_of([one]))[0]["payload"]
        assert {trace["name"]: list(trace["y"]) for trace in figure["data"]} == {
            name: pytest.approx(values) for name, values in expected(held.frame).items()
        }
    assert read_line(write_line([parsed], [held.profile]), [held.profile]) == [[parsed]]
    assert run_written(parsed, [held]).figures

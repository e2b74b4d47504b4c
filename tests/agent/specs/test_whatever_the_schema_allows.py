"""Every spec that the JSON schema lets through has a name, and runs or is refused by a SpecError or DataError."""

import json
import random
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from pydantic import JsonValue

from agent.analysis.execute import execute_analysis, execute_plot
from agent.analysis.frames.source import Table
from agent.analysis.limits import run_limited
from agent.errors import ActionLimitError, DataError, SpecError
from agent.specs.editing.one_line import reading_label
from agent.specs.parse import parse_spec
from agent.specs.reading import Reading
from registry.store import DatasetStore
from tests.agent.specs.made_specs import DEFINITIONS, FITTED, Maker

MODELS = sorted(
    name for name, node in DEFINITIONS.items() if {"op", "kind"} & {*node.get("properties", {})} and name != "Filter"
)
STEPS = sorted(name for name, node in DEFINITIONS.items() if "step" in node.get("properties", {}))
SECONDS, MEGABYTES = 20.0, 1_500.0


def sales_csv() -> bytes:
    """60 sales: dates, times, truth, gaps, codes, negative amounts, years in a number column, months as columns."""
    pick = random.Random(5)
    lines = ["sale,day,time,region,shop,amount,units,year,paid,code,note,Jan,Feb,always"]
    for row in range(60):
        day = f"202{pick.choice('34')}-{pick.randint(1, 12):02d}-{pick.randint(1, 28):02d}" if row % 13 else ""
        cells = [
            f"S{row}", day, f"{pick.randint(0, 23):02d}:{pick.choice(['00', '30'])}",
            pick.choice(["North", "south", "West", ""]), pick.choice(["A", "B"]),
            f"{pick.gauss(20, 15):.2f}" if row % 7 else "", pick.randint(0, 5), pick.choice([2021, 2022, 2024]),
            pick.choice(["true", "false", ""]), row % 4, pick.choice(["", "2024-01", "North", "a b c", "12 %", "=1+1"]),
            row, row / 2, 1,
        ]  # fmt: skip
        lines.append(",".join(map(str, cells)))
    return "\n".join(lines).encode()


SHOPS = b"""shop,since,size,mark.et
A,2001-05-01,2,x
A,2001-05-01,2,x
B,,3,
C,2011-01-01,,y
"""


@cache
def tables() -> dict[str, Table]:
    store = DatasetStore()
    added = [store.add("owner", "sales.csv", sales_csv()), store.add("owner", "shops.csv", SHOPS)]
    return {f"D{n}": Table(f"D{n}", one.name, one.frame, one.profile) for n, one in enumerate(added, 1)}


@cache
def maker() -> Maker:
    first = tables()["D1"].profile
    numbers, dates = ["amount", "units", "Jan", "Feb", "year", "always"], ["day"]
    values = ["S1", "A", "2024-02-03", "c"]
    return Maker([*first.column_names, "size"], numbers, dates, values, ["D1", "D1", "D1", "D2"])


def runs_or_is_refused(data: dict[str, JsonValue]) -> bool:
    """Whether it runs. An error of another kind is a bug of ours; so is a result that is no plain JSON."""
    try:
        spec = parse_spec({"dataset_id": "D1", **data})
        assert all(reading_label(Reading(reading_id="r", label="r", specs=[spec]), each) for each in ("en", "de", "ja"))
        execute: Any = execute_plot if spec.type == "plot" else execute_analysis
        made = run_limited(lambda: execute(spec, tables()), seconds=SECONDS, megabytes=MEGABYTES, what="it")
    except (SpecError, DataError, ActionLimitError):
        return False
    json.dumps([{**artifact, "payload": None} for artifact in made], allow_nan=False)
    return True


QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much, HealthCheck.large_base_example]


def how_many_run(specs: st.SearchStrategy[dict[str, JsonValue]], examples: int, phases: list[Phase]) -> int:
    """How many of so many examples run; the others are refused."""
    ran: list[bool] = []

    @settings(max_examples=examples, deadline=None, derandomize=True, suppress_health_check=QUIET, phases=phases)
    @given(spec=specs)
    def each(spec: dict[str, JsonValue]) -> None:
        ran.append(runs_or_is_refused(spec))

    each()
    return sum(ran)


@pytest.mark.parametrize("name", MODELS)
def test_a_spec_runs_or_is_refused(name: str) -> None:
    assert how_many_run(maker().spec(name), 14, [Phase.generate])


@pytest.mark.parametrize("name", STEPS)
def test_a_step_runs_or_is_refused(name: str) -> None:
    assert how_many_run(maker().step(name), 14, [Phase.generate])


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", MODELS)
def test_many_specs_run_or_are_refused(name: str) -> None:
    assert how_many_run(maker().spec(name), 250, [*Phase])


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", STEPS)
def test_many_steps_run_or_are_refused(name: str) -> None:
    assert how_many_run(maker().step(name), 250, [*Phase])


def test_the_fields_that_fit_together_are_fields_of_the_language() -> None:
    for name, forms in FITTED.items():
        assert all({*form} <= {*DEFINITIONS[name]["properties"]} for form in forms), name

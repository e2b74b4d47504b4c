"""Every spec that the JSON schema lets through has a name, and runs or is refused by a SpecError or DataError."""

from collections.abc import Callable
from functools import cache, partial

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from pydantic import JsonValue

from tests.agent.specs.combined_fields import TOGETHER
from tests.agent.specs.fitting_fields import FITTED
from tests.agent.specs.made_sales import KINDS, Kind, sales
from tests.agent.specs.made_specs import DEFINITIONS, STEPS, Maker
from tests.agent.specs.whole_way import goes_the_whole_way, runs_or_is_refused

MODELS = sorted(
    name for name, node in DEFINITIONS.items() if {"op", "kind"} & {*node.get("properties", {})} and name != "Filter"
)


@cache
def maker() -> Maker:
    first = sales("usual").memory["D1"].profile
    numbers, dates = ["amount", "units", "Jan", "Feb", "year", "always"], ["day"]
    values = ["S1", "A", "2024-02-03", "c"]
    return Maker([*first.column_names, "size"], numbers, dates, values, ["D1", "D1", "D1", "D2"])


def runs(data: dict[str, JsonValue]) -> bool:
    return runs_or_is_refused({"dataset_id": "D1", **data}, sales("usual").memory) is not None


QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much, HealthCheck.large_base_example]


def how_many_run(
    specs: st.SearchStrategy[dict[str, JsonValue]], examples: int, phases: list[Phase],
    tried: Callable[[dict[str, JsonValue]], bool] = runs,
) -> int:  # fmt: skip
    """How many of so many examples run; the others are refused."""
    ran: list[bool] = []

    @settings(max_examples=examples, deadline=None, derandomize=True, suppress_health_check=QUIET, phases=phases)
    @given(spec=specs)
    def each(spec: dict[str, JsonValue]) -> None:
        ran.append(tried(spec))

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


# ----------------------------------------------------------------
# Many fields at once, over tables of every kind, with all that becomes of a spec: slow for all but a few.


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_is_combined_goes_the_whole_way(kind: Kind) -> None:
    every = st.sampled_from([*MODELS, *STEPS]).flatmap(maker().combined)
    assert how_many_run(every, 6, [Phase.generate], partial(goes_the_whole_way, held=sales(kind), on_disk=False))


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", [*MODELS, *STEPS])
def test_much_that_is_combined_goes_the_whole_way(name: str, kind: Kind) -> None:
    how_many_run(maker().combined(name), 30, [*Phase], partial(goes_the_whole_way, held=sales(kind), on_disk=True))


def test_the_fields_that_fit_together_are_fields_of_the_language() -> None:
    for name, forms in [*FITTED.items(), *TOGETHER.items()]:
        assert all({*form} <= {*DEFINITIONS[name]["properties"]} for form in forms), name

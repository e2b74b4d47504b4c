"""What the lenses' top drivers explain together: each is measured alone, and their shares overlap."""

from collections.abc import Iterator

from agent.errors import ActionLimitError, DataError, SpecError
from agent.grounding.cells import table_of
from agent.nodes.known import TurnRuntime, whole_artifacts
from agent.nodes.study_known import kept, profile_of, run_spec
from agent.nodes.study_lenses import CATALOGUE, View
from agent.specs.drivers import Driver, Drivers, JointDrivers
from agent.specs.study import Study
from agent.specs.transforms import Transform
from agent.specs.written import spec_json


def joint_of(study: Study, runtime: TurnRuntime) -> str:
    """The artifact id of what the top drivers of the lenses explain together; "" where there are fewer than two, or it
    cannot be computed.
    """
    found = list(_top(study, runtime))
    if len(found) < 2:
        return ""
    steps: list[Transform] = []
    for measured, _ in found:
        steps += [step for step in measured.prepare if step not in steps]
    first = found[0][0]
    spec = JointDrivers(
        dataset_id=first.dataset_id, prepare=steps, filters=first.filters, outcome=first.outcome,
        drivers=[driver for _, driver in found],
    )  # fmt: skip
    before = whole_artifacts(runtime).get(study.joint)
    if before is not None and before["spec"] == spec_json(spec):
        return study.joint  # another ease changes the ranking, not this
    try:
        return kept(run_spec(spec, runtime)[0], runtime)["artifact_id"]
    except (SpecError, DataError, ActionLimitError):
        return ""  # the critique says that it is not known


def _top(study: Study, runtime: TurnRuntime) -> Iterator[tuple[Drivers, Driver]]:
    """The first driver of each lens that explains anything, every column once; gaps (kind missing) aside."""
    view = View(study, profile_of(study.agreed, runtime))
    known = whole_artifacts(runtime)
    columns = set(study.agreed.dropped)
    for finding in study.findings:
        measured = CATALOGUE[finding.lens].measured(view)
        if measured is None or "drivers" not in finding.artifact_ids:
            continue
        by_name = {driver.name: driver for driver in measured.drivers if driver.kind != "missing"}
        table = table_of(known[finding.artifact_ids["drivers"]])
        place = table["columns"].index("impact_pct")
        for row in table["rows"]:
            driver, impact = by_name.get(str(row[0])), row[place]
            if driver and driver.column not in columns and isinstance(impact, int | float) and impact > 0:
                columns.add(driver.column)
                yield measured, driver
                break

"""synthesizer: the findings as one ranking, impact x ease. Checkpoint: direction. critique: what speaks against it."""

from collections.abc import Iterator

from pydantic import JsonValue

from agent.analysis.driver_ranking import Ease, rank_drivers
from agent.contract import NodeDelta
from agent.errors import ActionLimitError, DataError, SpecError
from agent.grounding.cells import table_of
from agent.grounding.citations import bind
from agent.grounding.lines import Lock
from agent.nodes.study.checkpoints import Proposal, choice_control, number_control, propose, toggle_control
from agent.nodes.study.facts import (
    agents_of,
    change_study,
    in_state,
    keep_artifact,
    plan,
    profile_of,
    run_spec,
    study_delta,
    study_of,
)
from agent.nodes.study.lenses import CATALOGUE, View
from agent.nodes.study.telling import lock_of, tell_study
from agent.nodes.turn_facts import TurnRuntime, whole_artifacts
from agent.nodes.words import say
from agent.reasoning.study_prompts import StudyPart, StudyText, TellStudy
from agent.specs.drivers import Driver, Drivers, JointDrivers
from agent.specs.plain_data import spec_json
from agent.specs.study import HIGHEST_EASE, LOWEST_EASE, USUAL_EASE, LensName, Study, StudyScope
from agent.specs.transforms import Transform
from agent.state import AgentState, ReasoningLine

RANKED_CONTROLS = 10


def synthesizer(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """The drivers ranked; ease is an assumption that the person can change, and the ranking follows."""
    study = study_of(state)
    scope = study.agreed
    known = whole_artifacts(runtime)
    found = [known[ids["drivers"]] for one in study.findings if (ids := one.artifact_ids).get("drivers")]
    if not found:
        why = " ".join(one.text for one in study.findings if not one.done)
        raise DataError(say("study.nothing_ranked"), why or say("study.add_columns"))
    ranking = keep_artifact(rank_drivers(found, Ease(scope.ease, USUAL_EASE), scope.dropped), runtime)
    study = change_study(study, ranking=ranking["artifact_id"], joint=joint_of(study, runtime))
    words, lock = tell_ranking(state, runtime, study, "synthesis")
    study = change_study(study, synthesis=words.text)
    told = lock.line(words.lines[0] if words.lines else words.text).text
    merged = say("study.merging", count=len(study.findings), told=told)
    columns = [str(row[1]) for row in table_of(ranking)["rows"]]
    proposal = Proposal(
        "synthesizer",
        f"{say('study.synthesised')}\n\n{words.text}",
        say("study.direction_prompt"),
        _controls(scope, columns),
        shown_of(study),
    )
    return {
        **propose(study, proposal, lock),
        "reasoning": [ReasoningLine(step_name="Synthesizer Agent", step_text=merged)],
        "artifacts": in_state([ranking, *([whole_artifacts(runtime)[study.joint]] if study.joint else [])], runtime),
        "plan_tasks": plan(3, current=4, agents=agents_of(study)),
        "plan_steps_completed": 4,
        "interpretation": say("study.about", outcome=scope.outcome),
        "shown_artifact_ids": shown_of(study),
    }


def tell_ranking(state: AgentState, runtime: TurnRuntime, study: Study, part: StudyPart) -> tuple[StudyText, Lock]:
    """A part that is told from the ranking, its references by artifact id, and the lock that it stands under."""
    whole = whole_artifacts(runtime)
    names = {"ranking": study.ranking, **_shares(study), **({"joint": study.joint} if study.joint else {})}
    named = {name: whole[artifact_id] for name, artifact_id in names.items()}
    prompt = TellStudy(
        part=part,
        scope=study.agreed,
        artifacts=dict(zip(named, in_state(list(named.values()), runtime), strict=True)),
        findings=findings_of(study),
    )
    lock = lock_of(state, runtime, study, {**whole, **named})
    words = tell_study(runtime, prompt, lock)
    bound = StudyText(text=bind(words.text, names), lines=[bind(line, names) for line in words.lines])
    return bound, lock


def _shares(study: Study) -> dict[str, str]:
    segments = next((one for one in study.findings if one.lens == "segments"), None)
    shares = segments.artifact_ids.get("shares") if segments else None
    return {"shares": shares} if shares else {}


def findings_of(study: Study) -> dict[LensName, str]:
    """What the analysts said, as templates over artifact ids."""
    return {one.lens: one.text for one in study.findings if one.done}


def shown_of(study: Study) -> list[str]:
    """The results that a study shows: the ranking, then those of the analysts."""
    joint = [study.joint] if study.joint else []
    return [study.ranking, *joint, *(one for finding in study.findings for one in finding.artifact_ids.values() if one)]


def _controls(scope: StudyScope, columns: list[str]) -> list[dict[str, JsonValue]]:
    ease = [
        number_control(
            "ease", scope.ease.get(column, USUAL_EASE), LOWEST_EASE, HIGHEST_EASE, place=place, column=column,
        )
        for place, column in enumerate(columns[:RANKED_CONTROLS], 1)
    ]  # fmt: skip
    return [
        *ease,
        choice_control("without", "", columns, label="study.control_without_driver"),
        toggle_control("critique", scope.critique),
    ]


def critique(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """What speaks against the synthesis, each with its numbers. Asks nothing and changes no result."""
    study = study_of(state)
    words, lock = tell_ranking(state, runtime, study, "critique")
    concerns = [*words.lines, *([words.text] if words.text else [])]
    return {
        **study_delta(change_study(study, concerns=concerns)),
        "requires_user_input": False,
        "reasoning": [
            ReasoningLine(step_name="Critique Agent", step_text=lock.line(concern).text) for concern in concerns
        ]
        or [ReasoningLine(step_name="Critique Agent", step_text=say("study.nothing_against"))],
    }


# ----------------------------------------------------------------
# What the lenses' top drivers explain together: each is measured alone, and their shares overlap.


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
        return keep_artifact(run_spec(spec, runtime)[0], runtime)["artifact_id"]
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

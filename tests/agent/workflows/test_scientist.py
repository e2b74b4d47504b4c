"""Seed 000: its routing functions, counters, state and five example flows; checks before judgement; no model at all."""

from typing import Any, cast

import pytest

from agent.nodes.code.data_summary import compact_overview, detailed_profile, is_wide
from agent.reasoning.code_prompts import ExplainResults, FixCode, WriteCode
from agent.reasoning.prompts import Narration
from agent.reasoning.rules.code.science import select_columns
from agent.reasoning.scientist_prompts import (
    Alignment,
    CheckAlignment,
    ColumnSelection,
    DataProfile,
    EvaluateResults,
    FormulateRequirements,
    PlanRemediation,
    ProfileData,
    Remediation,
    Requirements,
    SelectColumns,
    Understanding,
)
from agent.service import AnalystService
from agent.settings import Settings
from agent.state import AgentState, TablePayload, TurnRecord
from agent.workflows import scientist as workflow
from registry.store import DatasetStore
from tests.agent.scripted import STAFF
from tests.agent.scripted_code import REFUSED, answer, failing, final_output, nodes_of, service_of, table

SCIENTIST = "scientist"
MEAN = table("salary_mean", rows=((4240.0,),))
RUN = ["code", "approve", "run"]
LOOK = ["requirements", "profile", "align"]
ASKED = "What's the average salary?"


def state(**keys: object) -> AgentState:
    return cast(AgentState, keys)


# ---------------------------------------------------------------- routing as the seed has it


@pytest.mark.parametrize(("needs", "target"), [(True, "requirements"), (False, "explain_idea")])
def test_route_from_node_0(needs: bool, target: str) -> None:
    assert workflow.route_from_understanding(state(needs_data_work=needs)) == target


@pytest.mark.parametrize(
    ("aligned", "recommendation", "iterations", "target"),
    [
        (True, "proceed", 1, "code"),
        (False, "proceed_with_caveats", 2, "code"),
        (False, "cannot_proceed", 1, "explain_idea"),
        (False, "revise_requirements", 1, "requirements"),
        (False, "revise_requirements", 2, "explain_idea"),
        (False, "revise_data_understanding", 1, "profile"),
        (False, "revise_data_understanding", 2, "explain_idea"),
    ],
)
def test_route_from_node_3(aligned: bool, recommendation: str, iterations: int, target: str) -> None:
    check = {"aligned": aligned, "recommendation": recommendation}
    assert workflow.route_from_alignment(state(alignment_check=check, alignment_iterations=iterations)) == target


@pytest.mark.parametrize(
    ("success", "attempts", "target"),
    [(True, 1, "evaluate"), (False, 1, "code"), (False, 2, "evaluate")],
)
def test_route_from_node_4(success: bool, attempts: int, target: str) -> None:
    assert workflow.route_from_code(state(execution_success=success, code_attempts=attempts)) == target


@pytest.mark.parametrize(("valid", "target"), [(True, "explain"), (False, "remediate")])
def test_route_from_node_5(valid: bool, target: str) -> None:
    assert workflow.route_from_evaluation(state(evaluation={"is_valid": valid})) == target


@pytest.mark.parametrize(
    ("count", "action", "target"),
    [
        (1, "rewrite_code", "code"),
        (2, "revise_requirements", "requirements"),
        (1, "reexamine_data", "profile"),
        (3, "rewrite_code", "explain"),
    ],
)
def test_route_from_node_5a(count: int, action: str, target: str) -> None:
    assert (
        workflow.route_from_remediation(state(total_remediations=count, remediation_plan={"action": action})) == target
    )


def test_the_loop_limits_are_those_of_the_seed() -> None:
    assert (workflow.MAX_ALIGNMENTS, workflow.MAX_CODE_ATTEMPTS, workflow.MAX_REMEDIATIONS) == (2, 2, 3)


def test_the_state_has_the_seeds_keys() -> None:
    seed = {
        "question", "data_summary", "messages", "needs_data_work", "requirements", "data_profile", "alignment_check",
        "alignment_iterations", "code", "execution_result", "execution_success", "error", "code_attempts",
        "evaluation", "remediation_plan", "total_remediations", "explanation", "final_output",
    }  # fmt: skip
    assert seed <= set(AgentState.__annotations__)


# ---------------------------------------------------------------- the seed's five flows


def test_example_1_simple_success() -> None:
    service, conversation, script, _ = service_of(MEAN, ExplainResults=[Narration(text="It is {R1.salary_mean}.")])
    turn = service.ask(conversation, ASKED, workflow=SCIENTIST)
    assert nodes_of(turn) == ["understand", *LOOK, *RUN, "double_check", "evaluate", "explain"]
    assert (turn["status"], turn["answer"]["text"]) == ("answered", "It is 4,240.")
    (written,) = script.asked(WriteCode)
    assert written.requirements["variables_needed"] == ["salary"] and written.data_profile["is_suitable"]
    final = final_output(service, conversation)
    keys = {"explanation", "evaluation", "code", "requirements", "alignment_caveats", "output_type", "figures"}
    assert keys | {"result_str"} <= set(final)
    assert (final["output_type"], final["evaluation"]["is_valid"]) == ("analysis", True)


def test_example_2_alignment_loop() -> None:
    lacking = Requirements(
        variables_needed=["happiness"], analysis_type="correlation", success_criteria="r", reasoning="Direct."
    )
    having = lacking.model_copy(update={"variables_needed": ["salary"]})
    revise = Alignment(
        aligned=False, gaps=["happiness is missing"], recommendation="revise_requirements", reasoning="Absent."
    )
    fits = Alignment(aligned=True, recommendation="proceed", reasoning="It fits.")
    service, conversation, script, _ = service_of(
        MEAN, FormulateRequirements=[lacking, having], CheckAlignment=[revise, fits]
    )
    turn = service.ask(conversation, "Correlation?", workflow=SCIENTIST)
    assert nodes_of(turn) == ["understand", *LOOK, *LOOK, *RUN, "double_check", "evaluate", "explain"]
    second = script.asked(FormulateRequirements)[1]
    assert second.gaps == ("happiness is missing",) and second.previous["variables_needed"] == ["happiness"]


def test_example_3_an_impossible_correlation_is_never_told() -> None:
    """The checks find 1.2 whatever the reasoner thinks of it."""
    wrong, right = table("a", "correlation", rows=(("x", 1.2),)), table("a", "correlation", rows=(("x", 0.72),))
    service, conversation, script, _ = service_of(
        wrong, right, ExplainResults=[Narration(text="It is {R1[x].correlation}.")]
    )
    turn = service.ask(conversation, "Calculate correlation between age and income", workflow=SCIENTIST)
    assert nodes_of(turn) == [
        "understand", *LOOK, *RUN, "double_check", "evaluate", "remediate", *RUN, "double_check", "evaluate", "explain",
    ]  # fmt: skip
    assert turn["answer"]["text"] == "It is 0.72."
    planned = script.asked(PlanRemediation)[0]
    assert "1.2, which is outside -1 to 1" in planned.evaluation["issues_found"][0]
    (fixed,) = script.asked(FixCode)
    assert fixed.guidance == "Divide by n." and "1.2" in fixed.attempts[0]["error"]


def test_example_4_conceptual_question() -> None:
    understood = Understanding(needs_data_work=False, reasoning="An idea.")
    service, conversation, _, runner = service_of(UnderstandQuestion=[understood])
    turn = service.ask(conversation, "What is a p-value?", workflow=SCIENTIST)
    assert nodes_of(turn) == ["understand", "explain_idea"] and not runner.ran
    assert (turn["status"], turn.get("output_type")) == ("explained", "explanation")


def test_example_5_remediation_is_given_up_after_three() -> None:
    revise = Remediation(
        root_cause="Unclear.", action="revise_requirements", guidance="Say which.", reasoning="Ambiguous."
    )
    told = Narration(text="I tried; which coefficient do you mean?")
    service, conversation, script, runner = service_of(
        failing("name 'trend' is not defined"), EvaluateResults=[REFUSED], PlanRemediation=[revise],
        ExplainResults=[told],
    )  # fmt: skip
    turn = service.ask(conversation, "Calculate the trend coefficient", workflow=SCIENTIST)
    cycle = [*LOOK, *RUN, *RUN, "double_check", "evaluate", "remediate"]
    assert nodes_of(turn)[:-1] == ["understand", *LOOK, *RUN, *RUN, "double_check", "evaluate", "remediate", *cycle * 2]
    assert nodes_of(turn)[-1] == "explain" and len(runner.ran) == 6
    (prompt,) = script.asked(ExplainResults)
    assert prompt.exceeded and prompt.remediations == 3 and prompt.error and len(prompt.attempts) == 6
    assert (turn["status"], turn.get("output_type")) == ("error", "error")
    assert turn["answer"]["text"] == "I tried; which coefficient do you mean?"
    assert [prompt.guidance for prompt in script.asked(FormulateRequirements)] == ["", "Say which.", "Say which."]


# ---------------------------------------------------------------- alignment


def test_alignment_that_never_fits_is_explained_as_a_limitation() -> None:
    again = Alignment(aligned=False, recommendation="revise_data_understanding", reasoning="Odd.")
    service, conversation, _, runner = service_of(CheckAlignment=[again])
    turn = service.ask(conversation, ASKED, workflow=SCIENTIST)
    assert nodes_of(turn) == ["understand", *LOOK, "profile", "align", "explain_idea"] and not runner.ran
    assert (turn["status"], turn["answer"]["text"]) == ("out_of_scope", "The data lack it.")


def test_caveats_of_the_data_reach_the_explanation_and_stand_first() -> None:
    gaps = STAFF.replace(b"Cid,Sales,Junior,3000", b"Cid,Sales,Junior,")
    fits = Alignment(
        aligned=True, caveats=["{A1[salary].missing_pct} of salary is missing; complete cases."],
        recommendation="proceed_with_caveats", reasoning="Some gaps.",
    )  # fmt: skip
    service, conversation, script, _ = service_of(MEAN, content=gaps, CheckAlignment=[fits])
    turn = service.ask(conversation, ASKED, workflow=SCIENTIST)
    assert turn["caveats"][0] == "20 % of salary is missing; complete cases."
    assert script.asked(ExplainResults)[0].caveats == ("20 % of salary is missing; complete cases.",)
    assert final_output(service, conversation)["alignment_caveats"] == turn["caveats"]
    assert service.artifact(conversation, "A1")["role"] == "detail"


@pytest.mark.parametrize(("needed", "counted"), [(["salary"], ["salary"]), ([], ["salary", "level"])])
def test_missing_cells_are_counted_of_the_columns_that_are_used(needed: list[str], counted: list[str]) -> None:
    gaps = STAFF.replace(b"Cid,Sales,Junior,", b"Cid,Sales,,")
    required = Requirements(
        variables_needed=needed, analysis_type="descriptive", success_criteria="", reasoning="So it is."
    )
    profile = DataProfile(available_columns=["salary", "level"], is_suitable=True, reasoning="There.")
    service, conversation, script, _ = service_of(
        MEAN, content=gaps, FormulateRequirements=[required], ProfileData=[profile]
    )
    service.ask(conversation, ASKED, workflow=SCIENTIST)
    (table_of_missing,) = script.asked(CheckAlignment)[0].missingness
    payload = cast(TablePayload, table_of_missing["payload"])
    assert {row[0] for row in payload["rows"]} == {*counted}


# ---------------------------------------------------------------- two-tier profiling


def wide_csv(columns: int) -> bytes:
    names = [f"measure {n}" for n in range(columns)]
    return "\n".join([",".join(names), *(",".join(str(n * row) for n in range(columns)) for row in (1, 2, 3))]).encode()


def test_few_columns_are_profiled_in_one_tier() -> None:
    service, conversation, script, _ = service_of(MEAN)
    service.ask(conversation, ASKED, workflow=SCIENTIST)
    (prompt,) = script.asked(ProfileData)
    assert prompt.compact == "" and not script.asked(SelectColumns)
    assert "range=3000 to 6000" in prompt.detailed and "'department' (text" in prompt.detailed


def test_many_columns_are_profiled_in_two_tiers_with_at_most_forty_in_detail() -> None:
    chosen = ColumnSelection(columns=[f"measure {n}" for n in range(40)])
    needed = Requirements(
        variables_needed=["measure 77", "no such"], analysis_type="descriptive", success_criteria="", reasoning=""
    )
    profile = DataProfile(available_columns=["measure 77"], is_suitable=True, reasoning="There.")
    service, conversation, script, _ = service_of(
        MEAN, content=wide_csv(80), SelectColumns=[chosen], FormulateRequirements=[needed], ProfileData=[profile]
    )
    turn = service.ask(conversation, ASKED, workflow=SCIENTIST)
    (prompt,) = script.asked(ProfileData)
    assert prompt.compact.count("unique=") == 80 and prompt.detailed.count("range=") == 40
    assert "'measure 77'" in prompt.detailed and "'measure 39'" not in prompt.detailed
    assert any("40 of 80 columns" in line["step_text"] for line in turn["reasoning"])


def test_the_rules_choose_required_columns_and_those_with_gaps_first() -> None:
    store = DatasetStore()
    rows = "\n".join(f"{n},{n * 2},{'' if n == 2 else n}" for n in range(1, 5))
    profile = store.add("owner", "t.csv", f"a,b,c\n{rows}\n".encode()).profile
    service, conversation, script, _ = service_of(MEAN)
    service.ask(conversation, ASKED, workflow=SCIENTIST)
    asked = script.asked(ProfileData)[0].asked
    asked = type(asked)(question="q", datasets=(profile,))
    selection = select_columns(SelectColumns(asked, {"variables_needed": ["b"]}, ""))
    assert selection.columns == ["b", "c", "a"]
    assert not is_wide((profile,)) and "missing=25.0%" in compact_overview((profile,))
    assert "'c'" in detailed_profile((profile,), {"c"}) and "'a'" not in detailed_profile((profile,), {"c"})


# ---------------------------------------------------------------- evaluation


@pytest.mark.parametrize(
    ("result", "why"),
    [
        (table("p_value", rows=((1.3,),)), "outside 0 to 1"),
        (table("variance", rows=((-2.0,),)), "cannot be negative"),
        (table("n", rows=((9,),)), "counts 9 of 5 rows"),
        (table("salary_mean", rows=((4.2,),)), "salary lies between 3000 and 6000"),
        (table("x", rows=()), "has no rows"),
        (table("x", rows=((None,),)), "no value at all"),
        (table("x", rows=((1.0,),), rows_used=0), "used no row"),
    ],
)
def test_what_cannot_be_is_refused_before_any_judgement(result: Any, why: str) -> None:
    service, conversation, script, _ = service_of(result)
    turn = service.ask(conversation, ASKED, workflow=SCIENTIST)
    assert turn["status"] == "error" and not turn["artifact_ids"]
    assert why in script.asked(EvaluateResults)[0].findings[0]
    assert nodes_of(turn).count("remediate") == 3


def test_what_is_doubtful_is_told_as_a_caveat() -> None:
    service, conversation, _, _ = service_of(table("x", rows=((1.5,),), rows_used=2))
    turn = service.ask(conversation, ASKED, workflow=SCIENTIST)
    assert turn["status"] == "answered"
    assert turn["caveats"] == ["The code used 2 of the 5 rows of staff.csv; the others were left out."]


# ---------------------------------------------------------------- no model


def newcomer(content: bytes = STAFF) -> tuple[AnalystService, str]:
    service = AnalystService(Settings())
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "staff.csv", content)
    return service, conversation


def asked_and_run(service: AnalystService, conversation: str, question: str) -> TurnRecord:
    turn = service.ask(conversation, question, workflow=SCIENTIST)
    return answer(service, conversation, "approve") if turn["status"] == "asked" else turn


def test_without_a_model_the_whole_way_is_walked() -> None:
    service, conversation = newcomer()
    turn = asked_and_run(service, conversation, "average salary by department")
    assert nodes_of(turn) == ["understand", *LOOK, *RUN, "double_check", "evaluate", "explain"]
    assert turn["status"] == "answered" and "5,000" in turn["answer"]["text"]
    assert turn.get("double_check", {}).get("outcome") == "agrees"
    assert all(one["verified"] for one in turn["answer"]["citations"])


def gappy(filled: int, rows: int = 20) -> bytes:
    lines = [f"{'x' if row % 2 else 'y'},{100 + row if row < filled else ''}" for row in range(rows)]
    return "\n".join(["team,salary", *lines]).encode()


def test_without_a_model_missing_cells_are_a_caveat_up_to_half_of_them() -> None:
    service, conversation = newcomer(gappy(16))
    turn = asked_and_run(service, conversation, "average salary by team")
    assert turn["status"] == "answered"
    assert turn["caveats"][0] == "20 % of the cells of salary are missing; only rows that have a value count."
    service, conversation = newcomer(gappy(8))
    turn = asked_and_run(service, conversation, "average salary by team")
    assert turn["status"] == "out_of_scope" and "more than half of its cells missing" in turn["answer"]["text"]


def test_without_a_model_an_absent_column_is_a_limitation() -> None:
    service, conversation = newcomer()
    turn = asked_and_run(service, conversation, "average age by department")
    assert nodes_of(turn) == ["understand", *LOOK, "explain_idea"]
    assert turn["status"] == "missing_column" and "age" in turn["answer"]["text"]


def test_without_a_model_an_edit_that_gives_what_cannot_be_is_not_told() -> None:
    service, conversation = newcomer()
    service.ask(conversation, "average salary by department", workflow=SCIENTIST)
    turn = answer(service, conversation, "approve", "result = pd.DataFrame({'correlation': [1.2]})")
    assert turn["status"] in ("asked", "error") and "1.2" not in turn["answer"]["text"].split("outside")[0][-1:]
    assert not turn["artifact_ids"]

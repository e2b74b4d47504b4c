"""Prompts of the reviewed and the study workflow: small, closed to what is held back, and their replies are checked."""

import json
from dataclasses import replace
from typing import Any

import pytest

from agent.analysis.validate import check_spec
from agent.model_settings import ModelSettings
from agent.reasoning.chat.catalogue import composers
from agent.reasoning.chat.connection.exchange import ModelTurn
from agent.reasoning.chat.connection.failures import ModelError
from agent.reasoning.chat.language.examples import catalogue
from agent.reasoning.chat.language.tool_words import COVERED, as_calls, tool_words
from agent.reasoning.chat.planning import ToolPlanForm, plan_schema
from agent.reasoning.chat.reasoner import ChatReasoner
from agent.reasoning.chat.replies import UnusableError
from agent.reasoning.chat.templates import Composed
from agent.reasoning.chat.tokens import estimated_tokens
from agent.reasoning.prompts import PastTurn, Prompt
from agent.reasoning.roles.lead import LeadReasoner
from agent.reasoning.roles.second import SecondReasoner
from agent.reasoning.sharing import Sharing
from agent.review_state import HistoryEntry
from agent.tools.catalogue import TOOL_EXECUTORS, planned_call
from registry.profile import DatasetProfile
from registry.store import DatasetStore
from tests.agent.reader.scripted import built_in
from tests.agent.reasoning.chat.prompts_of_review import TEAM, review_prompts
from tests.agent.reasoning.chat.test_prompts import ORDERS, profile_of, wide
from tests.protocol_server import ProtocolServer, purpose_of, scripted

SECRETS = ("Engineering", "Sales", "5000", "5,000", "4250")
KINDS = (
    "classify_question", "plan_tools", "critique_answer", "plan_study", "read_study_change", "tell_study",
    "answer_from_study",
)  # fmt: skip


@pytest.fixture(scope="module")
def staff() -> DatasetProfile:
    return DatasetStore().add("owner", "team.csv", TEAM.encode()).profile


def composed(prompt: Prompt[Any], sharing: Sharing = Sharing()) -> Composed[Any]:  # noqa: B008 - frozen
    return composers(ModelTurn(ModelSettings(), sharing=sharing))[type(prompt)](prompt)


def accepted(prompt: Prompt[Any], reply: object, sharing: Sharing = Sharing()) -> Any:  # noqa: B008 - frozen
    return composed(prompt, sharing).accept(reply if isinstance(reply, str) else json.dumps(reply))


@pytest.mark.parametrize("kind", KINDS)
def test_every_prompt_is_filled_and_recognised_by_its_first_words(kind: str, staff: DatasetProfile) -> None:
    words = composed(review_prompts(staff)[kind]).words
    assert "salary" in words.user
    assert "${" not in words.system + words.user
    assert purpose_of({"messages": [{"content": words.system}]}) == kind


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("columns", "limit"), [(30, 3_800), (100, 5_300), (400, 9_000)])
def test_every_prompt_stays_small_however_wide_the_table(kind: str, columns: int, limit: int) -> None:
    words = composed(review_prompts(wide(columns), "average net amount by region")[kind]).words
    assert estimated_tokens(words.system) + estimated_tokens(words.user) < limit


@pytest.mark.parametrize("kind", KINDS)
def test_the_stable_part_is_the_same_for_every_question(kind: str, staff: DatasetProfile) -> None:
    one, other = (composed(review_prompts(staff, question)[kind]).words.system for question in ("mean pay", "a test"))
    assert one == other


@pytest.mark.parametrize("kind", ["classify_question", "plan_tools"])
def test_a_long_conversation_makes_no_prompt_longer(kind: str, staff: DatasetProfile) -> None:
    sizes = []
    for turns in (10, 400):
        history = tuple(PastTurn(f"question {n} " * 40, "answered", "Read so. " * 20, "5 " * 50) for n in range(turns))
        said = tuple(HistoryEntry(speaker="user", text="and so on " * 30) for _ in range(turns))
        prompt: Any = review_prompts(staff)[kind]
        long = replace(prompt, asked=replace(prompt.asked, history=history))
        words = composed(replace(long, conversation=said) if kind == "plan_tools" else long).words
        sizes.append(estimated_tokens(words.user))
    assert abs(sizes[0] - sizes[1]) < 30, "the numbers in the questions are longer, and nothing else"


# ---------------------------------------------------------------- what may leave


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("how", ["name_and_type", "alias"])
def test_no_value_of_a_column_held_back_leaves(kind: str, how: Any, staff: DatasetProfile) -> None:
    sharing = Sharing().withholding(staff.dataset_id, "department", how).withholding(staff.dataset_id, "salary", how)
    prompt = review_prompts(staff, "average pay of all")[kind]
    try:
        sent = composed(prompt, sharing).words
    except ModelError as error:
        assert error.failure == "held_back" and kind in ("tell_study", "answer_from_study")
        return
    assert not [secret for secret in SECRETS if secret in sent.system + sent.user]
    assert ('"department"' in sent.user) == (how == "name_and_type" and kind != "classify_question") or kind in (
        "critique_answer", "classify_question",
    )  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_with_no_samples_no_cell_leaves(kind: str, staff: DatasetProfile) -> None:
    try:
        sent = composed(review_prompts(staff, "average pay of all")[kind], Sharing(no_samples=True)).words
    except ModelError as error:
        assert error.failure == "held_back" and kind in ("tell_study", "answer_from_study")
        return
    assert not [secret for secret in (*SECRETS, "Ann ", "Senior") if secret in sent.system + sent.user]


@pytest.mark.parametrize("kind", ["tell_study", "answer_from_study"])
def test_a_study_is_told_by_a_model_where_only_columns_are_held_back_that_it_does_not_look_at(
    kind: str, staff: DatasetProfile
) -> None:
    sharing = Sharing().withholding(staff.dataset_id, "name", "alias")
    assert "Engineering" in composed(review_prompts(staff)[kind], sharing).words.user
    assert '"name"' not in composed(review_prompts(staff)[kind], sharing).words.user


# ---------------------------------------------------------------- tools


def test_every_tool_is_told_or_done_as_well_by_another() -> None:
    lines = tool_words().splitlines()
    for name, tool in TOOL_EXECUTORS.items():
        line = next((line for line in lines if line.startswith(f"- {name} ")), None)
        assert (line is None) == (name in COVERED)
        required = [field for field, info in tool.arguments.model_fields.items() if info.is_required()]
        assert line is None or all(f"{field}*" in line for field in required if field != "filters")


@pytest.mark.parametrize("example", catalogue(), ids=[example.question for example in catalogue()])
def test_every_example_is_a_plan_that_works_on_its_table_in_the_order_of_the_schema(example: Any) -> None:
    profile = profile_of(ORDERS)
    answer = as_calls(example.answer)
    form = ToolPlanForm.model_validate(answer)
    calls: Any = plan_schema(False, True)["$defs"]
    schemas = {one["properties"]["tool_name"]["const"]: one for one in calls["Call"]["anyOf"]}
    for call in (call for reading in form.readings for call in reading.calls):
        for spec in planned_call(call.tool_name, call.arguments).specs:
            check_spec(spec, {profile.dataset_id: profile})
        known = schemas[call.tool_name]["properties"]["arguments"]["properties"]
        assert list(call.arguments) == [name for name in known if name in call.arguments]


def act(tool: str, **arguments: Any) -> dict[str, Any]:
    return {
        "next_action": "act",
        "readings": [{"label": "as asked", "calls": [{"tool_name": tool, "arguments": arguments}]}],
    }


def test_a_plan_names_columns_as_the_data_spell_them(staff: DatasetProfile) -> None:
    plan = accepted(
        review_prompts(staff)["plan_tools"],
        act("aggregate_data", column="Salary", operation="mean", group_by="Department", sort={"by": "salary"}),
    )
    arguments = plan.readings[0].calls[0].arguments
    assert (arguments["column"], arguments["group_by"], arguments["sort"]) == (
        "salary", "department", {"by": "salary_mean"},
    )  # fmt: skip
    assert arguments["dataset_id"] == staff.dataset_id


def test_a_plan_over_aliases_gets_the_real_names_and_values(staff: DatasetProfile) -> None:
    sharing = Sharing().withholding(staff.dataset_id, "department", "alias")
    prompt = review_prompts(staff)["plan_tools"]
    alias = next(word for word in composed(prompt, sharing).words.user.split('"') if word.startswith("column_"))
    plan = accepted(prompt, act("aggregate_data", column="salary", operation="mean", group_by=alias), sharing)
    assert plan.readings[0].calls[0].arguments["group_by"] == "department"


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (act("divine"), "There is no tool"),
        (act("aggregate_data", column="salary"), "operation"),
        (act("aggregate_data", column="mood", operation="mean"), "mood"),
        (act("aggregate_data", column="salary", operation="mean", group_by="mood"), "mood"),
        (act("filter_data", filters=[{"col": "salary", "op": "like", "value": 1}]), "filters"),
        ({"next_action": "act"}, "readings"),
        ({"next_action": "ask"}, "question"),
        ({"next_action": "hand_over"}, "why"),
        ({"next_action": "sing"}, "next_action"),
    ],
)
def test_a_plan_that_does_not_fit_is_sent_back(reply: object, said: str, staff: DatasetProfile) -> None:
    with pytest.raises(UnusableError, match=said):
        accepted(review_prompts(staff)["plan_tools"], reply)


# ---------------------------------------------------------------- judgements and scopes


@pytest.mark.parametrize(
    ("kind", "reply"),
    [
        ("classify_question", {"query_type": "poetry", "rationale": "x"}),
        ("critique_answer", {"faults": ["Wrong column."], "score": 0.9}),
        ("critique_answer", {"faults": [], "score": 0.2}),
        ("critique_answer", {"faults": ["The mean is 4711."], "score": 0.2}),
        ("critique_answer", {"faults": [], "score": 7}),
        ("critique_answer", {"faults": ["x"], "score": 0.1, "reroute_to": "nobody"}),
        ("plan_study", {"outcome": "mood"}),
        ("plan_study", {"outcome": "name"}),
        ("plan_study", {"outcome": "salary", "leave_out": [{"column": "mood"}]}),
        ("plan_study", {"outcome": "salary", "leave_out": [{"column": "department"}, {"column": "level"}]}),
        ("plan_study", {"outcome": "salary", "filters": [{"col": "mood", "op": "==", "value": 1}]}),
        ("plan_study", {"outcome": "salary", "filters": [{"col": "level", "op": "between", "value": 1}]}),
        ("read_study_change", {"action": "dance"}),
        ("read_study_change", {"action": "change"}),
        ("read_study_change", {"action": "change", "outcome": "salary"}),
        ("read_study_change", {"action": "change", "buckets": 99}),
        ("read_study_change", {"action": "change", "ease": {"department": 9}}),
        ("read_study_change", {"action": "change", "leave_out": ["mood"]}),
        ("read_study_change", {"action": "change", "leave_out": ["department", "level"]}),
        ("read_study_change", {"action": "change", "only_rows": [{"col": "level", "op": "==", "value": "Senior"}]}),
        ("tell_study", "It matters a lot."),
        ("answer_from_study", {"found": True, "text": "It matters a lot."}),
        ("answer_from_study", {"found": False, "text": "It was 4711."}),
        ("answer_from_study", {"text": "x"}),
    ],
)
def test_a_reply_that_contradicts_itself_or_the_data_is_sent_back(
    kind: str, reply: object, staff: DatasetProfile
) -> None:
    with pytest.raises(UnusableError):
        accepted(review_prompts(staff)[kind], reply)


def test_a_scope_is_made_of_what_the_model_names(staff: DatasetProfile) -> None:
    reply = {
        "outcome": "Salary", "leave_out": [{"column": "level", "why": "it is set by the salary"}],
        "filters": [{"col": "department", "op": "!=", "value": "Legal"}], "why": "Pay is asked for.",
    }  # fmt: skip
    asked = review_prompts(staff, "why do all but the people in Legal earn so differently?")["plan_study"]
    scope = accepted(asked, reply).scope
    assert (scope.outcome, scope.columns) == ("salary", ["department"])
    assert [one.column for one in scope.left_out] == ["name", "level"]
    assert scope.filters[0].col == "department"


def test_a_condition_that_the_question_does_not_set_is_not_taken_and_said(staff: DatasetProfile) -> None:
    reply = {"outcome": "salary", "filters": [{"col": "department", "op": "==", "value": "Legal"}]}
    plan = accepted(review_prompts(staff, "why do some earn more?")["plan_study"], reply)
    assert plan.scope.filters == []
    assert plan.assumptions == ["A condition on department was proposed and not taken, for the question sets none."]


def test_a_change_is_told_in_a_line_each_and_the_rest_of_the_scope_stays(staff: DatasetProfile) -> None:
    prompt: Any = review_prompts(staff, "three parts, by year, only who gets over 3000, ...")["read_study_change"]
    reply = {
        "action": "change", "leave_out": ["Level"], "buckets": 3, "grain": "year", "critique": False, "go_on": True,
        "only_rows": [{"col": "salary", "op": ">", "value": 3000}], "ease": {"department": 5},
    }  # fmt: skip
    change = accepted(prompt, reply)
    assert change.go_on
    assert change.changed == [
        "Without level.", "Only rows where salary is above 3000.", "Numbers are cut into 3 buckets.",
        "Time is looked at by year.", "No critique before the report.", "Ease of department: 5.",
    ]  # fmt: skip
    assert change.scope.outcome == prompt.scope.outcome and change.scope.columns == ["department"]
    assert change.scope.left_out[-1].why == "you left it out"


def test_another_outcome_keeps_what_the_person_left_out(staff: DatasetProfile) -> None:
    prompt: Any = review_prompts(staff)["read_study_change"]
    without = accepted(prompt, {"action": "change", "leave_out": ["department"]}).scope
    change = accepted(replace(prompt, scope=without), {"action": "change", "outcome": "level"})
    assert change.scope.outcome == "level" and change.scope.outcome_value is not None
    assert change.scope.columns == ["salary"]
    back = accepted(replace(prompt, scope=change.scope), {"action": "change", "add": ["department"]})
    assert back.scope.columns == ["salary", "department"]


def test_after_the_analysis_a_column_only_leaves_the_ranking(staff: DatasetProfile) -> None:
    given: Any = review_prompts(staff)["read_study_change"]
    prompt = replace(given, step="synthesizer")
    change = accepted(prompt, {"action": "change", "leave_out": ["level"]})
    assert change.scope.dropped == ["level"] and "level" in change.scope.columns


def test_study_texts_hold_references(staff: DatasetProfile) -> None:
    prompts = review_prompts(staff)
    told = accepted(prompts["tell_study"], "Most by {ranking[DEPARTMENT].impact_pct}.")
    assert told.text == "Most by {ranking[#1].impact_pct}."
    answer = accepted(prompts["answer_from_study"], {"found": True, "text": "{A7[level].ease}."})
    assert (answer.text, answer.artifact_ids) == ("{A7[#2].ease}.", ["A7"])


@pytest.mark.parametrize("stranger", ["Tariff matters less.", "Name does not matter.", "level is out of it."])
def test_a_text_that_names_what_the_study_does_not_look_at_is_sent_back(stranger: str, staff: DatasetProfile) -> None:
    given: Any = review_prompts(staff)["tell_study"]
    rows = [row for row in given.artifacts["ranking"]["payload"]["rows"] if row[0] != "level"]
    ranking = {**given.artifacts["ranking"], "payload": {**given.artifacts["ranking"]["payload"], "rows": rows}}
    scope = given.scope.model_copy(update={"columns": ["department"], "dropped": ["level"]})
    prompt = replace(given, scope=scope, artifacts={"ranking": ranking})
    with pytest.raises(UnusableError, match="not in these results"):
        accepted(prompt, f"Most by {{ranking[department].impact_pct}}. {stranger}")


def test_a_figure_by_hand_that_was_sent_back_is_refused(staff: DatasetProfile) -> None:
    given: Any = review_prompts(staff)["tell_study"]
    prompt = replace(given, violations=("No.",))
    with pytest.raises(UnusableError, match="by hand"):
        accepted(prompt, "It is 4711 and {ranking[level].ease}.")


# ---------------------------------------------------------------- beside the rules

GOOD: dict[str, object] = {
    "classify_question": {"query_type": "insight", "rationale": "x"},
    "plan_tools": act("count_values", column="level"),
    "critique_answer": {"faults": ["The total is asked for."], "score": 0.3, "says": "use the sum instead"},
    "plan_study": {"outcome": "salary", "leave_out": [{"column": "level", "why": "it follows from it"}]},
    "read_study_change": {"action": "change", "leave_out": ["level"]},
    "tell_study": "Above all {ranking[#1].driver}.",
    "answer_from_study": {"found": True, "text": "{A7[#1].driver} first."},
}
UNREAD = "zorp the blick of wuggish frobs gruntled"


def by_model(kind: str, answer: Any) -> bool:
    """Whether the answer is the one of GOOD."""
    return bool(
        {
            "classify_question": lambda: answer.query_type == "insight",
            "plan_tools": lambda: answer.readings and answer.readings[0].calls[0].tool_name == "count_values",
            "critique_answer": lambda: answer.score == 0.3,
            "plan_study": lambda: answer.scope.columns == ["department"],
            "read_study_change": lambda: answer.action == "change",
            "tell_study": lambda: answer.text.startswith("Above all"),
            "answer_from_study": lambda: answer.text == "{A7[#1].driver} first.",
        }[kind]()
    )


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("before", "good", "requests"), [((), True, 1), (('{"broken": [',), True, 2), (("nonsense", "nonsense"), False, 2)]
)
def test_a_good_reply_answers_a_broken_one_is_repaired_and_nonsense_leaves_it_to_the_rules_with_a_note(
    server: ProtocolServer, settings: ModelSettings, staff: DatasetProfile, kind: str, before: tuple[str, ...],
    good: bool, requests: int,
) -> None:  # fmt: skip
    last = GOOD[kind]
    server.brain = scripted({kind: [*before, last if isinstance(last, str) else json.dumps(last)]})
    both = LeadReasoner(ChatReasoner(ModelTurn(settings)), built_in())
    answer = both.decide(review_prompts(staff, UNREAD)[kind])
    assert len(server.asked(kind)) == requests
    assert by_model(kind, answer) == good
    assert bool(both.notes()) == (not good)


def test_an_opinion_of_a_second_mind_lowers_a_score_and_never_lifts_it(
    server: ProtocolServer, settings: ModelSettings, staff: DatasetProfile
) -> None:
    server.brain = scripted({"critique_answer": '{"faults": [], "score": 1.0}'})
    both = SecondReasoner(ChatReasoner(ModelTurn(settings)), built_in())
    prompt: Any = review_prompts(staff)["critique_answer"]
    silent = both.decide(replace(prompt, answer_text=""))
    assert silent.score == pytest.approx(0.4), "an answer that tells nothing stays bad whatever the model thinks"


def test_what_the_rules_understand_at_a_checkpoint_and_in_questions_asks_no_model(
    server: ProtocolServer, settings: ModelSettings, staff: DatasetProfile
) -> None:
    both = SecondReasoner(ChatReasoner(ModelTurn(settings)), built_in())
    prompts = review_prompts(staff, "without level")
    assert both.decide(prompts["read_study_change"]).changed == ["Without level."]
    assert both.decide(review_prompts(staff, "which caveats are there?")["answer_from_study"]).found
    assert both.decide(review_prompts(staff)["classify_question"]).query_type == "query"
    assert server.received == []


def test_an_outcome_that_the_question_names_is_not_exchanged_by_a_second_mind(
    server: ProtocolServer, settings: ModelSettings, staff: DatasetProfile
) -> None:
    server.brain = scripted({"plan_study": '{"outcome": "level"}'})
    both = SecondReasoner(ChatReasoner(ModelTurn(settings)), built_in())
    named = both.decide(review_prompts(staff, "what drives the salary?")["plan_study"])
    assert named.scope.outcome == "salary"
    free = both.decide(review_prompts(staff, UNREAD)["plan_study"])
    assert free.scope.outcome == "level" and free.assumptions


def test_a_leading_model_s_opinion_and_scope_are_taken_as_they_are(
    server: ProtocolServer, settings: ModelSettings, staff: DatasetProfile
) -> None:
    server.brain = scripted({"critique_answer": '{"faults": [], "score": 0.9}', "plan_study": '{"outcome": "level"}'})
    lead = LeadReasoner(ChatReasoner(ModelTurn(settings)), built_in())
    prompt: Any = review_prompts(staff)["critique_answer"]
    assert lead.decide(prompt).score == 0.9
    named = lead.decide(review_prompts(staff, "what drives the salary?")["plan_study"])
    assert named.scope.outcome == "level"


def test_a_study_told_by_a_model_keeps_the_computed_list_and_the_doubts(
    server: ProtocolServer, settings: ModelSettings, staff: DatasetProfile
) -> None:
    server.brain = scripted({"tell_study": "Above all {ranking[#1].driver}."})
    both = LeadReasoner(ChatReasoner(ModelTurn(settings)), built_in())
    prompt: Any = review_prompts(staff)["tell_study"]
    for part in ("synthesis", "summary"):
        told = both.decide(replace(prompt, part=part))
        assert told.text.startswith("Above all {ranking[#1].driver}.\n\n- {ranking[department]")
    critique = both.decide(replace(prompt, part="critique"))
    assert critique.text == "Above all {ranking[#1].driver}." and any("cause" in line for line in critique.lines)

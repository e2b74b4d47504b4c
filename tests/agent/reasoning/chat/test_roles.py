"""What a turn is like in each role: who reads, who is asked, what is said, and how often the endpoint is called."""

import json
from dataclasses import replace

import pytest

from agent.model_settings import ModelSettings, RoleChoice
from agent.reasoning.chat.reading import compose_reading
from agent.reasoning.prompts import ReadQuestion
from agent.reasoning.sharing import Sharing
from agent.service import AnalystService
from agent.settings import Settings
from registry.store import DatasetStore
from tests.agent.reasoning.chat.replies import QUESTION, act, mean
from tests.agent.reasoning.chat.test_review_turns import CODED, FINE, REPLIES, REVIEWED, Talk
from tests.agent.scripted import STAFF
from tests.agent.scripted_code import ScriptedRunner
from tests.agent.scripted_code import table as made_table
from tests.protocol_server import ProtocolServer, scripted

HIGHEST = act(
    {"op": "groupby_agg", "group_cols": ["department"], "metrics": {"salary": ["max"]}},
    label="highest salary by department",
)
TOLD = "The highest salary in Sales is {S1[Sales].salary_max}."
HOMES = b"built year,garden,price\n1931,yes,210000\n1955,no,180000\n1987,yes,260000\n"


def talking(settings: ModelSettings, role: RoleChoice, content: bytes = STAFF) -> tuple[AnalystService, str]:
    service = AnalystService(model=replace(settings, role=role))
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "staff.csv", content)
    return service, conversation


def test_a_leading_model_s_reading_answers_and_nobody_is_asked(server: ProtocolServer, settings: ModelSettings) -> None:
    server.brain = scripted({"read_question": HIGHEST, "narrate_answer": TOLD})
    service, conversation = talking(settings, "lead")
    turn = service.ask(conversation, QUESTION)
    assert turn["answer"]["text"] == "The highest salary in Sales is 3,200."
    assert turn["interpretation"] == "Highest salary by department."
    assert turn["assumptions"] == turn["caveats"] == []


def test_a_leading_model_s_own_readings_are_asked_for_once_and_the_pick_is_not_asked_again(
    server: ProtocolServer, settings: ModelSettings
) -> None:
    two = json.loads(HIGHEST)
    two["readings"].append({"label": "mean salary by department", "specs": [mean("salary", "department")]})
    server.brain = scripted({"read_question": json.dumps(two), "narrate_answer": TOLD})
    service, conversation = talking(settings, "lead")
    turn = service.ask(conversation, QUESTION)
    assert turn["pending"] is not None and all(option["number"] for option in turn["pending"]["options"])
    picked = service.ask(conversation, "highest salary by department")
    assert (picked["status"], picked["answer"]["text"]) == ("answered", "The highest salary in Sales is 3,200.")
    assert len(server.asked("read_question")) == 1


@pytest.mark.parametrize("words", ["top 2 departments by lowest salary", "who joined in the first quarter?"])
@pytest.mark.parametrize("way", ["react", "plan_code_explain", "scientist", "tool_agent"])
def test_a_complete_new_question_over_an_open_one_is_read_by_the_leading_model_in_every_way_to_answer(
    server: ProtocolServer, settings: ModelSettings, words: str, way: str
) -> None:
    two = json.loads(HIGHEST)
    two["readings"].append({"label": "mean salary by department", "specs": [mean("salary", "department")]})
    server.brain = scripted({"read_question": json.dumps(two), "narrate_answer": TOLD})
    service, conversation = talking(settings, "lead")
    assert service.ask(conversation, QUESTION)["pending"] is not None
    before = len(server.received)
    turn = service.ask(conversation, words, workflow=way)
    assert words in str(server.received[before:])
    assert turn["question"] == words
    assert turn["set_aside"]["context"]["question"] == QUESTION


def test_what_does_not_fit_goes_back_with_the_reason_then_with_an_example_then_the_built_in_reader_answers(
    server: ProtocolServer, settings: ModelSettings
) -> None:
    wrong = act({"op": "groupby_agg", "group_cols": ["departmint"], "metrics": {"salary": ["mean"]}})
    server.brain = scripted({"read_question": wrong, "narrate_answer": "{S1[Sales].salary_mean}."})
    service, conversation = talking(settings, "lead")
    turn = service.ask(conversation, QUESTION)
    assert turn["answer"]["text"] == "3,100."
    assert any("built-in rules stood in" in caveat for caveat in turn["caveats"])
    first, second, third = [request.body["messages"] for request in server.asked("read_question")]
    assert (len(first), len(second), len(third)) == (2, 4, 4)
    assert "departmint" in second[-1]["content"] and "department" in second[-1]["content"]
    assert "A worked example" in third[-1]["content"] and '"op": "groupby_agg"' in third[-1]["content"]


def test_what_adds_up_years_goes_back_to_the_model_with_the_reason(
    server: ProtocolServer, settings: ModelSettings
) -> None:
    server.brain = scripted(
        {"read_question": [act(mean("built year", "garden")), act(mean("price", "garden"))],
         "narrate_answer": "{S1[yes].price_mean}."}
    )  # fmt: skip
    service, conversation = talking(settings, "lead", HOMES)
    turn = service.ask(conversation, "what is typical of homes with and without garden?")
    assert turn["answer"]["text"] == "235,000."
    assert "means nothing" in server.asked("read_question")[1].body["messages"][-1]["content"]


def test_a_model_that_only_words_answers_reads_nothing(server: ProtocolServer, settings: ModelSettings) -> None:
    server.brain = scripted({"read_question": HIGHEST, "narrate_answer": "In Sales: {S1[Sales].salary_mean}."})
    service, conversation = talking(settings, "words")
    assert service.ask(conversation, QUESTION)["answer"]["text"] == "In Sales: 3,100."
    assert service.ask(conversation, QUESTION, workflow=REVIEWED)["status"] == "answered"
    assert {request.purpose for request in server.received} == {"narrate_answer"}


def test_a_model_that_is_off_is_not_asked(server: ProtocolServer, settings: ModelSettings) -> None:
    service, conversation = talking(settings, "off")
    assert service.ask(conversation, QUESTION)["status"] == "answered"
    assert server.received == []


@pytest.mark.parametrize("role", ["lead", "second"])
def test_a_program_that_differs_from_the_vocabulary_is_no_question_back_where_a_model_leads(
    server: ProtocolServer, settings: ModelSettings, role: RoleChoice
) -> None:
    reading = act({"op": "groupby_agg", "metrics": {"salary": ["mean"]}}, label="mean salary")
    server.brain = scripted({**CODED, "read_question": reading, "explain_results": "It is {A1.salary_mean}."})
    runner = ScriptedRunner([made_table("salary_mean", rows=((4711.0,),))])
    service = AnalystService(Settings(approval_policy="never"), model=replace(settings, role=role), code_runner=runner)
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "staff.csv", STAFF)
    turn = service.ask(conversation, "average salary", workflow="plan_code_explain")
    if role == "second":
        assert turn["status"] == "asked"
        return
    assert turn["status"] == "answered" and turn["pending"] is None
    assert turn.get("double_check", {}).get("outcome") == "differs"
    assert any("4,240" in caveat for caveat in turn["caveats"])


@pytest.mark.parametrize(("score", "passed"), [(0.85, True), (0.8, True)])
def test_a_leading_model_s_score_is_the_score(
    server: ProtocolServer, settings: ModelSettings, score: float, passed: bool
) -> None:
    server.brain = scripted({**REPLIES, "critique_answer": json.dumps({"faults": [], "score": score})})
    turn = Talk(settings).review()
    critique = turn.get("critique")
    assert critique is not None
    assert (critique["score"], critique["passed"]) == (score, passed)
    assert critique.get("judged", True)


def test_where_nobody_judges_the_critic_says_so(server: ProtocolServer, settings: ModelSettings) -> None:
    server.brain = scripted({**REPLIES, "critique_answer": FINE})
    turn = Talk(replace(settings, role="words")).review("average salary by department")
    critique = turn.get("critique")
    assert critique is not None and critique["passed"]
    assert critique.get("judged") is False
    assert "judged by nobody" in critique["critique"]


# ---------------------------------------------------------------- hints

SALES = b"takings,branch,day\n40,Harbour,2024-03-01\n60,Station,2024-03-02\n"


def words_block(sharing: Sharing, question: str = "takngs of each bran") -> str:
    profile = DatasetStore().add("o", "sales.csv", SALES).profile
    held = {(profile.dataset_id, column): how for (_, column), how in sharing.withheld.items()}
    composed = compose_reading(ReadQuestion(question=question, datasets=(profile,)), Sharing(held))
    return composed.words.user.rpartition("<words")[2].partition("</words>")[0]


def test_words_that_name_a_column_otherwise_are_hinted_at_and_its_own_name_is_not() -> None:
    told = words_block(Sharing())
    assert '"takngs" -> "takings"?' in told and '"bran" -> "branch"?' in told
    assert "->" not in words_block(Sharing(), "takings by branch")


@pytest.mark.parametrize("how", ["name_and_type", "alias"])
def test_a_column_that_is_held_back_is_no_hint(how: str) -> None:
    told = words_block(Sharing({("", "takings"): how}))  # type: ignore[dict-item]
    assert '"takngs" ->' not in told and '"bran" -> "branch"?' in told

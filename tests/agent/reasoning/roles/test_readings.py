"""Who reads in which role: a leading model alone, a second mind beside the built-in reader, others not at all."""

from dataclasses import dataclass
from typing import Any

import pytest

from agent.reasoning.agreement import as_plan
from agent.reasoning.chat.connection.failures import ModelError
from agent.reasoning.prompts import Answer, Decision, Prompt, ReadQuestion
from agent.reasoning.reviewed_prompts import PlanTools, ToolPlan
from agent.reasoning.roles.catalogue import WordsReasoner
from agent.reasoning.roles.lead import LeadReasoner
from agent.reasoning.roles.offers import chosen_offer, place_named
from agent.reasoning.roles.second import SecondReasoner
from agent.specs.reading import Reading
from agent.state import PendingInput, PendingOption
from agent.tools.catalogue import SEED_TOOLS
from registry.profile import DatasetProfile
from registry.store import DatasetStore
from tests.agent.reader.scripted import built_in
from tests.agent.scripted import STAFF, Script, act, by_department, reading, salary

NOTHING_EXECUTABLE = ("The language model gave no reading that can be executed. The built-in rules stood in for it.",)

QUESTION = "average salary by department"
UNREAD = "gimme zorp of blick wuggish departmental frobs salarywise"
MODEL_READS = reading("m1", by_department("max"), label="highest salary by department")


@pytest.fixture(scope="module")
def staff() -> DatasetProfile:
    return DatasetStore().add("o", "staff.csv", STAFF).profile


def asked(staff: DatasetProfile, question: str = QUESTION, **more: Any) -> ReadQuestion:
    return ReadQuestion(question=question, datasets=(staff,), **more)


def same_as_rules(staff: DatasetProfile) -> Reading:
    return reading("m1", {**by_department("mean"), "dataset_id": staff.dataset_id}, label="mean by department")


def ids(decision: Decision) -> list[str]:
    return [one.reading_id[:1] for one in decision.readings]


# ---------------------------------------------------------------- lead


def test_a_leading_model_s_reading_is_taken_though_the_built_in_reader_reads_otherwise(staff: DatasetProfile) -> None:
    lead = LeadReasoner(Script([act(MODEL_READS)]), built_in())
    decision = lead.decide(asked(staff))
    assert decision.readings == [MODEL_READS]
    assert lead.notes() == ()


@pytest.mark.parametrize("action", ["ask", "out_of_scope", "explain", "finalize", "hand_over"])
def test_what_a_leading_model_decides_not_to_compute_is_not_computed(staff: DatasetProfile, action: Any) -> None:
    lead = LeadReasoner(Script([Decision(next_action=action, rationale="so")]), built_in())
    assert lead.decide(asked(staff)).next_action == action


def test_a_prediction_that_a_leading_model_computes_is_computed(staff: DatasetProfile) -> None:
    lead = LeadReasoner(Script([act(MODEL_READS)]), built_in())
    assert lead.decide(asked(staff, "predict the salary of next year")).next_action == "act"


def test_its_own_several_readings_are_those_that_are_compared_each_meaning_once(staff: DatasetProfile) -> None:
    again = reading("m3", by_department("max"))
    lead = LeadReasoner(Script([act(MODEL_READS, reading("m2", by_department("sum")), again)]), built_in())
    assert [one.reading_id for one in lead.decide(asked(staff)).readings] == ["m1", "m2"]


def offer(*readings: Any) -> PendingInput:
    options = [PendingOption(option_id=one.reading_id, label=one.label, number="", says=one.label) for one in readings]
    context: Any = {"readings": [one.model_dump(mode="json") for one in readings]}
    return PendingInput(
        kind="clarify", checkpoint_id="c", message="Which?", prompt="", options=options, context=context
    )


def lowest_or_highest() -> PendingInput:
    """Two readings of the model on offer."""
    return offer(
        reading("m1", by_department("min"), label="lowest"), MODEL_READS.model_copy(update={"reading_id": "m2"})
    )


@pytest.mark.parametrize("words", ["highest salary by department", "Highest salary by departments", "the second one"])
@pytest.mark.parametrize("role", [LeadReasoner, SecondReasoner])
def test_words_that_are_an_offered_option_pick_it_without_a_call(
    staff: DatasetProfile, role: type[LeadReasoner | SecondReasoner], words: str
) -> None:
    script = Script([act(same_as_rules(staff))])
    pending = lowest_or_highest()
    decision = role(script, built_in()).decide(asked(staff, words, pending=pending))
    assert [one.reading_id for one in decision.readings] == ["m2"]
    assert script.prompts == []


@pytest.mark.parametrize(
    "words",
    [
        "salary of the first quarter", "top 2 departments", "who came first?", "how many seniors in department 2",
        "the second highest salary", "最初の月の給与は?", "highest salary of Sales", "wer war der erste?",
    ],
)  # fmt: skip
@pytest.mark.parametrize("role", [LeadReasoner, SecondReasoner])
def test_a_question_in_which_a_place_stands_picks_nothing(
    staff: DatasetProfile, role: type[LeadReasoner | SecondReasoner], words: str
) -> None:
    script = Script([act(same_as_rules(staff))])
    pending = lowest_or_highest()
    role(script, built_in()).decide(asked(staff, words, pending=pending))
    assert script.prompts or role is SecondReasoner  # what the rules know not to compute asks no second mind
    assert chosen_offer(asked(staff, words, pending=pending)) is None


@pytest.mark.parametrize(
    ("said", "place"),
    [
        ("2", 2), ("2.", 2), ("the first", 1), ("The second one, please.", 2), ("option 3", 3), ("das zweite", 2),
        ("die erste bitte", 1), ("一番目", 1), ("二つ目の方でお願いします", 2), ("2番", 2), ("first or second", None),
        ("the second quarter", None), ("12", None), ("2024", None), ("the", None), ("", None), ("thefirsts", None),
    ],
)  # fmt: skip
def test_a_place_is_named_by_nothing_but_its_words(said: str, place: int | None) -> None:
    assert place_named(said) == place


@pytest.mark.parametrize(
    ("said", "picks"),
    [("sales in 2023", True), ("Sales in 2023.", True), ("sale in 2023", True), ("sales in 2024", False),
     ("salary > 10", False), ("sales of 2023", False)],
)  # fmt: skip
def test_another_figure_than_the_option_s_is_another_question(staff: DatasetProfile, said: str, picks: bool) -> None:
    pending = offer(reading("m1", salary(), label="sales in 2023"), reading("m2", salary("max"), label="salary > 1"))
    assert (chosen_offer(asked(staff, said, pending=pending)) is not None) is picks


def test_where_a_leading_model_cannot_be_reached_the_built_in_reader_answers_and_says_so(staff: DatasetProfile) -> None:
    lead = LeadReasoner(Script([ModelError("unreachable"), act(MODEL_READS)]), built_in())
    assert ids(lead.decide(asked(staff))) == ["c"]
    assert "built-in rules" in lead.notes()[0]
    assert ids(lead.decide(asked(staff))) == ["c"], "it is not asked again in the turn"


def test_readings_that_fail_go_back_twice_then_the_built_in_reader_answers_and_says_so(staff: DatasetProfile) -> None:
    others = [act(reading("m1", by_department(agg))) for agg in ("sum", "min", "median", "count")]
    script = Script([*others])
    lead = LeadReasoner(script, built_in())
    failed = asked(staff, last_error="It cannot be right.", failed=(MODEL_READS,))
    assert [ids(lead.decide(failed)) for _ in range(3)] == [["m"], ["m"], ["c"]]
    assert len(script.prompts) == 2
    assert lead.notes() == NOTHING_EXECUTABLE


def test_a_model_that_repeats_what_failed_is_not_asked_a_third_time(staff: DatasetProfile) -> None:
    lead = LeadReasoner(Script([act(MODEL_READS)]), built_in())
    failed = asked(staff, last_error="It cannot be right.", failed=(MODEL_READS,))
    assert ids(lead.decide(failed)) == ["c"]
    assert lead.notes() == NOTHING_EXECUTABLE


def plan(aggregation: str) -> ToolPlan:
    decision = act(reading("m1", by_department(aggregation)))
    return as_plan(decision, ToolPlan(next_action="act", rationale="so"))


def test_plans_that_fail_go_back_twice_then_the_built_in_reader_plans_and_says_so(staff: DatasetProfile) -> None:
    model = Planner([plan(aggregation) for aggregation in ("sum", "min", "median", "count")])
    lead = LeadReasoner(model, built_in())
    failed = PlanTools(asked(staff, last_error="It cannot be right.", failed=(MODEL_READS,)), "query_agent", SEED_TOOLS)
    plans = [lead.decide(failed) for _ in range(3)]
    assert [planned.readings[0].reading_id[:1] for planned in plans] == ["m", "m", "c"]
    assert len(model.plans) == 2, "two are left"
    assert lead.notes() == NOTHING_EXECUTABLE


def test_a_plan_that_repeats_what_failed_is_left_to_the_built_in_reader(staff: DatasetProfile) -> None:
    lead = LeadReasoner(Planner([plan("max")]), built_in())
    failed = PlanTools(asked(staff, last_error="It cannot be right.", failed=(MODEL_READS,)), "query_agent", SEED_TOOLS)
    assert lead.decide(failed).readings[0].reading_id.startswith("c")
    assert lead.notes() == NOTHING_EXECUTABLE


@dataclass
class Planner:
    """A model that plans as it is told."""

    plans: list[ToolPlan]
    name: str = "planner"
    looks: bool = False
    programs: bool = False

    def decide(self, _: Prompt[Answer]) -> Answer:
        planned: Any = self.plans.pop(0)
        return planned  # type: ignore[no-any-return]


# ---------------------------------------------------------------- second


def second(*steps: Any) -> SecondReasoner:
    return SecondReasoner(Script([*steps]), built_in())


def test_the_same_reading_is_read_once(staff: DatasetProfile) -> None:
    assert ids(second(act(same_as_rules(staff))).decide(asked(staff))) == ["c"]


def test_different_readings_are_both_tried_the_first_of_each_at_least(staff: DatasetProfile) -> None:
    assert ids(second(act(MODEL_READS)).decide(asked(staff))) == ["c", "m"]


def test_a_reading_that_the_model_alone_has_is_asked_about(staff: DatasetProfile) -> None:
    decision = second(act(MODEL_READS)).decide(asked(staff, UNREAD))
    assert ids(decision) == ["m"] and decision.unsure
    assert "Only the language model read this question" in decision.question_if_different


def test_a_reading_that_the_built_in_reader_alone_has_is_taken_and_said_to_be_alone(staff: DatasetProfile) -> None:
    asks = Decision(next_action="ask", rationale="?", clarifying_questions=["What?"])
    decision = second(asks).decide(asked(staff))
    assert ids(decision) == ["c"]
    assert any("Only the built-in reader read this question" in one for one in decision.assumptions)


def test_what_the_built_in_reader_knows_not_to_compute_asks_no_model(staff: DatasetProfile) -> None:
    script = Script([act(MODEL_READS)])
    decision = SecondReasoner(script, built_in()).decide(asked(staff, "predict the salary of next year"))
    assert decision.next_action == "out_of_scope"
    assert script.prompts == []


def test_where_neither_reads_a_missing_column_stays_a_question(staff: DatasetProfile) -> None:
    shrugs = Decision(next_action="explain", rationale="so")
    assert second(shrugs).decide(asked(staff, "average humidity by department")).missing_columns == ["humidity"]


# ---------------------------------------------------------------- words


def test_a_model_that_only_words_answers_is_asked_no_question(staff: DatasetProfile) -> None:
    script = Script([act(MODEL_READS)])
    words = WordsReasoner(script, built_in())
    assert ids(words.decide(asked(staff))) == ["c"]
    assert script.prompts == []

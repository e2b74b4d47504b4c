"""An answer while it is written: numbers come as their references resolve, and no other figure shows."""

from agent.reasoning.code_prompts import ExplainResults
from agent.reasoning.prompts import ExplainConcept, ReadQuestion
from agent.reasoning.rules.study.plan import plan_study
from agent.reasoning.study_prompts import PlanStudy, TellStudy
from agent.sessions.progress import partial_text
from registry.store import DatasetStore
from tests.agent.reasoning.chat.tables import table
from tests.agent.scripted import STAFF

MEANS = table(["department", "salary_mean"], [["Engineering", 5000.0], ["Sales", 3200.0]], ["department"])
ASKED = ReadQuestion("average salary of 3 departments", ())
RESULTS = ExplainResults(ASKED, (MEANS,), {"R1": "A1"}, None, "", (), (), None)


def test_the_results_of_a_program_are_filled_in_as_they_resolve() -> None:
    written = "Of 3 departments Sales gets {R1[Sales].salary_mean}, not 4711, and {R1[Eng"
    assert partial_text(RESULTS, written) == "Of 3 departments Sales gets 3,200, not …, and "
    assert partial_text(RESULTS, "It is {R1[Nobody].salary_mean}.") == "It is …."
    assert partial_text(RESULTS, "It is {A1[#1].salary_mean}.") == "It is 5,000."


def test_a_figure_of_the_question_shows_but_not_as_a_result() -> None:
    assert partial_text(RESULTS, "The top 3 are told. The mean in {R1[#1].department} is 3.") == (
        "The top 3 are told. The mean in Engineering is …."
    )
    idea = ExplainConcept("what does a mean of 3 mean?", ())
    assert partial_text(idea, "A mean of 3 says ...") == "A mean of 3 says ..."


def test_a_study_is_filled_in_too_and_an_idea_has_nothing_to_fill_in() -> None:
    profile = DatasetStore().add("owner", "staff.csv", STAFF).profile
    scope = plan_study(PlanStudy("", (profile,))).scope
    assert scope is not None
    assert partial_text(TellStudy("segments", scope, {"drivers": MEANS}), "{drivers[#2].salary_mean}") == "3,200"
    assert partial_text(ExplainConcept("what is it?", ()), "It is {A1.x}.") == "It is …."

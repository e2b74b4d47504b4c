"""Which steps does a question need? Told from what the rules read in it."""

from agent.reasoning.code_prompts import PlanSteps, StepPlan
from agent.reasoning.prompts import Decision, Read, ReadQuestion
from agent.reasoning.rules.code.words import say
from agent.reasoning.scientist_prompts import Understanding, UnderstandQuestion


def plan_steps(prompt: PlanSteps, read: Read) -> StepPlan:
    """An idea takes an explanation, a picture code and an explanation, anything else an evaluation too."""
    decision = decide(prompt.asked, read)
    if decision.next_action == "explain":
        return StepPlan(needs_code=False, needs_evaluation=False, reasoning=say("plan.idea"))
    pictures = decision.readings and all(spec.type == "plot" for spec in decision.readings[0].specs)
    if pictures:
        return StepPlan(needs_code=True, needs_evaluation=False, reasoning=say("plan.picture"))
    return StepPlan(needs_code=True, needs_evaluation=True, reasoning=say("plan.data"))


def understand_question(prompt: UnderstandQuestion, read: Read) -> Understanding:
    """Everything but the explanation of an idea needs the data."""
    if decide(prompt.asked, read).next_action == "explain":
        return Understanding(needs_data_work=False, reasoning=say("plan.not_about_data"))
    return Understanding(needs_data_work=True, reasoning=say("plan.about_data"))


def decide(asked: ReadQuestion, read: Read) -> Decision:
    """The reading of a question. Data may go away in the middle of a turn: then there is nothing to read."""
    if not asked.datasets:
        return Decision(next_action="ask", rationale=say("plan.no_data"), clarifying_questions=[say("plan.no_data")])
    return read(asked)


def trouble_of(decision: Decision) -> str:
    """Why a decision has no reading, in words for the person; "" when it has one."""
    if decision.next_action == "act" and decision.readings:
        return ""
    if decision.next_action == "out_of_scope":
        return say("plan.beyond")
    return " ".join(decision.clarifying_questions) or decision.rationale

"""Code without a model: the first reading of the question, written as a pandas program."""

from dataclasses import replace

from agent.analysis.as_code import as_code
from agent.errors import DataError, SpecError
from agent.reasoning.code_prompts import CodeDraft, FixCode, WriteCode
from agent.reasoning.prompts import ReadQuestion
from agent.reasoning.rules.code.plan import decide, trouble_of

NO_MENDING = "The rules cannot correct this code. Change it yourself, or ask in other words."
NO_OTHER = "The rules have no other code for that reason. Change the code yourself, or ask in other words."


def write_code(prompt: WriteCode) -> CodeDraft:
    """The program of the first reading, or why there is none."""
    return drafted(prompt.asked)


def fix_code(prompt: FixCode) -> CodeDraft:
    """The rules write the same code for the same question. A person's reason is read as a follow-up to it."""
    first = prompt.attempts[-1]["code"]
    if not prompt.feedback or ":" not in prompt.feedback:
        return _unless_same(drafted(prompt.asked), [attempt["code"] for attempt in prompt.attempts], NO_MENDING)
    wish = prompt.feedback.partition(":")[2].strip()
    frame = decide(prompt.asked).frame
    followed = drafted(replace(prompt.asked, question=wish, frame=frame, value_matches=prompt.asked.value_matches))
    return _unless_same(followed, [first], NO_OTHER)


def drafted(asked: ReadQuestion) -> CodeDraft:
    """The draft for a question as the rules read it."""
    decision = decide(asked)
    if trouble := trouble_of(decision):
        return CodeDraft(trouble=trouble)
    reading, *others = decision.readings
    try:
        written = as_code(reading.specs, {profile.dataset_id: profile for profile in asked.datasets})
    except (SpecError, DataError) as error:
        return CodeDraft(trouble=str(error))
    could = [f"It could also be read as: {other.label}." for other in others]
    return CodeDraft(
        code=written.code,
        why=reading.interpretation,
        reading=reading,
        tables=list(written.tables),
        assumptions=[*decision.assumptions, *reading.assumptions, *could],
    )


def _unless_same(draft: CodeDraft, before: list[str], trouble: str) -> CodeDraft:
    return CodeDraft(trouble=trouble) if draft.code and draft.code in before else draft

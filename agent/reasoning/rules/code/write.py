"""Code without a model: the first reading of the question, written as a pandas program.

The same question gives the same program, so a draft without one is final.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from agent.analysis.as_code import as_code
from agent.errors import DataError, SpecError
from agent.reasoning.code_prompts import CodeDraft, FixCode, WriteCode
from agent.reasoning.prompts import PastTurn, Read, ReadQuestion
from agent.reasoning.rules.code.plan import decide, trouble_of
from agent.reasoning.rules.code.science import columns_of

NO_MENDING = "The rules cannot correct this code. Change it yourself, or ask in other words."
NO_OTHER = "The built-in rules could not make that change. Change the code yourself, or ask in other words."
_REPLACED = re.compile(
    r"\s*\b(?:instead of|rather than|in place of|anstatt|statt|anstelle von|au lieu d[e']|en vez de)\b.*$",
    re.IGNORECASE,
)


def write_code(prompt: WriteCode, read: Read) -> CodeDraft:
    """The program of the first reading, or why there is none."""
    return draft_code(prompt.asked, read)


def fix_code(prompt: FixCode, read: Read) -> CodeDraft:
    """The rules write the same code for the same question. A person's reasons are read as follow-ups to it, one after
    the other; one that cannot be followed leaves the code as it is, and is said.
    """
    wishes = [wish for attempt in prompt.attempts if (wish := attempt.get("refused", ""))]
    if not wishes or not prompt.attempts[-1].get("refused"):
        return _unless_same(draft_code(prompt.asked, read), [attempt["code"] for attempt in prompt.attempts])
    asked, draft = prompt.asked, draft_code(prompt.asked, read)
    for wish in wishes:
        followed = next((one for one in _follow(asked, wish, read) if _is_another(one[1], draft, asked)), None)
        if followed is not None:
            asked, draft = followed
        elif draft.code:
            draft = draft.model_copy(update={"trouble": NO_OTHER})
    return draft


def _follow(asked: ReadQuestion, wish: str, read: Read) -> Iterator[tuple[ReadQuestion, CodeDraft]]:
    """A wish as the rules may read it: by itself after the question, without what it replaces, or joined to it."""
    before = decide(asked, read)
    first = before.readings[:1]
    answered = tuple(PastTurn(asked.question, "answered", "", "", specs=tuple(one.specs)) for one in first)
    short = _REPLACED.sub("", wish)
    joined = f"{asked.question}, {short}"
    for words, past in ((short, answered), (wish, answered), (joined, ())):
        following = replace(asked, question=words, pending=None, history=(*asked.history, *past))
        yield following, draft_code(following, read)


def _is_another(followed: CodeDraft, draft: CodeDraft, asked: ReadQuestion) -> bool:
    """Other code, about some of the same columns: a wish that shares none was read as a question of its own."""
    if not followed.code or followed.code == draft.code or followed.reading is None or draft.reading is None:
        return False
    mine, theirs = ({name for spec in one.reading.specs for name in columns_of(spec, asked)} for one in
                    (followed, draft) if one.reading)  # fmt: skip
    return bool(mine & theirs)


def draft_code(asked: ReadQuestion, read: Read) -> CodeDraft:
    """The draft for a question as the rules read it."""
    decision = decide(asked, read)
    if trouble := trouble_of(decision):
        return CodeDraft(trouble=trouble, final=True)
    reading, *others = decision.readings
    try:
        written = as_code(reading.specs, {profile.dataset_id: profile for profile in asked.datasets})
    except (SpecError, DataError) as error:
        return CodeDraft(trouble=str(error), final=True)
    could = [f"It could also be read as: {other.label}." for other in others]
    return CodeDraft(
        code=written.code,
        why=reading.interpretation,
        reading=reading,
        tables=list(written.tables),
        assumptions=[*decision.assumptions, *reading.assumptions, *could],
    )


def _unless_same(draft: CodeDraft, before: list[str]) -> CodeDraft:
    return CodeDraft(trouble=NO_MENDING, final=True) if draft.code and draft.code in before else draft

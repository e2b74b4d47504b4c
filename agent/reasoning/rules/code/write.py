"""Code without a model: the first reading of the question, written as a pandas program.

The same question gives the same program, so a draft without one is final.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import cast

from agent.analysis.as_code import as_code
from agent.errors import DataError, SpecError
from agent.reasoning.code_prompts import CodeDraft, CodeEvaluation, EvaluateCode, ExplainResults, FixCode, WriteCode
from agent.reasoning.prompts import NarrateAnswer, Narration, PastTurn, Read, ReadingResult, ReadQuestion
from agent.reasoning.rules.code.plan import decide, trouble_of
from agent.reasoning.rules.code.science import columns_of
from agent.reasoning.rules.code.words import say
from agent.reasoning.rules.narration.answer import narrate_answer
from agent.specs.references import literal, reference
from agent.state import Artifact, TablePayload

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
            draft = draft.model_copy(update={"trouble": say("write.no_other")})
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
    could = [say("write.could_be", label=other.label) for other in others]
    return CodeDraft(
        code=written.code,
        why=reading.interpretation,
        reading=reading,
        tables=list(written.tables),
        assumptions=[*decision.assumptions, *reading.assumptions, *could],
    )


def _unless_same(draft: CodeDraft, before: list[str]) -> CodeDraft:
    return CodeDraft(trouble=say("write.no_mending"), final=True) if draft.code and draft.code in before else draft


# ----------------------------------------------------------------
# Evaluation and explanation without a model: the checks speak, the narrators tell, tables are read out.


ROWS_TOLD = 5
NARRATED_PLOTS = ("bar", "line", "area")
"""Pictures whose program leaves the drawn table too."""


def evaluate_code(prompt: EvaluateCode) -> CodeEvaluation:
    """The findings are the evaluation; the rules see nothing beyond them."""
    return CodeEvaluation(text="" if prompt.findings else say("write.nothing_odd"))


def explain_results(prompt: ExplainResults) -> Narration:
    """What came out, told as the vocabulary's own answer where the code is a reading's, else read out by references;
    or what went wrong, what was tried, and how the person can help.
    """
    if prompt.error is not None:
        return Narration(text=literal(_failure(prompt)))
    told = _narrate(prompt) or Narration(text=_read_out(prompt))
    tried = sum(not attempt.get("refused") for attempt in prompt.attempts)
    return told.model_copy(update={"text": f"{told.text}\n\n{say('write.earlier', count=tried)}"}) if tried else told


def _narrate(prompt: ExplainResults) -> Narration | None:
    reading = prompt.reading
    if reading is None or any(spec.type == "plot" and spec.kind not in NARRATED_PLOTS for spec in reading.specs):
        return None
    if not any(artifact["kind"] == "table" for artifact in prompt.artifacts):
        return None
    own = {key: name for key, name in prompt.names.items() if key.startswith("S")}
    main = next(artifact for artifact in prompt.artifacts if artifact["kind"] == "table")
    # a narrator of a measure looks at the spec for conditions; the headline is only for comparing readings
    result = ReadingResult(reading=reading, names=own, artifacts=prompt.artifacts, headline="")
    return narrate_answer(
        NarrateAnswer(
            question=prompt.question,
            results=(result,),
            datasets=prompt.datasets,
            ledger=main["ledger"],
            violations=prompt.violations,
        )
    )


def _read_out(prompt: ExplainResults) -> str:
    lines: list[str] = []
    for artifact in prompt.artifacts:
        if artifact["role"] == "main" and artifact["kind"] == "table":
            lines += [say("write.result", title=literal(artifact["title"])), *_rows(artifact)]
        elif artifact["kind"] == "figure":
            lines.append(say("write.chart", title=literal(artifact["title"])))
    return "\n".join(lines) or say("write.printed")


def _rows(artifact: Artifact) -> list[str]:
    table = cast(TablePayload, artifact["payload"])
    told = [
        "- " + ", ".join(_cell(artifact, column, row) for column in table["columns"])
        for row in range(1, min(ROWS_TOLD, len(table["rows"])) + 1)
    ]
    if table["total_rows"] > len(told):
        told.append(say("write.and_so_on", rows=reference(artifact["artifact_id"], "#rows")))
    return told


def _cell(artifact: Artifact, column: str, row: int) -> str:
    shown = reference(artifact["artifact_id"], column, row=row)
    return shown if column == "value" else f"{literal(column)} {shown}"


def _failure(prompt: ExplainResults) -> str:
    parts = [say("write.failed", error=prompt.evaluation or prompt.error or "")]
    if prompt.evaluation and prompt.error and prompt.error not in prompt.evaluation:
        parts.append(prompt.error)
    distinct = dict.fromkeys(attempt["error"] for attempt in prompt.attempts)
    if len(distinct) > 1:
        parts.append(say("write.tried", errors=" ".join(distinct)))
    parts.append(say("write.help"))
    return "\n\n".join(parts)

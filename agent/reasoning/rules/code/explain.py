"""Evaluation and explanation without a model: the checks speak, the narrators tell, tables are read out."""

from typing import cast

from agent.reasoning.code_prompts import CodeEvaluation, EvaluateCode, ExplainResults
from agent.reasoning.prompts import NarrateAnswer, Narration, ReadingResult
from agent.reasoning.rules.narration.answer import narrate_answer
from agent.specs.references import literal, reference
from agent.state import Artifact, TablePayload

ROWS_TOLD = 5
NARRATED_PLOTS = ("bar", "line", "area")
"""Pictures whose program leaves the drawn table too."""


def evaluate_code(prompt: EvaluateCode) -> CodeEvaluation:
    """The findings are the evaluation; the rules see nothing beyond them."""
    return CodeEvaluation(text="" if prompt.findings else "Nothing in the result contradicts itself or the data.")


def explain_results(prompt: ExplainResults) -> Narration:
    """What came out, told as the vocabulary's own answer where the code is a reading's, else read out by references;
    or what went wrong, what was tried, and how the person can help.
    """
    if prompt.error is not None:
        return Narration(text=literal(_failure(prompt)))
    told = _narrate(prompt) or Narration(text=_read_out(prompt))
    tried = sum(not attempt.get("refused") for attempt in prompt.attempts)
    return told.model_copy(update={"text": f"{told.text}\n\n{_retry(tried)}"}) if tried else told


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
            lines += [f"{literal(artifact['title'])}:", *_rows(artifact)]
        elif artifact["kind"] == "figure":
            lines.append(f"The chart shows: {literal(artifact['title'])}.")
    return "\n".join(lines) or "The code ran; what it printed stands below."


def _rows(artifact: Artifact) -> list[str]:
    table = cast(TablePayload, artifact["payload"])
    told = [
        "- " + ", ".join(_cell(artifact, column, row) for column in table["columns"])
        for row in range(1, min(ROWS_TOLD, len(table["rows"])) + 1)
    ]
    if table["total_rows"] > len(told):
        told.append(f"- and so on: {reference(artifact['artifact_id'], '#rows')} rows in all")
    return told


def _cell(artifact: Artifact, column: str, row: int) -> str:
    shown = reference(artifact["artifact_id"], column, row=row)
    return shown if column == "value" else f"{literal(column)} {shown}"


def _failure(prompt: ExplainResults) -> str:
    parts = [f"I could not work this out. {prompt.evaluation or prompt.error}"]
    if prompt.evaluation and prompt.error and prompt.error not in prompt.evaluation:
        parts.append(prompt.error)
    distinct = dict.fromkeys(attempt["error"] for attempt in prompt.attempts)
    if len(distinct) > 1:
        parts.append("What was tried: " + " ".join(distinct))
    parts.append("You can help by asking in other words, by naming the columns, or by changing the code yourself.")
    return "\n\n".join(parts)


def _retry(count: int) -> str:
    return (
        "An earlier version of the code did not work." if count == 1 else "Earlier versions of the code did not work."
    )

"""What generated code gave, told to a model: evaluation, judgement, remedy, explanation.

A program may give a result column any name and a cell any form, so that nothing shows which column a value came from:
with anything held back these prompts stay here, and the rules answer them.
"""

from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from agent.reasoning.chat.connection.client import Form
from agent.reasoning.chat.connection.failures import ModelError
from agent.reasoning.chat.language.forms import answer_schema
from agent.reasoning.chat.replies import UnusableError, parse_reply, prose
from agent.reasoning.chat.shown.about import About, lines_block, notes_block
from agent.reasoning.chat.shown.mask import Mask
from agent.reasoning.chat.shown.quoting import LEFT_OUT, quote, reads_like_instruction
from agent.reasoning.chat.shown.references import repair_references
from agent.reasoning.chat.shown.result_lines import results_cargo, table_lines
from agent.reasoning.chat.shown.veil import FindValues
from agent.reasoning.chat.telling import TABLES_TOLD, check_strictly
from agent.reasoning.chat.templates import Composed, render
from agent.reasoning.code_prompts import CodeEvaluation, EvaluateCode, ExplainResults
from agent.reasoning.prompts import Narration
from agent.reasoning.scientist_prompts import EvaluateResults, Evaluation, PlanRemediation, Remediation
from agent.reasoning.sharing import Sharing
from agent.state import Artifact

LONGEST_TEXT = 2_000
LONGEST_PRINT = 600
ATTEMPTS_TOLD = 3


def compose_code_evaluation(prompt: EvaluateCode, sharing: Sharing, find: FindValues) -> Composed[CodeEvaluation]:
    """What the output shows, with references. It is no answer yet, so it is not written before the person's eyes."""
    about = _open_view(About(prompt, sharing, find))
    tables, mask = _tables(prompt.artifacts), Mask(about.veil, prompt.artifacts)
    words = render(
        prompt.template,
        {
            "program": about.program(prompt.code),
            "results": _text_of(prompt.artifacts, tables, mask),
            "findings": _lines("findings", prompt.findings, about),
            "question": about.question,
        },
    )

    def accept(reply: str) -> CodeEvaluation:
        text = repair_references(mask.back(prose(parse_reply(reply, CodeEvaluation).text)), tables)
        check_strictly(text, tables, said=prompt.question)
        return CodeEvaluation(text=text)

    form = Form("evaluation", answer_schema(CodeEvaluation))
    return Composed(words, accept, form, results_cargo(list(tables.items()), mask))


def compose_judgement(prompt: EvaluateResults, sharing: Sharing, find: FindValues) -> Composed[Evaluation]:
    """Whether the result can be shown."""
    about = _open_view(About(prompt, sharing, find))
    tables, mask = _tables(prompt.artifacts), Mask(about.veil, prompt.artifacts)
    failure = [about.found(prompt.error)] if prompt.error else [] if prompt.execution_success else ['"It did not run."']
    words = render(
        prompt.template,
        {
            "notes": notes_block(about.note("Requirements", prompt.requirements)),
            "program": about.program(prompt.code),
            "results": _text_of(prompt.artifacts, tables, mask) if prompt.execution_success else "There is no result.",
            "findings": _lines("findings", prompt.findings, about),
            "errors": lines_block("errors", failure),
            "question": about.question,
        },
    )

    def accept(reply: str) -> Evaluation:
        judged = parse_reply(reply, Evaluation)
        if judged.is_valid != (judged.recommendation == "accept"):
            raise UnusableError('is_valid is true with the recommendation "accept", and with no other.')
        if not judged.is_valid and not judged.issues_found:
            raise UnusableError("Say in issues_found why the result is not accepted.")
        told = {"issues_found": about.back(judged.issues_found), "reasoning": about.veil.back_text(judged.reasoning)}
        return judged.model_copy(update=told)

    form = Form("judgement", answer_schema(Evaluation))
    return Composed(words, accept, form, results_cargo(list(tables.items()), mask))


def compose_remedy(prompt: PlanRemediation, sharing: Sharing, find: FindValues) -> Composed[Remediation]:
    """The root cause, and where to go back to."""
    about = _open_view(About(prompt, sharing, find))
    words = render(
        prompt.template,
        {
            "notes": notes_block(
                about.note("Evaluation", prompt.evaluation),
                about.note("Requirements", prompt.requirements),
                about.note("The remedy before, which did not do", prompt.previous),
                about.note("Limits of the data", _texts(prompt.data_profile.get("limitations"))),
                about.note("Quality of the columns", _object(prompt.data_profile.get("data_quality"))),
            ),
            "program": about.program(prompt.code),
            "errors": lines_block("errors", [about.found(prompt.error)] if prompt.error else []),
            "round": f"This is remedy number {prompt.total_remediations}.",
            "question": about.question,
        },
    )

    def accept(reply: str) -> Remediation:
        planned = parse_reply(reply, Remediation)
        if not planned.guidance.strip():
            raise UnusableError("Give guidance for the next step.")
        back = about.veil.back_text
        told = {"root_cause": back(planned.root_cause), "guidance": back(planned.guidance)}
        return planned.model_copy(update={**told, "reasoning": back(planned.reasoning)})

    return Composed(words, accept, Form("remedy", answer_schema(Remediation)))


def compose_results(prompt: ExplainResults, sharing: Sharing, find: FindValues) -> Composed[Narration]:
    """The answer in prose. A text that was sent back before is checked more strictly, for there is no third try."""
    about = _open_view(About(prompt, sharing, find))
    by_id = {artifact_id: name for name, artifact_id in prompt.names.items()}
    tables = {by_id.get(key, key): artifact for key, artifact in _tables(prompt.artifacts).items()}
    mask = Mask(about.veil, prompt.artifacts)
    failures = [about.found(attempt["error"]) for attempt in prompt.attempts[-ATTEMPTS_TOLD:]]
    words = render(
        prompt.template,
        {
            "question": about.question,
            "results": "There is no result." if prompt.error else _text_of(prompt.artifacts, tables, mask),
            "evaluation": _lines("evaluation", [prompt.evaluation] if prompt.evaluation else [], about),
            "caveats": _lines("caveats", prompt.caveats, about),
            "errors": lines_block("errors", failures if prompt.error else []),
            "trouble": _trouble(prompt),
        },
    )
    known = (prompt.question, prompt.evaluation, *prompt.caveats, prompt.error or "")
    said = " ".join((*known, *(attempt["error"] for attempt in prompt.attempts)))

    def accept(reply: str) -> Narration:
        text = repair_references(mask.back(prose(reply)), tables)
        if len(text) > LONGEST_TEXT:
            raise UnusableError("The text is too long: write two to five sentences.")
        if tables and not prompt.error and "{" not in text:
            raise UnusableError("The text names no cell. Tell the answer with references in braces.")
        if prompt.violations:
            check_strictly(text, tables, said=said)
        return Narration(text=text)

    return Composed(words, accept, cargo=results_cargo(list(tables.items()), mask))


# ---------------------------------------------------------------- parts


def _open_view(about: About) -> About:
    """The view itself; ModelError when anything is held back."""
    if about.restricted:
        raise ModelError("held_back")
    return about


def _tables(artifacts: Sequence[Artifact]) -> dict[str, Artifact]:
    found = [artifact for artifact in artifacts if artifact["kind"] == "table"][:TABLES_TOLD]
    return {artifact["artifact_id"]: artifact for artifact in found}


def _text_of(artifacts: Sequence[Artifact], tables: Mapping[str, Artifact], mask: Mask) -> str:
    """Tables with their first rows, texts and prints in a line, pictures by their titles."""
    lines = [line for name, artifact in tables.items() for line in table_lines(name, artifact, mask)]
    for artifact in artifacts:
        text = artifact["payload"]
        if artifact["kind"] == "text" and isinstance(text, str) and text.strip():
            label = "Printed" if artifact["role"] == "detail" else "Result, a text"
            lines.append(f"{label}: {quote(LEFT_OUT if reads_like_instruction(text) else text, LONGEST_PRINT)}")
        elif artifact["kind"] == "figure":
            title = artifact["title"]
            lines.append(f"A picture: {quote(LEFT_OUT if reads_like_instruction(title) else title, 120)}")
    return "\n".join(lines) or "The program ran and left nothing."


def _lines(name: str, texts: Sequence[str], about: About) -> str:
    return lines_block(name, [about.found(text) for text in texts])


def _trouble(prompt: ExplainResults) -> str:
    spent = "All attempts to put it right are spent." if prompt.exceeded else ""
    sent_back = ""
    if prompt.violations:
        reasons = " ".join(prompt.violations)[:600]
        sent_back = f"An earlier text was sent back. {reasons} Use right references for every figure."
    return " ".join(part for part in (spent, sent_back) if part)


def _texts(value: object) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list) else []


def _object(value: JsonValue) -> dict[str, JsonValue]:
    return dict(value) if isinstance(value, dict) else {}

"""The smaller prompts for a model: explain, decline, suggest, report."""

from agent.reasoning.chat.connection.client import Form
from agent.reasoning.chat.connection.failures import ModelError
from agent.reasoning.chat.language.forms import answer_schema
from agent.reasoning.chat.replies import UnusableError, parse_reply, prose
from agent.reasoning.chat.shown.profile_text import Look, profile_lines
from agent.reasoning.chat.shown.quoting import LONGEST_NAME, block, quote
from agent.reasoning.chat.shown.veil import FindValues, Veil
from agent.reasoning.chat.templates import Composed, render
from agent.reasoning.egress import Cargo
from agent.reasoning.prompts import (
    DeclineRequest,
    ExplainConcept,
    Explanation,
    Refusal,
    ReportDraft,
    Suggestions,
    SuggestQuestions,
    WriteReport,
)
from agent.reasoning.sharing import Sharing

NAMES_TOLD = 40
TURNS_TOLD = 12
LONGEST_ANSWER = 500
LONGEST_SAID = 1_000


def compose_explanation(prompt: ExplainConcept, sharing: Sharing, find: FindValues) -> Composed[Explanation]:
    """An idea in prose. Of the data only column names go out."""
    veil = Veil(prompt.datasets, sharing)
    words = render(
        prompt.template,
        {"data": names_told(veil), "question": _plain_text(prompt.question, veil, find)},
    )
    return Composed(words, lambda reply: Explanation(text=veil.back_text(prose(reply))), cargo=names_cargo(veil))


def compose_refusal(prompt: DeclineRequest, sharing: Sharing, find: FindValues) -> Composed[Refusal]:
    """A kind no, with what can be asked instead."""
    veil = Veil(prompt.datasets, sharing)
    asked, why = (
        _plain_text(prompt.question, veil, find),
        _plain_text(prompt.rationale, veil, find),
    )
    words = render(prompt.template, {"data": names_told(veil), "why": why, "question": asked})

    def accept(reply: str) -> Refusal:
        refusal = parse_reply(reply, Refusal)
        if not refusal.alternatives:
            raise UnusableError("Give alternatives.")
        return Refusal(
            text=veil.back_text(prose(refusal.text)),
            alternatives=[veil.back_text(prose(question)) for question in refusal.alternatives[:3]],
        )

    return Composed(words, accept, Form("refusal", answer_schema(Refusal)), names_cargo(veil))


def compose_suggestions(prompt: SuggestQuestions, sharing: Sharing) -> Composed[Suggestions]:
    """Questions that the columns can answer."""
    veil = Veil(prompt.datasets, sharing)
    written = profile_lines(veil.datasets, Look(bare=veil.bare, values=not sharing.no_samples))
    words = render(prompt.template, {"data": "\n".join(written.lines)})

    def accept(reply: str) -> Suggestions:
        questions = [veil.back_text(prose(question)) for question in parse_reply(reply, Suggestions).questions]
        if not questions:
            raise UnusableError("Give questions.")
        return Suggestions(questions=questions)

    return Composed(words, accept, Form("suggestions", answer_schema(Suggestions)), veil.named(written))


def compose_report(prompt: WriteReport, sharing: Sharing) -> Composed[ReportDraft]:
    """Title and conclusion, from what was answered. Answers hold references, not numbers. ModelError when anything is
    held back, for questions and answers may name it.
    """
    if sharing.restricted:
        raise ModelError("held_back")
    veil = Veil(prompt.datasets, sharing)
    lines = [
        f"Question: {quote(turn.question, 200)} Answer: {quote(turn.answer_template, LONGEST_ANSWER)}"
        for turn in prompt.turns[-TURNS_TOLD:]
    ]
    words = render(prompt.template, {"data": names_told(veil), "answers": block("answers", lines)})

    def accept(reply: str) -> ReportDraft:
        draft = parse_reply(reply, ReportDraft)
        return ReportDraft(
            title=prose(draft.title),
            conclusion=prose(draft.conclusion),
            caveats=[prose(caveat) for caveat in draft.caveats],
            next_questions=[prose(question) for question in draft.next_questions[:3]],
        )

    return Composed(words, accept, Form("report", answer_schema(ReportDraft)), names_cargo(veil))


def _plain_text(text: str, veil: Veil, find: FindValues) -> str:
    return quote(veil.hide(text, find(text)), LONGEST_SAID)


def names_told(veil: Veil) -> str:
    """The names of the columns, a line a table."""
    lines = []
    for profile in veil.datasets:
        names = ", ".join(quote(name, LONGEST_NAME) for name in profile.column_names[:NAMES_TOLD])
        more = len(profile.columns) - NAMES_TOLD
        lines.append(f"{quote(profile.name, LONGEST_NAME)}: {names}" + (f" and {more} more" if more > 0 else ""))
    return block("columns", lines) if lines else ""


def names_cargo(veil: Veil) -> Cargo:
    """What names_told carries out."""
    names = [name for profile in veil.datasets for name in profile.column_names[:NAMES_TOLD]]
    return Cargo(columns=tuple(veil.back_text(name) for name in names))

"""WriteCode and FixCode for a model, and the two prompts that plan before: steps, data work or not."""

import ast
import re
from collections.abc import Iterator
from typing import Any

from pydantic import Field

from agent.reasoning.chat.connection.client import Form
from agent.reasoning.chat.language.forms import answer_schema
from agent.reasoning.chat.plain import names_cargo, names_told
from agent.reasoning.chat.replies import UnusableError, parse_reply
from agent.reasoning.chat.shown.about import About, lines_block, notes_block
from agent.reasoning.chat.shown.observing import earlier_block, earlier_cargo, observed_block, steps_cargo
from agent.reasoning.chat.shown.veil import FindValues
from agent.reasoning.chat.templates import Composed, render
from agent.reasoning.code_prompts import CodeDraft, FixCode, PlanSteps, StepPlan, WriteCode
from agent.reasoning.egress import cargo_of
from agent.reasoning.prompts import Reply
from agent.reasoning.scientist_prompts import Understanding, UnderstandQuestion
from agent.reasoning.sharing import Sharing
from agent.state import FailedAttempt

ATTEMPTS_TOLD = 3
PROFILE_KEYS = ("available_columns", "missing_columns", "data_quality", "limitations", "is_suitable")
DATA = frozenset({"df", "datasets"})
"""The names under which a program finds its tables."""
ANSWERS = frozenset({"result", "fig"})
"""The names of which a program must leave one."""
_FENCED = re.compile(r"```[a-zA-Z]*\s*\n(.*?)\n?\s*```", re.DOTALL)
_KIND_OF_ERROR = re.compile(r"\b[A-Z]\w*(?:Error|Exception|Warning)\b")


class CodeForm(Reply):
    """A program, or why there is none."""

    code: str = ""
    why: str = ""
    trouble: str = ""
    assumptions: list[str] = Field(default_factory=list, max_length=6)


def compose_plan(prompt: PlanSteps, sharing: Sharing, find: FindValues) -> Composed[StepPlan]:
    """Which steps. Of the data only column names go out."""
    about = About(prompt, sharing, find)
    words = render(prompt.template, {"data": names_told(about.veil), "past": about.past, "question": about.question})

    def accept(reply: str) -> StepPlan:
        plan = parse_reply(reply, StepPlan)
        if plan.needs_evaluation and not plan.needs_code:
            raise UnusableError("Evaluation needs code: without code needs_evaluation is false.")
        return plan.model_copy(update={"reasoning": about.veil.back_text(plan.reasoning)})

    return Composed(words, accept, Form("steps", answer_schema(StepPlan)), names_cargo(about.veil))


def compose_understanding(prompt: UnderstandQuestion, sharing: Sharing, find: FindValues) -> Composed[Understanding]:
    """Data work or not. Of the data only column names go out."""
    about = About(prompt, sharing, find)
    words = render(prompt.template, {"data": names_told(about.veil), "past": about.past, "question": about.question})

    def accept(reply: str) -> Understanding:
        found = parse_reply(reply, Understanding)
        return found.model_copy(update={"reasoning": about.veil.back_text(found.reasoning)})

    return Composed(words, accept, Form("understanding", answer_schema(Understanding)), names_cargo(about.veil))


def compose_code(prompt: WriteCode, sharing: Sharing, find: FindValues) -> Composed[CodeDraft]:
    """The program, first attempt."""
    about = About(prompt, sharing, find)
    written = about.data(dtypes=True)
    words = render(
        prompt.template,
        {
            "data": "\n".join(written.lines),
            "past": about.past,
            "earlier": earlier_block(prompt.earlier, about),
            "observed": observed_block(prompt.asked.observed, about),
            "notes": _notes(prompt, about),
            "question": about.question,
        },
    )
    told = [*earlier_cargo(prompt.earlier, about), *steps_cargo(prompt.asked.observed, about.veil)]
    cargo = cargo_of([about.veil.named(written), *told])
    return Composed(words, lambda reply: _draft(reply, about), Form("program", answer_schema(CodeForm)), cargo)


def compose_correction(prompt: FixCode, sharing: Sharing, find: FindValues) -> Composed[CodeDraft]:
    """The program, corrected. With anything held back only the kinds of the errors are told, for programs and errors
    quote values.
    """
    about = About(prompt, sharing, find)
    written = about.data(dtypes=True)
    before = {attempt["code"].strip() for attempt in prompt.attempts if attempt["code"].strip()}
    last = prompt.attempts[-1]["code"]
    words = render(
        prompt.template,
        {
            "data": "\n".join(written.lines),
            "past": about.past,
            "notes": _notes(prompt, about),
            "program": about.program(last) or "The program that was tried is not shown. Write one.",
            "errors": lines_block("errors", _errors(prompt.attempts[-ATTEMPTS_TOLD:], about)),
            "wish": f"The person says of it: {about.said(prompt.feedback)}" if prompt.feedback else "",
            "question": about.question,
        },
    )

    def accept(reply: str) -> CodeDraft:
        draft = _draft(reply, about)
        if draft.code.strip() in before:
            raise UnusableError("This program was tried before. Write another one, or say what the trouble is.")
        return draft

    return Composed(words, accept, Form("program", answer_schema(CodeForm)), about.veil.named(written))


def _notes(prompt: WriteCode | FixCode, about: About) -> str:
    profile = {key: value for key, value in (prompt.data_profile or {}).items() if key in PROFILE_KEYS}
    return notes_block(
        about.note("Requirements", prompt.requirements),
        about.note("The data", profile),
        about.note("Advice", prompt.guidance),
    )


def _errors(attempts: tuple[FailedAttempt, ...], about: About) -> list[str]:
    if about.restricted:
        kinds = [", ".join(dict.fromkeys(_KIND_OF_ERROR.findall(attempt["error"]))) for attempt in attempts]
        return [f"Attempt {each['attempt']}: {kind or 'failed'}" for each, kind in zip(attempts, kinds, strict=True)]
    return [f"Attempt {attempt['attempt']}: {about.found(attempt['error'])}" for attempt in attempts]


# ---------------------------------------------------------------- the reply


def _draft(reply: str, about: About) -> CodeDraft:
    """The program in real names; UnusableError when it is no Python or leaves no answer."""
    form = _form(reply)
    code = _strip_fences(form.code)
    trouble = about.veil.back_text(form.trouble).strip()
    if not code:
        if not trouble:
            raise UnusableError('Give "code", or "trouble" when there is none.')
        return CodeDraft(trouble=trouble)
    real = about.veil.back_program(code)
    _check(real, about.columns)
    return CodeDraft(code=real, why=about.veil.back_text(form.why).strip(), assumptions=about.back(form.assumptions))


def _form(reply: str) -> CodeForm:
    """The JSON asked for; a program alone will do too, since many models write nothing else."""
    bare = _strip_fences(reply)
    if not bare.startswith("{") and _leaves_answer(bare):
        return CodeForm(code=bare)
    return parse_reply(reply, CodeForm)


def _strip_fences(text: str) -> str:
    fenced = _FENCED.search(text)
    return (fenced[1] if fenced else text).strip()


def _leaves_answer(code: str) -> bool:
    try:
        return bool(_assigned_names(ast.parse(code)) & ANSWERS)
    except (SyntaxError, ValueError):
        return False


def _check(code: str, columns: frozenset[str]) -> None:
    try:
        tree = ast.parse(code)
    except SyntaxError as error:
        raise UnusableError(f"The code is no Python: {error.msg} in line {error.lineno}.") from None
    except ValueError:
        raise UnusableError("The code holds signs that Python does not take.") from None
    if not _assigned_names(tree) & ANSWERS:
        raise UnusableError("The code leaves no answer. Assign it to result, or a chart to fig.")
    unknown = [name for name in _columns_read(tree) if name not in columns]
    if unknown:
        raise UnusableError(f"The data have no column {unknown[0]!r}. Use the columns that are listed, as written.")


def _assigned_names(tree: Any) -> set[str]:
    """The names that a program assigns."""
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


def _columns_read(tree: ast.AST) -> list[str]:
    """The columns that a program reads straight from a table it was given, by a literal name. Of tables that it made
    or changed nothing is known.
    """
    if DATA & _assigned_names(tree):
        return []
    reads = [node for node in ast.walk(tree) if isinstance(node, ast.Subscript) and _is_given_table(node.value)]
    names = {id(node): [*_literals(node.slice)] for node in reads}
    made = {name for node in reads if isinstance(node.ctx, ast.Store) for name in names[id(node)]}
    return [name for node in reads for name in names[id(node)] if name not in made]


def _is_given_table(node: ast.expr) -> bool:
    if isinstance(node, ast.Subscript):
        return isinstance(node.value, ast.Name) and node.value.id == "datasets"
    return isinstance(node, ast.Name) and node.id == "df"


def _literals(node: ast.expr) -> Iterator[str]:
    """`df["a"]` and `df[["a", "b"]]`."""
    for item in node.elts if isinstance(node, ast.List) else [node]:
        if isinstance(item, ast.Constant) and isinstance(item.value, str):
            yield item.value

"""What was found before, told to a model: the steps of this question, and earlier programs with what they gave.

Shape, first rows and rows used; columns that are held back are veiled.
"""

import json
from collections.abc import Sequence

from agent.analysis.frames.ledger import made_in_words
from agent.reasoning.chat.shown.about import About
from agent.reasoning.chat.shown.mask import Mask, payload
from agent.reasoning.chat.shown.past import LONGEST_SAID, short
from agent.reasoning.chat.shown.quoting import quote
from agent.reasoning.chat.shown.result_lines import results_cargo, table_lines
from agent.reasoning.chat.shown.veil import Veil
from agent.reasoning.code_prompts import EarlierProgram
from agent.reasoning.egress import Cargo
from agent.reasoning.prompts import Observed
from agent.state import Artifact, TablePayload

LONGEST_STEP = 1_600  # characters of one step; of eight they are about as much as the rest of a prompt
LONGEST_SPECS = 700
TABLES_OF_STEP = 2
_FEWER_ROWS = (12, 6, 3, 1)


def step_lines(steps: Sequence[Observed], veil: Veil) -> list[str]:
    """The steps, oldest first: how each was read, and its results by the names by which they are cited."""
    return [line for step in steps for line in _step(step, veil)]


def steps_cargo(steps: Sequence[Observed], veil: Veil) -> list[Cargo]:
    """What the steps carry out."""
    return [results_cargo(list(_tables(step).items()), Mask(veil, step.artifacts)) for step in steps]


def _step(step: Observed, veil: Veil) -> list[str]:
    """With as many rows as there is room for."""
    mask = Mask(veil, step.artifacts)
    head = " ".join(part for part in (f"{step.name}:", _label(step, veil), _specs(step, veil)) if part)
    for rows in _FEWER_ROWS:
        told = [line for name, one in _tables(step).items() for line in table_lines(name, _shorten(one, rows), mask)]
        if sum(map(len, told)) <= LONGEST_STEP:
            break
    used = [_rows_used(one) for one in step.artifacts[:1] if mask.tells_figures]
    return [" ".join([head, *(text for text in used if text)]), *(told or ["The result is a picture."])]


def _tables(step: Observed) -> dict[str, Artifact]:
    """The first tables by the names by which they are cited: O1, O1_2."""
    named = {step.name + (f"_{place}" if place > 1 else ""): one for place, one in enumerate(step.artifacts, 1)}
    return dict([(name, one) for name, one in named.items() if one["kind"] == "table"][:TABLES_OF_STEP])


def _shorten(artifact: Artifact, rows: int) -> Artifact:
    table = payload(artifact)
    return Artifact(**{**artifact, "payload": TablePayload(**{**table, "rows": table["rows"][:rows]})})


def _label(step: Observed, veil: Veil) -> str:
    """How it was read; not with anything held back, for it may name values."""
    return "" if veil.sharing.restricted else quote(veil.text(step.reading.label), 120)


def _specs(step: Observed, veil: Veil) -> str:
    shown = [veil.spec(short(spec)) for spec in step.reading.specs]
    text = json.dumps({"specs": shown}, ensure_ascii=False).replace("<", "\\u003c").replace(">", "\\u003e")
    return "" if None in shown or len(text) > LONGEST_SPECS else text


def _rows_used(artifact: Artifact) -> str:
    ledger = artifact["ledger"]
    if ledger is None:
        return ""
    return f"from {ledger['rows_used']} of {ledger['rows_total']} rows{made_in_words(ledger.get('rows_made'))}"


def observed_block(steps: Sequence[Observed], about: About) -> str:
    """The steps for whoever goes on from them by a program; "" where there are none."""
    lines = step_lines(steps, about.veil)
    return "\n".join(["Found for this question before, by specs:", *lines]) if lines else ""


# ---------------------------------------------------------------- earlier programs


def earlier_block(programs: Sequence[EarlierProgram], about: About) -> str:
    """Earlier programs with what they gave; "" with anything held back, for programs and their results may hold it."""
    if about.restricted or not programs:
        return ""
    lines = [line for program in programs for line in _program(program, about)]
    return "\n".join(["Earlier programs of this conversation, the last one last:", *lines])


def earlier_cargo(programs: Sequence[EarlierProgram], about: About) -> list[Cargo]:
    """What they carry out."""
    told = [] if about.restricted else programs
    return [results_cargo(list(_results(program).items()), Mask(about.veil, program.artifacts)) for program in told]


def _program(program: EarlierProgram, about: About) -> list[str]:
    mask = Mask(about.veil, program.artifacts)
    tables = [line for name, one in _results(program).items() for line in table_lines(name, _shorten(one, 3), mask)]
    return [f"Question: {about.said(program.question, LONGEST_SAID)}", about.program(program.code), *tables]


def _results(program: EarlierProgram) -> dict[str, Artifact]:
    tables = [one for one in program.artifacts if one["kind"] == "table"]
    return {one["artifact_id"]: one for one in tables[:TABLES_OF_STEP]}

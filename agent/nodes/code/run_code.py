"""run: executes the code in the sandbox and keeps what came of it."""

import base64
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from langchain_core.callbacks import dispatch_custom_event
from pydantic import JsonValue

from agent.analysis.result_columns import shown_columns
from agent.analysis.words import say as say_of_result
from agent.artifacts import MADE_BY_CODE
from agent.contract import NodeDelta
from agent.nodes.act import in_state
from agent.nodes.code.code_prompting import Counter, draft_in, failed
from agent.nodes.turn_facts import TurnRuntime, profiles
from agent.nodes.words import say
from agent.sandbox.results import (
    CodeError,
    CodeLimits,
    CodeResult,
    Figure,
    PlotlyFigure,
    PngFigure,
    Result,
    ResultTable,
    ResultText,
    ResultValue,
)
from agent.state import AgentState, Artifact, Cell, Ledger, LedgerStep, PicturePayload, ReasoningLine, TablePayload
from languages.catalogue import in_language
from registry.profile import DatasetProfile


def run_code(state: AgentState, runtime: TurnRuntime, *, counter: Counter) -> NodeDelta:
    """The results as artifacts, or the error. Either way one more attempt is spent."""
    code = state.get("code") or ""
    started = time.perf_counter()
    context = runtime.context
    frames = {data.dataset_id: data.frame for data in context.datasets.datasets(context.conversation_id)}
    limits = CodeLimits(float(context.settings.code_seconds), context.settings.code_megabytes)
    result = context.run_code(
        code,
        frames,
        limits=limits,
        on_position=_tell_position(),
        stopped=context.stopped,
        max_runs=context.settings.code_runs,
    )
    spent: NodeDelta = {counter: state.get(counter, 0) + 1}
    if (error := result.error) is not None:
        told, failure = _text_of(error), say("code.failed", error=error.message)
        return {
            **spent,
            "execution_success": False,
            "execution_result": {"type": "error", "figures": [], "result_str": result.prints, "kind": error.kind},
            "error": told,
            "failed_attempts": failed(state, code, told),
            "reasoning": [ReasoningLine(step_name="run", step_text=failure, verbose=told)],
            "logs": [f"code failed: {told}"],
        }
    made = named_artifacts(Ran(code, result, profiles(runtime), draft_in(state).tables))
    kept = {name: context.artifacts.add(context.conversation_id, artifact) for name, artifact in made}
    seconds = time.perf_counter() - started
    return {
        **spent,
        "execution_success": True,
        "error": None,
        "execution_result": _execution_result(kept, result),
        "code_artifact_ids": {name: artifact["artifact_id"] for name, artifact in kept.items()},
        "artifacts": [in_state(artifact, context.settings.preview_rows) for artifact in kept.values()],
        "reasoning": [ReasoningLine(step_name="run", step_text=say("code.ran", seconds=in_language(f"{seconds:.1f}")))],
        "logs": ["code ran"],
    }


def _text_of(error: CodeError) -> str:
    """The error for the next attempt and for the person: what, where, and in the program's own words."""
    line = say("code.at_line", line=str(error.line)) if error.line is not None else ""
    if line.strip() in error.message or f"line {error.line}" in error.message:  # Python's own words are English
        line = ""
    own = f"{error.exception}: {error.detail}" if error.exception else error.detail
    return f"{error.message}{line}" + (f" {own}" if own and own not in error.message else "")


def _execution_result(kept: dict[str, Artifact], result: CodeResult) -> dict[str, JsonValue]:
    """Seed 001's keys: type, figures, result_str. Figures and tables are ids of artifacts."""
    figures = [artifact["artifact_id"] for artifact in kept.values() if artifact["kind"] == "figure"]
    tables = [artifact["artifact_id"] for artifact in kept.values() if artifact["kind"] == "table"]
    shown = [artifact for name, artifact in kept.items() if name != CODE]
    told: dict[str, JsonValue] = {
        "type": "visualization" if figures else "analysis",
        "figures": cast(list[JsonValue], figures),
        "tables": cast(list[JsonValue], tables),
        "result_str": result_text(shown) or result.prints,
        "prints": result.prints,
        "rows_used": result.rows_used,
        "notes": [*result.notes],
    }
    return told


def _tell_position() -> Callable[[int], None]:
    """Tells the place in the waiting line as progress, 0 once it runs."""

    def tell(position: int) -> None:
        dispatch_custom_event("waiting", {"position": position})

    return tell


# ----------------------------------------------------------------
# What code left behind, as artifacts: tables whose cells can be cited, figures, and the code itself as a text.


CODE = "code"
"""The name of the artifact that holds the code."""
LONGEST_SHOWN = 4_000  # characters of a result told as text


@dataclass(frozen=True)
class Ran:
    """A program with what it left, over which data."""

    code: str
    result: CodeResult
    profiles: tuple[DatasetProfile, ...]
    tables: Sequence[str] = ()  # names for the tables in order, when the code was made from a reading


def named_artifacts(ran: Ran) -> list[tuple[str, Artifact]]:
    """The artifacts without ids, each with its name: tables and texts ("S1" or "R1"), figures ("F1"), then the code."""
    ledger = _ledger(ran)
    made: list[tuple[str, Artifact]] = []
    results = [one for one in ran.result.results if not (ran.result.figures and _is_empty(one))]
    for place, result in enumerate(results):
        name = ran.tables[place] if place < len(ran.tables) else f"R{place + 1}"
        role: Literal["main", "detail"] = "detail" if "_" in name else "main"
        made.append((name, _READ[type(result)](result, ran, ledger, role)))
    made += [(f"F{number}", _figure(figure, ran, ledger)) for number, figure in enumerate(ran.result.figures, 1)]
    return [*made, (CODE, code_artifact(ran))]


def _is_empty(result: Result) -> bool:
    """A `result` that was made and never filled, beside a chart that is the answer."""
    return isinstance(result, ResultValue) and result.value in ({}, [])


def code_artifact(ran: Ran) -> Artifact:
    """The code as a text artifact, whose payload is what it printed."""
    notes = " ".join(ran.result.notes)
    return _artifact(ran, "text", "Code", notes, ran.result.prints, None, "detail")


def _ledger(ran: Ran) -> Ledger | None:
    """Rows in and rows used, where there is one data set and the code tells of no more rows than it has."""
    named = [profile for profile in ran.profiles if profile.dataset_id in ran.code] or list(ran.profiles)
    used = ran.result.rows_used
    if len(named) != 1 or used is None:
        return None
    profile = named[0]
    if used > profile.rows:
        return None
    left_out = [LedgerStep(step="code", detail=say_of_result("detail.code"), rows_before=profile.rows, rows_after=used)]
    return Ledger(
        dataset=profile.name,
        rows_total=profile.rows,
        steps=left_out if used != profile.rows else [],
        rows_used=used,
        notes=[say_of_result("note.code_counted")],
    )


def _table(result: ResultTable, ran: Ran, ledger: Ledger | None, role: Literal["main", "detail"]) -> Artifact:
    columns = list(result.columns)
    keys = columns[: result.key_columns] or _naming_columns(columns, result.rows)
    return _table_artifact(ran, result.name, columns, [list(row) for row in result.rows], keys, ledger, role,
                           result.total_rows, " ".join((*_bears_name(result.name), *result.notes)))  # fmt: skip


def _bears_name(name: str) -> tuple[str, ...]:
    """Says whose name a result bears, unless it is the one that every program uses."""
    return () if name == "result" else (say("code.named"),)


def _value(result: ResultValue, ran: Ran, ledger: Ledger | None, role: Literal["main", "detail"]) -> Artifact:
    """One cell, a row of named cells, or a row for each item of a list or dict."""
    value = result.value
    name = "value" if result.name == "result" else result.name
    if isinstance(value, dict) and value and all(_is_cell(item) for item in value.values()):
        columns, rows = list(value), [[_cell(item) for item in value.values()]]
        return _table_artifact(ran, "Result", columns, rows, [], ledger, role)
    if isinstance(value, dict):
        columns, rows = (
            ["name", name if name != "name" else "value"],
            [[key, _cell(item)] for key, item in value.items()],
        )
        return _table_artifact(ran, "Result", columns, rows, ["name"], ledger, role)
    rows = [[_cell(item)] for item in value] if isinstance(value, list) else [[_cell(value)]]
    return _table_artifact(ran, "Result", [name], rows, [], ledger, role)


def _text(result: ResultText, ran: Ran, ledger: Ledger | None, role: Literal["main", "detail"]) -> Artifact:
    title = "Result" if result.name == "result" else result.name
    return _artifact(ran, "text", title, " ".join(_bears_name(result.name)), result.text, ledger, role)


_READ: Mapping[type[Result], Callable[..., Artifact]] = {ResultTable: _table, ResultValue: _value, ResultText: _text}


def _figure(figure: Figure, ran: Ran, ledger: Ledger | None) -> Artifact:
    if isinstance(figure, PlotlyFigure):
        title = _title_of(figure.figure)
        said = say("code.named") if title else ""
        return _artifact(ran, "figure", title or say("code.chart"), said, _mark(figure.figure), ledger, "main")
    return _artifact(
        ran, "figure", figure.title or say("code.chart"), say("code.drawn"), _picture(figure), ledger, "main"
    )


def _picture(figure: PngFigure) -> PicturePayload:
    png = base64.b64encode(figure.png).decode("ascii")
    return PicturePayload(png=png, width=figure.width, height=figure.height)


def _mark(figure: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """The figure with the mark of generated code, whose traces may be of any kind."""
    layout = figure.get("layout")
    return {**figure, "layout": {**(layout if isinstance(layout, dict) else {}), "meta": MADE_BY_CODE}}


def _title_of(figure: Mapping[str, JsonValue]) -> str:
    layout = figure.get("layout")
    title = layout.get("title") if isinstance(layout, dict) else None
    text = title.get("text") if isinstance(title, dict) else title
    return text if isinstance(text, str) else ""


def _table_artifact(
    ran: Ran, title: str, columns: list[str], rows: list[list[Cell]], keys: list[str], ledger: Ledger | None,
    role: Literal["main", "detail"], total_rows: int | None = None, description: str = "",
) -> Artifact:  # fmt: skip
    shown = shown_columns(columns, rows, ran.profiles)
    payload = TablePayload(
        columns=columns,
        rows=rows,
        total_rows=len(rows) if total_rows is None else total_rows,
        key_columns=keys,
        formats={column.name: column.format for column in shown},
        units={column.name: column.unit for column in shown if column.unit},
    )
    return _artifact(ran, "table", "Result" if title == "result" else title, description, payload, ledger, role)


def _artifact(
    ran: Ran, kind: Literal["table", "figure", "text"], title: str, description: str, payload: object,
    ledger: Ledger | None, role: Literal["main", "detail"],
) -> Artifact:  # fmt: skip
    return Artifact(
        artifact_id="", kind=kind, title=title, description=description, payload=payload, spec=None, code=ran.code,
        ledger=ledger, dataset_ids=[profile.dataset_id for profile in ran.profiles], role=role,
    )  # fmt: skip


def _naming_columns(columns: Sequence[str], rows: Sequence[Sequence[Cell]]) -> list[str]:
    """The leading columns of words (and missing ones) that name each row once; none when they do not."""
    leading = 0
    while leading < len(columns) - 1 and all(row[leading] is None or isinstance(row[leading], str) for row in rows):
        leading += 1
    for count in range(1, leading + 1):
        if len({tuple(row[:count]) for row in rows}) == len(rows):
            return list(columns[:count])
    return []


def _is_cell(value: JsonValue) -> bool:
    return value is None or isinstance(value, bool | int | float | str)


def _cell(value: JsonValue) -> Cell:
    """A scalar as it is; what is nested deeper as text."""
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)


def result_text(artifacts: Sequence[Artifact]) -> str:
    """Tables and texts as plain text, cut at LONGEST_SHOWN characters with a mark."""
    parts: list[str] = []
    for artifact in artifacts:
        payload = artifact["payload"]
        if artifact["kind"] == "table" and isinstance(payload, dict):
            lines = [" | ".join(payload["columns"]), *(" | ".join(map(str, row)) for row in payload["rows"][:20])]
            parts.append("\n".join([artifact["title"], *lines]))
        elif artifact["kind"] == "text" and isinstance(payload, str) and payload:
            parts.append(payload)
    text = "\n\n".join(parts)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]} ... (cut)"

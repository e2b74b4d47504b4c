"""A conversation as a Jupyter notebook: each question, the pandas that answers it, and the numbers it has to give."""

import io
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from agent.report.escape import clean, escape_markdown
from agent.report.words import say
from agent.state import TurnRecord

FILE_NAME = "tally.ipynb"
_Cell = tuple[Literal["markdown", "code"], str]
_MADE = (1980, 1, 1, 0, 0, 0)  # the same content gives the same bytes
_KERNEL = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}


@dataclass(frozen=True)
class CheckedCell:
    """A number that an answer shows, and where the program leaves it."""

    title: str  # the table's key in `result`
    row: int
    column: int
    value: int | float


@dataclass(frozen=True)
class NotebookAnswer:
    """A turn with its program; `code` is "" where there is none, and `reason` says why. `times` are the columns of each
    table, by its title, that hold seconds and are shown as times."""

    turn: TurnRecord
    code: str = ""
    checks: tuple[CheckedCell, ...] = ()
    reason: str = ""
    times: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class NotebookData:
    """A file that the programs read."""

    name: str  # of the data set
    file_name: str
    rows: int
    content: bytes


def write_notebook(title: str, answers: Sequence[NotebookAnswer], data: Sequence[NotebookData]) -> bytes:
    """The notebook as .ipynb, not run. Text from data and people is escaped: in Markdown it is text, in programs it
    stands in literals. The same answers give the same bytes."""
    import nbformat  # noqa: PLC0415 - takes long to load, and is needed for a download only
    from nbformat import v4  # noqa: PLC0415

    make: Mapping[str, Callable[..., Any]] = {"markdown": v4.new_markdown_cell, "code": v4.new_code_cell}
    told = [_markdown(f"# {_text(title)}", _say("opening"), *[_data_line(one) for one in data])]
    told += [cell for place, answer in enumerate(answers, 1) for cell in _answer(place, answer)]
    cells = [make[kind](text, id=f"cell-{number}") for number, (kind, text) in enumerate(told, 1)]
    book = v4.new_notebook(cells=cells, metadata=_KERNEL)  # type: ignore[no-untyped-call]
    nbformat.validate(book)
    return str(nbformat.writes(book)).encode("utf-8")  # type: ignore[no-untyped-call]


def write_notebook_zip(notebook: bytes, data: Sequence[NotebookData]) -> bytes:
    """The notebook with the files that it reads beside it."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in ((FILE_NAME, notebook), *((one.file_name, one.content) for one in data)):
            packed.writestr(zipfile.ZipInfo(name, _MADE), content, zipfile.ZIP_DEFLATED)
    return target.getvalue()


def no_program() -> str:
    """Why an answer has no program where nothing else is known."""
    return say("notebook.no_program")


def _say(key: str, **values: str | int) -> str:
    shown = {name: _inner(value) if isinstance(value, str) else value for name, value in values.items()}
    return say(f"notebook.{key}", None, **shown)


def _text(text: str) -> str:
    return escape_markdown(clean(text).strip())


def _inner(text: str) -> str:
    return escape_markdown(clean(text).strip(), line_start=False)


def _data_line(data: NotebookData) -> str:
    return "- " + _say("data", name=data.name, file=data.file_name, rows=data.rows)


def _answer(place: int, answer: NotebookAnswer) -> Iterator[_Cell]:
    turn = answer.turn
    told = [_text(line.removeprefix("- ")) for line in turn["answer"]["text"].splitlines() if line.strip()]
    lines = [f"## {place}\\. {_text(turn['question'])}", *told]
    if turn["interpretation"]:
        lines.append(_say("reading", reading=turn["interpretation"]))
    if turn["rows_used"] is not None and turn["rows_total"] is not None:
        lines.append(_say("rows", used=turn["rows_used"], total=turn["rows_total"]))
    lines += [f"- {_text(one)}" for one in (*turn["assumptions"], *turn["caveats"])]
    if not answer.code:
        lines.append(_say("not_computed", reason=answer.reason or no_program()))
    elif not answer.checks:
        lines.append(_say("unchecked"))
    yield _markdown(*lines)
    if answer.code:
        yield "code", _shown(answer)
    if answer.checks:
        yield "code", _assertions(answer.checks)


def _markdown(*lines: str) -> _Cell:
    return "markdown", "\n\n".join(lines)


def _shown(answer: NotebookAnswer) -> str:
    """The program; the notebook shows what stands on its last line."""
    code = answer.code.rstrip("\n")
    if not answer.checks:
        return code
    shown = f"result[{answer.checks[0].title!r}]"
    times = [*answer.times.get(answer.checks[0].title, ())]
    as_times = f".transform(lambda cells: pd.to_timedelta(cells, unit='s') if cells.name in {times!r} else cells)"
    return f"{code}\n{shown}{as_times if times else ''}"


def _assertions(checks: Sequence[CheckedCell]) -> str:
    """The checks as a program. An index that does more than count the rows is columns here, named or not, as it was
    where the number was shown first."""
    titles = [*dict.fromkeys(check.title for check in checks)]
    lines = ["from math import isclose", "", f"shown = {{title: result[title] for title in {titles!r}}}"]
    lines += [
        "for title, one in shown.items():",
        "    if not isinstance(one.index, pd.RangeIndex) or one.index.name is not None:",
        "        shown[title] = one.reset_index()",
    ]
    for check in checks:
        cell = f"shown[{check.title!r}].iloc[{check.row}, {check.column}]"
        lines.append(f"assert isclose({cell}, {check.value!r}, rel_tol=1e-9, abs_tol=1e-12), {cell}")
    return "\n".join(lines)

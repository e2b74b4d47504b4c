"""The report as Markdown."""

from collections.abc import Iterator, Sequence
from typing import Literal

from agent.report.composition import compose
from agent.report.content import ReportContent
from agent.report.departures import CSV_NAME
from agent.report.elements import (
    Answer,
    Bullets,
    Element,
    Folded,
    Grid,
    Heading,
    Line,
    Paragraph,
    Picture,
    Program,
    Report,
    Run,
    Summary,
)
from agent.report.escape import escape_markdown, one_line
from agent.report.names import figure_file, table_file
from agent.report.words import languages, say

Figures = Literal["linked", "none"]
MOST_LINKED_ROWS = 12  # where the whole table lies beside the report


def write_markdown(content: ReportContent, *, figures: Figures) -> str:
    """The whole report. With "linked" it names figures/A3.png and tables/A2.csv, which stand beside it in the zip;
    with "none" a figure is named by its title only.

    Everything from data, people and models is escaped. At most 50 rows of a table are shown, and said.
    """
    return report_markdown(compose(content), figures=figures)


def report_markdown(report: Report, *, figures: Figures) -> str:
    """As `write_markdown`, of a report that is composed already."""
    lines = [f"# {_text(report.title)}", *_parts(report.parts, figures)]
    if report.notes:
        lines.append(f"## {say('section.notes')}")
        lines += [f"[^{place}]: {_text(note)}" for place, note in enumerate(report.notes, 1)]
    return "\n\n".join(lines) + "\n"


def halves_of(markdown: str) -> tuple[str, str]:
    """A report in two: what is read first, and from the heading on under which it tells how it was computed, all that
    stands behind it. Headings are ours: none comes from data."""
    headings = [f"\n## {say('section.computed', language)}\n" for language in languages()]
    found = [place for heading in headings if (place := markdown.find(heading)) >= 0]
    place = min(found, default=len(markdown))
    return markdown[:place], markdown[place:]


def _parts(parts: Sequence[Element], figures: Figures) -> Iterator[str]:
    for part in parts:
        yield from _part(part, figures)


def _part(part: Element, figures: Figures) -> Iterator[str]:
    match part:
        case Heading(level=level, text=text):
            yield f"{'#' * level} {_text(text)}"
        case Paragraph(line=line):
            yield _line(line)
        case Bullets(lines=lines):
            yield "\n".join(f"- {_line(line)}" for line in lines)
        case Picture():
            yield from _picture(part, figures)
        case Grid():
            yield from _grid(part, figures)
        case Program(code=code):
            yield _fence(code.rstrip())
        case Summary(found=found, picture=picture):
            yield from _parts([*found, *([picture] if picture else [])], figures)
        case Answer(heading=heading, said=said, pictures=pictures, listed=listed):
            yield from _parts([heading, *said, *pictures, *listed], figures)
        case Folded(heading=heading, parts=inner):
            yield from _parts([heading, *inner], figures)


def _text(text: str) -> str:
    return escape_markdown(text.strip())


def _line(line: Line) -> str:
    return "".join(_run(run, is_first=place == 0) for place, run in enumerate(line)).strip()


def _run(run: Run, *, is_first: bool) -> str:
    written = escape_markdown(run.text, line_start=is_first)
    if run.struck:
        written = f"~~{written}~~"
    elif run.strong:
        written = f"**{written.strip()}**" if written.strip() else written
    return f"{written}[^{run.note}]" if run.note else written


def _picture(picture: Picture, figures: Figures) -> Iterator[str]:
    name = _text(picture.artifact["title"])
    if figures == "linked":
        yield f"![{_text(picture.alternative)}]({figure_file(picture.artifact)})"
    else:
        yield say("line.figure", name=name)
    if picture.caption:
        yield _text(picture.caption)


def _grid(grid: Grid, figures: Figures) -> Iterator[str]:
    """A table's first rows, and a sentence when there are more."""
    if not grid.heads:
        yield say("line.no_column")
        return
    if grid.caption:
        yield f"**{_text(grid.caption)}**"
    rows = grid.rows[:MOST_LINKED_ROWS] if figures == "linked" and grid.artifact else grid.rows
    lines = [
        _row([escape_markdown(head, line_start=False) for head in grid.heads]),
        _row(["---:" if is_number else "---" for is_number in grid.numeric]),
        *(_row([escape_markdown(cell, line_start=False) for cell in row]) for row in rows),
    ]
    yield "\n".join(lines)
    if len(rows) < grid.total:
        yield say("line.shown", shown=len(rows), total=grid.total) + _all_rows(grid, figures)
    elif grid.artifact is None and figures == "linked":
        yield say("line.in_full", file=f"[{CSV_NAME}]({CSV_NAME})")


def _all_rows(grid: Grid, figures: Figures) -> str:
    if figures == "none" or grid.artifact is None:
        return f" {say('line.in_workbook')}"
    file = table_file(grid.artifact)
    return say("line.all_rows", file=f"[{file}]({file})")


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.strip() for cell in cells)} |"


def _fence(code: str) -> str:
    """A code block that nothing inside can close: the fence is longer than any run of backticks in it."""
    lines = [one_line(line) if not line.strip() else line.rstrip() for line in code.split("\n")]
    runs = [len(run) for run in "".join(letter if letter == "`" else " " for letter in code).split()]
    fence = "`" * max(3, max(runs, default=0) + 1)
    return "\n".join([f"{fence}python", *lines, fence])

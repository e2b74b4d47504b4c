"""The report as Markdown: every number leads by a footnote to its cell and its computation."""

from collections.abc import Iterator, Sequence
from typing import Literal, cast

from agent.analysis.frames.ledger import rows_beside
from agent.report.cells import header, is_numeric, shown_rows
from agent.report.content import DatasetFacts, Notes, ReportContent, ReportSection
from agent.report.departures import CSV_NAME, shown_heads
from agent.report.escape import escape_markdown, one_line
from agent.report.names import figure_file, table_file
from agent.report.prose import Block, Span, blocks, without_said
from agent.report.wording import evidence_words, ledger_lines
from agent.report.words import say
from agent.state import Artifact, ResolvedText, TablePayload, TurnRecord

Figures = Literal["linked", "none"]
MOST_ROWS = 50
MOST_LINKED_ROWS = 12  # where the whole table lies beside the report
MOST_DETAIL_ROWS = 10


def write_markdown(content: ReportContent, *, figures: Figures) -> str:
    """The whole report. With "linked" it names figures/A3.png and tables/A2.csv, which stand beside it in the zip;
    with "none" a figure is named by its title only.

    Everything from data, people and models is escaped. At most 50 rows of a table are shown, and said.
    """
    notes = Notes(content.artifacts)
    parts = [
        [f"# {_text(content.title)}"],
        _section(say("section.conclusion"), _conclusion(content, notes, figures)),
        *[_own_section(section, content, notes, figures) for section in content.sections],
        *[_turn(turn, place, content, notes, figures) for place, turn in enumerate(content.turns, 1)],
        _section(say("section.assumptions"), _items(content.assumptions)),
        _section(say("section.unverified"), _items(content.unverified)),
        _section(say("section.caveats"), _items(content.caveats)),
        _section(
            say("section.evidence"), [line for one in content.artifacts.values() for line in _evidence(one, figures)]
        ),
        _section(say("section.computed"), [*_datasets(content.datasets), *_computations(content)]),
        _section(say("section.departures"), [*_departures(content, figures)]),
        _section(say("section.next"), _items(content.next_questions)),
        _section(say("section.notes"), [f"[^{place}]: {_text(text)}" for place, text in enumerate(notes.texts, 1)]),
        [say("line.made", time=_text(content.made_at))] if content.made_at else [],
    ]
    return "\n\n".join(line for part in parts for line in part) + "\n"


def _text(text: str) -> str:
    return escape_markdown(text.strip())


def _section(title: str, lines: Sequence[str]) -> list[str]:
    return [f"## {title}", *lines] if lines else []


def _items(texts: Sequence[str]) -> list[str]:
    return ["\n".join(f"- {_text(text)}" for text in texts)] if texts else []


def _conclusion(content: ReportContent, notes: Notes, figures: Figures) -> list[str]:
    """What was found, each with the reading that it holds for, and the picture that tells most."""
    readings = [_reading(block, content) for block in blocks(content.conclusion)]
    best = content.best_picture
    picture = [*_show_artifact(best, figures, MOST_ROWS)] if best is not None else []
    return [*_written(blocks(content.conclusion), notes, readings), *picture]


def _reading(block: Block, content: ReportContent) -> str:
    place = content.place_of(block.text)
    reading = content.turns[place - 1]["interpretation"] if place else ""
    return f" ({place}: {_text(reading.rstrip('.'))})" if reading else ""


def _prose(prose: ResolvedText, notes: Notes) -> list[str]:
    return _written(blocks(prose), notes)


def _written(found: Sequence[Block], notes: Notes, after: Sequence[str] = ()) -> list[str]:
    """Blocks as lines; `after` follows each."""
    lines: list[str] = []
    previous: Block | None = None
    for block, end in zip(found, after or [""] * len(found), strict=True):
        line = ("- " if block.kind == "item" else "") + _spans(block, notes) + end
        if previous is not None and previous.kind == block.kind == "item":
            lines[-1] += f"\n{line}"
        else:
            lines.append(line)
        previous = block
    return lines


def _spans(block: Block, notes: Notes) -> str:
    return "".join(_span(span, notes, first=place == 0) for place, span in enumerate(block.spans)).strip()


def _span(span: Span, notes: Notes, *, first: bool) -> str:
    written = escape_markdown(span.text, line_start=first)
    if span.citation is None:
        return written
    number = notes.number(span.citation)
    return f"{written}[^{number}]" if span.citation["verified"] else f"~~{written}~~[^{number}]"


def _turn(turn: TurnRecord, place: int, content: ReportContent, notes: Notes, figures: Figures) -> list[str]:
    lines = [f"## {place}\\. {_text(turn['question'])}"]
    if turn["interpretation"] and place not in content.places_concluded:
        lines.append(say("line.read_as", reading=_text(turn["interpretation"])))
    lines += _written(without_said(blocks(turn["answer"]), content.concluded), notes)
    for artifact in content.artifacts_of(turn):
        if artifact is not content.best_picture:
            lines += _show_artifact(artifact, figures, MOST_ROWS if figures == "none" else MOST_LINKED_ROWS)
    if turn["rows_used"] is not None and turn["rows_total"] is not None:
        beside = escape_markdown(rows_beside(turn))
        lines.append(say("line.rows", used=turn["rows_used"], total=turn["rows_total"], beside=beside))
    return lines


def _own_section(section: ReportSection, content: ReportContent, notes: Notes, figures: Figures) -> list[str]:
    shown = [content.artifacts[one] for one in section.artifact_ids if one in content.artifacts]
    lines = [line for artifact in shown for line in _show_artifact(artifact, figures, MOST_ROWS)]
    return _section(_text(section.title), [*_prose(section.prose, notes), *lines])


def _show_artifact(artifact: Artifact, figures: Figures, most: int) -> Iterator[str]:
    name = _text(f"{artifact['title']} ({artifact['artifact_id']})")
    if artifact["kind"] == "figure":
        yield f"![{name}]({figure_file(artifact)})" if figures == "linked" else say("line.figure", name=name)
        if artifact["description"]:
            yield _text(artifact["description"])
    elif artifact["kind"] == "table":
        yield f"**{name}**"
        yield from table_lines(artifact, figures, most)
    else:
        yield f"**{name}**"
        yield _text(str(artifact["payload"]))


def table_lines(artifact: Artifact, figures: Figures, most: int) -> list[str]:
    """A table's first rows as one Markdown table, and a sentence when there are more."""
    table = cast(TablePayload, artifact["payload"])
    columns = table["columns"]
    if not columns:
        return [say("line.no_column")]
    heads = [header(column, table["units"], table.get("headings", {})) for column in columns]
    lines = [
        _row([escape_markdown(head, line_start=False) for head in heads]),
        _row(["---:" if is_numeric(table, column) else "---" for column in columns]),
    ]
    for row in shown_rows(table, most):
        lines.append(_row([escape_markdown(cell, line_start=False) for cell in row]))
    shown = min(most, len(table["rows"]))
    rest = [] if shown == table["total_rows"] else [_more(artifact, shown, table["total_rows"], figures)]
    return ["\n".join(lines), *rest]


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.strip() for cell in cells)} |"


def _more(artifact: Artifact, shown: int, total: int, figures: Figures) -> str:
    file = f"[{table_file(artifact)}]({table_file(artifact)})"
    return say("line.shown", shown=shown, total=total) + (
        say("line.all_rows", file=file) if figures == "linked" else ""
    )


def _evidence(artifact: Artifact, figures: Figures) -> Iterator[str]:
    yield f"### {_text(artifact['artifact_id'])}: {_text(artifact['title'])}"
    file = {"table": table_file(artifact), "figure": figure_file(artifact)}.get(artifact["kind"])
    link = say("line.file", file=f"[{file}]({file})") if figures == "linked" and file else ""
    yield _text(evidence_words(artifact)) + link
    if artifact["ledger"] is not None:
        yield from _items(ledger_lines(artifact["ledger"]))
    if artifact["kind"] == "table" and artifact["role"] == "detail":
        yield from table_lines(artifact, figures, MOST_DETAIL_ROWS)


def _departures(content: ReportContent, figures: Figures) -> Iterator[str]:
    """The requests; beside the zip's list of them long cells are cut."""
    if not content.departures.requests:
        return
    yield " ".join(_text(sentence) for sentence in content.departures.sentences)
    linked = figures == "linked"
    given = content.departures.rows(whole=not linked)
    rows = [[escape_markdown(cell, line_start=False) for cell in row] for row in given]
    yield "\n".join([_row(shown_heads()), _row(["---"] * len(shown_heads())), *map(_row, rows)])
    if linked:
        yield say("line.in_full", file=f"[{CSV_NAME}]({CSV_NAME})")


def _datasets(datasets: Sequence[DatasetFacts]) -> Iterator[str]:
    for facts in datasets:
        yield f"### {say('section.dataset', name=_text(facts.name))}"
        yield from _items(facts.sentences)


def _computations(content: ReportContent) -> Iterator[str]:
    for what, code in content.computations.items():
        yield f"### {_text(what)}"
        yield _fence("json" if code.startswith("{") else "python", code)


def _fence(language: str, code: str) -> str:
    """A code block that nothing inside can close: the fence is longer than any run of backticks in it."""
    lines = [one_line(line) if not line.strip() else line.rstrip() for line in code.split("\n")]
    runs = [len(run) for run in "".join(letter if letter == "`" else " " for letter in code).split()]
    fence = "`" * max(3, max(runs, default=0) + 1)
    return "\n".join([fence + language, *lines, fence])

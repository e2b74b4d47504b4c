"""The report as one HTML file that works offline: pictures inside, no script, nothing fetched from anywhere."""

import base64
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from agent.report.bundle import figure_png
from agent.report.composition import compose
from agent.report.content import ReportContent
from agent.report.elements import (
    BEST_PICTURE,
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
    Run,
    Summary,
)
from agent.report.escape import escape_html
from agent.report.shown import MOST_OPEN_ROWS, SPARED_ROWS
from agent.report.words import say
from languages.phrase_files import told_language

_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_ONE_LINE = 20
_SMALL_FROM, _CROWDED_FROM = 100, 135  # signs in a row, where paper holds them no more in its usual and in small print
_ON_ONE_PAGE = 25
_LOOKS: Mapping[str, Callable[[Grid, int], bool]] = {
    "small": lambda grid, _: _signs(grid) > _SMALL_FROM,
    "crowded": lambda grid, _: _signs(grid) > _CROWDED_FROM,
    "short-table": lambda _, rows: rows <= _ON_ONE_PAGE,
}
"""Tables that paper shows otherwise: in small print and with cells that wrap where they are wide, and on one page
where there are few rows."""
_SOFT = '<p class="soft">'


def write_html(content: ReportContent) -> bytes:
    """The whole report in UTF-8. Everything from data, people and models is escaped; a policy in the file forbids
    scripts and requests. At most 50 rows of a table are shown, and said."""
    report = compose(content)
    title = escape_html(report.title)
    writer = _Writer(report.notes)
    body = [f"<h1>{title}</h1>", *writer.parts(report.parts), *writer.footnotes()]
    head = (
        f'<!DOCTYPE html>\n<html lang="{told_language()}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{CSS}</style>\n</head>\n<body>\n<main>\n"
    )
    return (head + "\n".join(body) + "\n</main>\n</body>\n</html>\n").encode("utf-8")


@dataclass
class _Writer:
    """Elements as HTML. It counts how often each footnote is referred to, so that each leads back."""

    notes: Sequence[str]
    referred: dict[int, int] = field(default_factory=dict)

    def parts(self, parts: Sequence[Element]) -> Iterator[str]:
        for part in parts:
            yield from self._part(part)

    def footnotes(self) -> Iterator[str]:
        """The notes, each with a way back to every place that names it."""
        if not self.notes:
            return
        yield f"<h2>{say('section.notes')}</h2>"
        yield '<ol class="notes">'
        for number, note in enumerate(self.notes, 1):
            back = "".join(
                f' <a href="#ref-{number}-{nth}" title="{say("note.back", nth=nth)}">↩</a>'
                for nth in range(1, self.referred.get(number, 0) + 1)
            )
            yield f'<li id="note-{number}">{escape_html(note)}{back}</li>'
        yield "</ol>"

    def _part(self, part: Element) -> Iterator[str]:
        match part:
            case Heading():
                yield _heading(part)
            case Paragraph(line=line, soft=soft):
                yield f"{_SOFT if soft else '<p>'}{self._line(line)}</p>"
            case Bullets(lines=lines):
                yield from ("<ul>", *(f"<li>{self._line(line)}</li>" for line in lines), "</ul>")
            case Picture():
                yield from _figure(part)
            case Grid():
                yield from _grid(part)
            case Program(code=code):
                yield f"<pre>{escape_html(code.rstrip())}</pre>"
            case Summary():
                yield from self._summary(part)
            case Answer():
                yield from self._answer(part)
            case Folded(heading=heading, parts=inner):
                yield from ("<details>", f"<summary>{_heading(heading)}</summary>", *self.parts(inner), "</details>")

    def _summary(self, summary: Summary) -> Iterator[str]:
        """Findings and picture beside each other."""
        yield '<div class="beside">'
        if summary.found:
            yield from ('<div class="conclusion">', *self.parts(summary.found), "</div>")
        if summary.picture:
            yield from (f'<div id="{BEST_PICTURE}">', *_figure(summary.picture), "</div>")
        yield "</div>"

    def _answer(self, answer: Answer) -> Iterator[str]:
        """Words and pictures beside each other; where there is no picture, words and tables."""
        aside: Sequence[Element] = answer.pictures or answer.listed
        below: Sequence[Element] = answer.listed if answer.pictures else ()
        yield from ("<section>", _heading(answer.heading), '<div class="beside">', "<div>")
        yield from self.parts((*answer.said, *below))
        yield "</div>"
        if aside:
            yield from ("<div>", *self.parts(aside), "</div>")
        yield from ("</div>", "</section>")

    def _line(self, line: Line) -> str:
        return "".join(self._run(run) for run in line)

    def _run(self, run: Run) -> str:
        written = escape_html(run.text)
        if run.place:
            written = f'<a href="#{run.place}">{written}</a>'
        if run.strong:
            written = f"<strong>{written}</strong>"
        if run.struck:
            written = f"<s>{written}</s>"
        return written + self._reference(run.note) if run.note else written

    def _reference(self, note: int) -> str:
        nth = self.referred[note] = self.referred.get(note, 0) + 1
        said = escape_html(self.notes[note - 1])
        return f'<sup><a href="#note-{note}" id="ref-{note}-{nth}" title="{said}">[{note}]</a></sup>'


def _heading(heading: Heading) -> str:
    place = f' id="{heading.place}"' if heading.place else ""
    return f"<h{heading.level}{place}>{escape_html(heading.text)}</h{heading.level}>"


def _figure(picture: Picture) -> Iterator[str]:
    data = base64.b64encode(figure_png(picture.artifact)).decode("ascii")
    yield "<figure>"
    yield f'<img alt="{escape_html(picture.alternative)}" src="data:image/png;base64,{data}">'
    if picture.caption:
        yield f"<figcaption>{escape_html(picture.caption)}</figcaption>"
    yield "</figure>"


def _grid(grid: Grid) -> Iterator[str]:
    """A table; what is long of it is folded."""
    is_short = len(grid.rows) <= MOST_OPEN_ROWS + SPARED_ROWS
    open_rows = 0 if grid.folded else len(grid.rows) if is_short else MOST_OPEN_ROWS
    if open_rows or not grid.rows:
        yield from _table(grid, grid.caption, grid.rows[:open_rows])
    rest, cut = grid.rows[open_rows:], ""
    if len(grid.rows) < grid.total:
        told = f"{say('line.shown', shown=len(grid.rows), total=grid.total)} {say('line.in_workbook')}"
        cut = f"{_SOFT}{escape_html(told)}</p>"
    if not rest:
        yield cut
        return
    whole, more = say("line.table", title=grid.caption, rows=grid.total), say("line.rest", rows=len(rest))
    yield f"<details><summary>{escape_html(whole if grid.folded else more)}</summary>"
    yield from (*_table(grid, "", rest), f"{cut}</details>")


def _table(grid: Grid, caption: str, rows: Sequence[Sequence[str]]) -> Iterator[str]:
    kinds = [' class="number"' if is_number else "" for is_number in grid.numeric]
    heads = zip(grid.heads, kinds, strict=True)
    looks = [name for name, holds in _LOOKS.items() if holds(grid, len(rows))]
    yield f'<div class="{" ".join(["wide", *looks])}" tabindex="0"><table>'
    if caption:
        yield f"<caption>{escape_html(caption)}</caption>"
    yield (
        "<thead><tr>"
        + "".join(f'<th scope="col"{kind}>{escape_html(head)}</th>' for head, kind in heads)
        + "</tr></thead>"
    )
    yield "<tbody>"
    for row in rows:
        cells = zip(row, kinds, strict=True)
        yield "<tr>" + "".join(f"<td{kind or _short(cell)}>{escape_html(cell)}</td>" for cell, kind in cells) + "</tr>"
    yield "</tbody></table></div>"


def _signs(grid: Grid) -> int:
    """How wide a table is: its widest cells side by side; heads wrap between words."""
    columns = zip(grid.heads, *grid.rows, strict=True)
    return sum(max(*map(len, head.split() or [""]), *map(len, cells), 0) + 2 for head, *cells in columns)


def _short(cell: str) -> str:
    """Dates and names stay on one line; longer text may wrap."""
    return ' class="short"' if len(cell) <= _ONE_LINE else ""


# ----------------------------------------------------------------
# The look of the HTML report: readable on paper, in light and dark, from a telephone to a wide screen.


CSS = """
:root { color-scheme: light dark; --ink: #1c1e21; --soft: #5a6068; --line: #d5d9de; --page: #ffffff; --panel: #f5f6f8;
  --link: #1a5fa8; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8eb; --soft: #a2a9b2; --line: #3a4048; --page: #15181c;
  --panel: #1f242a; --link: #7db4ee; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem 1rem 4rem; background: var(--page); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", "Noto Sans", "Noto Sans CJK JP", "Hiragino Sans", "Yu Gothic",
  sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.75rem; line-height: 1.25; }
h2 { font-size: 1.2rem; margin: 1.5rem 0 .75rem; border-bottom: 1px solid var(--line); padding-bottom: .25rem; }
h3 { font-size: 1rem; margin-top: 1.5rem; }
a { color: var(--link); }
.conclusion { background: var(--panel); border-left: 4px solid var(--link); padding: .25rem 1rem; }
.soft, figcaption, .notes { color: var(--soft); font-size: .9rem; }
.wide { overflow-x: auto; margin: .75rem 0; }
table { border-collapse: collapse; font-size: .92rem; min-width: min(100%, 22rem); }
caption { text-align: left; font-weight: 600; padding: .25rem 0; }
th, td { border-bottom: 1px solid var(--line); padding: .1rem .6rem; text-align: left; vertical-align: top;
  overflow-wrap: normal; max-width: 24rem; }
th { background: var(--panel); }
td.short { white-space: nowrap; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.beside { display: flex; flex-wrap: wrap; gap: 0 1.5rem; align-items: flex-start; }
.beside > div { flex: 1 1 24rem; min-width: 0; max-width: 100%; }
.beside > div > :first-child { margin-top: 0; }
figure { margin: 0; }
summary { cursor: pointer; }
summary h2 { display: inline; border: 0; }
details { margin: .75rem 0; }
img { display: block; max-width: 100%; max-height: 17rem; height: auto; background: #ffffff; border-radius: 4px; }
pre { background: var(--panel); padding: .75rem; overflow-x: auto; font-size: .82rem; white-space: pre-wrap; }
sup { line-height: 0; }
sup a { text-decoration: none; padding: 0 .1em; }
.conclusion ul { padding-left: 1.1rem; }
.conclusion li { margin: .3rem 0; }
s { color: var(--soft); }
:target { background: var(--panel); outline: 2px solid var(--link); }
@page { size: A4; margin: 18mm 16mm 20mm;
  @bottom-right { content: counter(page) " / " counter(pages); font: 8pt system-ui, sans-serif; color: #5a6068; } }
@media print { :root { color-scheme: light; font-size: 10pt; --ink: #1c1e21; --soft: #4a5058; --line: #c5cad0;
    --page: #ffffff; --panel: #f5f6f8; --link: #174f8a; }
  body { max-width: none; padding: 0; print-color-adjust: exact; }
  h1 { margin-top: 0; } h2, h3, caption, thead, summary { break-after: avoid; }
  h2, h3, figure, img, tr, li, p, .conclusion { break-inside: avoid; } .short-table { break-inside: avoid; }
  h2 + .beside > div:first-child { break-before: avoid; }
  p { orphans: 3; widows: 3; } thead { display: table-header-group; }
  .beside { display: block; } figure { margin: .5rem 0; } img { max-height: 8.5cm; }
  table { font-size: 8.5pt; } th.number { white-space: normal; } .small table { font-size: 6.5pt; }
  .small th, .small td { padding: .1rem .25rem; } .crowded td { white-space: normal; }
  pre { font-size: 7pt; line-height: 1.35; }
  summary { list-style: none; } details::details-content { content-visibility: visible; display: block; height: auto; }
  .wide { overflow: visible; } }
"""

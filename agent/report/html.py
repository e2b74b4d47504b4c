"""The report as one HTML file that works offline: pictures inside, no script, nothing fetched from anywhere."""

import base64
from collections.abc import Iterator, Sequence
from typing import cast

from agent.analysis.frames.ledger import rows_beside
from agent.report.bundle import figure_png
from agent.report.cells import header, is_numeric, shown_rows
from agent.report.content import DatasetFacts, Notes, ReportContent, ReportSection
from agent.report.departures import shown_heads
from agent.report.escape import escape_html
from agent.report.markdown import MOST_DETAIL_ROWS, MOST_ROWS
from agent.report.prose import Block, Span, blocks, without_said
from agent.report.wording import citation_words, evidence_words, ledger_lines
from agent.report.words import say
from agent.state import Artifact, ResolvedText, TablePayload, TurnRecord
from languages.phrase_files import told_language

_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

_ONE_LINE = 20


def write_html(content: ReportContent) -> bytes:
    """The whole report in UTF-8. Everything from data, people and models is escaped; a policy in the file forbids
    scripts and requests. At most 50 rows of a table are shown, and said."""
    notes = Notes(content.artifacts)
    title = escape_html(content.title)
    body = [
        f"<h1>{title}</h1>",
        *_section(say("section.conclusion"), _conclusion(content, notes)),
        *[line for section in content.sections for line in _own_section(section, content, notes)],
        *[line for place, turn in enumerate(content.turns, 1) for line in _turn(turn, place, content, notes)],
        *_section(say("section.assumptions"), _items(content.assumptions)),
        *_section(say("section.unverified"), _items(content.unverified)),
        *_section(say("section.caveats"), _items(content.caveats)),
        *_folded(say("section.evidence"), [line for one in content.artifacts.values() for line in _evidence(one)]),
        *_folded(say("section.computed"), [*_datasets(content.datasets), *_computations(content)]),
        *_folded(say("section.departures"), [*_departures(content)]),
        *_section(say("section.next"), _items(content.next_questions)),
        *_folded(say("section.notes"), _notes(notes)),
        *([_soft(say("line.made", time=content.made_at))] if content.made_at else []),
    ]
    head = (
        f'<!DOCTYPE html>\n<html lang="{told_language()}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{CSS}</style>\n</head>\n<body>\n<main>\n"
    )
    return (head + "\n".join(body) + "\n</main>\n</body>\n</html>\n").encode("utf-8")


def _section(title: str, lines: Sequence[str]) -> list[str]:
    return [f"<h2>{title}</h2>", *lines] if lines else []


def _folded(title: str, lines: Sequence[str]) -> list[str]:
    """A section that opens when it is wanted, and on paper."""
    return [f"<details><summary><h2>{title}</h2></summary>", *lines, "</details>"] if lines else []


def _conclusion(content: ReportContent, notes: Notes) -> list[str]:
    """What was found, each with the reading that it holds for, and the picture that tells most."""
    found = blocks(content.conclusion)
    lines = _written(found, notes, [_reading(block, content) for block in found])
    best = content.best_picture
    told = ['<div class="conclusion">', *lines, "</div>"] if lines else []
    return [*told, *(_figure(best) if best is not None else [])]


def _reading(block: Block, content: ReportContent) -> str:
    place = content.place_of(block.text)
    reading = content.turns[place - 1]["interpretation"] if place else ""
    link = f'<a href="#answer-{place}">{place}</a>'
    return f' <span class="soft">{link}: {escape_html(reading.rstrip("."))}</span>' if reading else ""


def _paragraph(text: str) -> str:
    return f"<p>{escape_html(text)}</p>"


def _soft(text: str) -> str:
    return f'<p class="soft">{escape_html(text)}</p>'


def _items(texts: Sequence[str]) -> list[str]:
    return ["<ul>", *[f"<li>{escape_html(text)}</li>" for text in texts], "</ul>"] if texts else []


def _prose(prose: ResolvedText, notes: Notes) -> list[str]:
    return _written(blocks(prose), notes)


def _written(found: Sequence[Block], notes: Notes, after: Sequence[str] = ()) -> list[str]:
    """Blocks as elements; `after` ends each."""
    lines: list[str] = []
    in_list = False
    for block, end in zip(found, after or [""] * len(found), strict=True):
        if (block.kind == "item") != in_list:
            in_list = block.kind == "item"
            lines.append("<ul>" if in_list else "</ul>")
        tag = "li" if in_list else "p"
        lines.append(f"<{tag}>{_spans(block, notes)}{end}</{tag}>")
    return [*lines, "</ul>"] if in_list else lines


def _spans(block: Block, notes: Notes) -> str:
    return "".join(_span(span, notes) for span in block.spans)


def _span(span: Span, notes: Notes) -> str:
    written = escape_html(span.text)
    if span.citation is None:
        return written
    number = notes.number(span.citation)
    said = escape_html(citation_words(span.citation, notes.artifacts))
    tag = "span" if span.citation["verified"] else "s"
    link = f'<sup><a href="#note-{number}" title="{said}">{number}</a></sup>'
    return f'<{tag} class="cited" title="{said}">{written}</{tag}>{link}'


def _notes(notes: Notes) -> list[str]:
    items = [f'<li id="note-{place}">{escape_html(text)}</li>' for place, text in enumerate(notes.texts, 1)]
    return ['<ol class="notes">', *items, "</ol>"] if items else []


def _turn(turn: TurnRecord, place: int, content: ReportContent, notes: Notes) -> Iterator[str]:
    yield f'<h2 id="answer-{place}">{place}. {escape_html(turn["question"])}</h2>'
    yield '<div class="beside">'
    yield "<div>"
    if turn["interpretation"] and place not in content.places_concluded:
        yield _soft(say("line.read_as", reading=turn["interpretation"]))
    yield from _written(without_said(blocks(turn["answer"]), content.concluded), notes)
    if turn["rows_used"] is not None and turn["rows_total"] is not None:
        used, total = turn["rows_used"], turn["rows_total"]
        yield _soft(say("line.rows", used=used, total=total, beside=rows_beside(turn)))
    yield "</div>"
    for artifact in content.artifacts_of(turn):
        if artifact is not content.best_picture:
            yield "<div>"
            yield from _show_artifact(artifact)
            yield "</div>"
    yield "</div>"


def _own_section(section: ReportSection, content: ReportContent, notes: Notes) -> list[str]:
    shown = [content.artifacts[one] for one in section.artifact_ids if one in content.artifacts]
    lines = [line for artifact in shown for line in _show_artifact(artifact)]
    return _section(escape_html(section.title), [*_prose(section.prose, notes), *lines])


def _show_artifact(artifact: Artifact) -> Iterator[str]:
    if artifact["kind"] == "figure":
        yield from _figure(artifact)
    elif artifact["kind"] == "table":
        yield from table_lines(artifact, MOST_ROWS)
    else:
        yield _paragraph(str(artifact["payload"]))


def _figure(artifact: Artifact) -> list[str]:
    alt = escape_html(f"{artifact['title']}. {artifact['description']}".strip())
    data = base64.b64encode(figure_png(artifact)).decode("ascii")
    caption = escape_html(f"{artifact['title']} ({artifact['artifact_id']}). {artifact['description']}".strip())
    return [
        "<figure>",
        f'<img alt="{alt}" src="data:image/png;base64,{data}">',
        f"<figcaption>{caption}</figcaption>",
        "</figure>",
    ]


def table_lines(artifact: Artifact, most: int) -> list[str]:
    """A table's first rows, and a sentence when there are more."""
    table = cast(TablePayload, artifact["payload"])
    kinds = [' class="number"' if is_numeric(table, column) else "" for column in table["columns"]]
    heads = "".join(
        f'<th scope="col"{kind}>{escape_html(header(column, table["units"], table.get("headings", {})))}</th>'
        for column, kind in zip(table["columns"], kinds, strict=True)
    )
    lines = [
        '<div class="wide" tabindex="0"><table>',
        f"<caption>{escape_html(artifact['title'])} ({escape_html(artifact['artifact_id'])})</caption>",
        f"<thead><tr>{heads}</tr></thead>",
        "<tbody>",
    ]
    for row in shown_rows(table, most):
        cells = zip(row, kinds, strict=True)
        written = "".join(f"<td{kind or _short(cell)}>{escape_html(cell)}</td>" for cell, kind in cells)
        lines.append(f"<tr>{written}</tr>")
    lines.append("</tbody></table></div>")
    shown, total = min(most, len(table["rows"])), table["total_rows"]
    return lines if shown == total else [*lines, _soft(say("line.shown", shown=shown, total=total))]


def _short(cell: str) -> str:
    """Dates and names stay on one line; longer text may wrap."""
    return ' class="short"' if len(cell) <= _ONE_LINE else ""


def _evidence(artifact: Artifact) -> Iterator[str]:
    yield f"<h3>{escape_html(artifact['artifact_id'])}: {escape_html(artifact['title'])}</h3>"
    yield _paragraph(evidence_words(artifact))
    if artifact["ledger"] is not None:
        yield from _items(ledger_lines(artifact["ledger"]))
    if artifact["kind"] == "table" and artifact["role"] == "detail":
        yield f"<details><summary>{say('section.rows')}</summary>"
        yield from table_lines(artifact, MOST_DETAIL_ROWS)
        yield "</details>"


def _departures(content: ReportContent) -> Iterator[str]:
    if not content.departures.requests:
        return
    yield _paragraph(" ".join(content.departures.sentences))
    yield '<div class="wide" tabindex="0"><table>'
    yield "<thead><tr>" + "".join(f'<th scope="col">{head}</th>' for head in shown_heads()) + "</tr></thead>"
    yield "<tbody>"
    for row in content.departures.rows(whole=True):
        yield "<tr>" + "".join(f"<td{_short(cell)}>{escape_html(cell)}</td>" for cell in row) + "</tr>"
    yield "</tbody></table></div>"


def _datasets(datasets: Sequence[DatasetFacts]) -> Iterator[str]:
    for facts in datasets:
        yield f"<h3>{escape_html(say('section.dataset', name=facts.name))}</h3>"
        yield from _items(facts.sentences)


def _computations(content: ReportContent) -> Iterator[str]:
    for what, code in content.computations.items():
        yield f"<h3>{escape_html(what)}</h3>"
        yield f"<pre>{escape_html(code)}</pre>"


# ----------------------------------------------------------------
# The look of the HTML report: readable on paper, in light and dark, from a telephone to a wide screen.


CSS = """
:root { color-scheme: light dark; --ink: #1c1e21; --soft: #5a6068; --line: #d5d9de; --page: #ffffff; --panel: #f5f6f8;
  --link: #1a5fa8; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8eb; --soft: #a2a9b2; --line: #3a4048; --page: #15181c;
  --panel: #1f242a; --link: #7db4ee; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 4rem; background: var(--page); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", "Noto Sans", "Noto Sans CJK JP", "Hiragino Sans", "Yu Gothic",
  sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.75rem; line-height: 1.25; }
h2 { font-size: 1.25rem; margin-top: 1.75rem; border-bottom: 1px solid var(--line); padding-bottom: .25rem; }
h3 { font-size: 1rem; margin-top: 1.5rem; }
a { color: var(--link); }
.conclusion { background: var(--panel); border-left: 4px solid var(--link); padding: .25rem 1rem; }
.soft, figcaption, .notes { color: var(--soft); font-size: .9rem; }
.wide { overflow-x: auto; margin: .75rem 0; }
table { border-collapse: collapse; font-size: .92rem; min-width: 40%; }
caption { text-align: left; font-weight: 600; padding: .25rem 0; }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .6rem; text-align: left; vertical-align: top;
  overflow-wrap: normal; max-width: 24rem; }
th { background: var(--panel); }
td.short { white-space: nowrap; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.beside { display: flex; flex-wrap: wrap; gap: 0 1.5rem; align-items: flex-start; }
.beside > div { flex: 1 1 22rem; min-width: 0; max-width: 100%; }
.beside .wide { max-height: 16rem; overflow-y: auto; }
figure { margin: 1rem 0; }
summary h2 { display: inline; border: 0; }
details { margin-top: 1.25rem; }
img { max-width: 100%; max-height: 22rem; height: auto; background: #ffffff; border-radius: 4px; }
pre { background: var(--panel); padding: .75rem; overflow-x: auto; font-size: .82rem; white-space: pre-wrap; }
sup a { text-decoration: none; padding: 0 .1em; }
.cited { text-decoration: underline dotted var(--soft); text-underline-offset: .2em; }
s { color: var(--soft); }
:target { background: var(--panel); outline: 2px solid var(--link); }
@media print { body { max-width: none; padding: 0; font-size: 10.5pt; background: #ffffff; color: #000000; }
  h2, h3, caption { break-after: avoid; } figure, img, tr { break-inside: avoid; } .beside { display: block; }
  details::details-content { content-visibility: visible; display: block; height: auto; }
  .wide, .beside .wide { overflow: visible; max-height: none; } }
"""

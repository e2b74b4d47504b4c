"""A whole report of many kinds of answers: nothing twice, nothing of ours by its inner name, no finding without its
condition."""

import io
import re
from collections.abc import Iterator, Sequence

import docx
import pytest

from agent.nodes.conversation_report import report_content
from agent.report import composition
from agent.report.composition import compose
from agent.report.content import ReportContent
from agent.report.elements import Answer, Bullets, Element, Folded, Grid, Heading, Line, Paragraph, Program, Summary
from agent.report.word import write_word
from languages.phrase_files import telling
from tests.agent.reasoning.narration.specs import MEASURES, PLOTS
from tests.agent.reasoning.narration.worked import Spec
from tests.agent.report.many import asked

TOLD = ("compare_groups", "correlation", "contingency_test", "share_ratio")
FIRST: dict[str, Spec] = {name: specs[0] for name, specs in {**MEASURES, **PLOTS}.items()}
ALL = [spec for specs in MEASURES.values() for spec in specs]
INNER = re.compile(r"\b[A-Za-z]\w*_\w+\b|\bA\d+\b|\[#\d|\{A|\bstep\b|\bop\b|\bNone\b|\bnan\b")
"""Names with underscores, ids of results, references and words of specs."""
NORTH = {"col": "shop", "op": "!=", "value": "South"}


def content_of(specs: Sequence[Spec], language: str = "en") -> ReportContent:
    service, conversation = asked(specs, language=language)
    loaded = service.datasets.datasets(conversation)
    with telling(language):
        content = report_content(
            service._reasoner, service.turns(conversation), service.artifacts(conversation), loaded
        )
    assert content is not None
    return content


def sampled(*names: str) -> list[Spec]:
    return [FIRST[name] for name in names or FIRST]


def texts(parts: Sequence[Element], *, cells: bool) -> Iterator[str]:
    """What a report says, without its programs; `cells`: with its tables."""
    for part in parts:
        match part:
            case Heading(text=text):
                yield text
            case Paragraph(line=line):
                yield said(line)
            case Bullets(lines=lines):
                yield from map(said, lines)
            case Grid(caption=caption, heads=heads, rows=rows) if cells:
                yield from (caption, *heads, *(cell for row in rows for cell in row))
            case Summary(found=found, picture=picture):
                yield from texts(found, cells=cells)
                yield from [picture.caption, picture.alternative] if picture and cells else []
            case Answer(heading=heading, said=told, pictures=pictures, listed=listed):
                yield from texts((heading, *told, *(listed if cells else ())), cells=cells)
                yield from [word for one in pictures for word in (one.caption, one.alternative)] if cells else []
            case Folded(heading=heading, parts=inner):
                yield from texts((heading, *inner), cells=cells)
            case _:
                assert isinstance(part, Grid | Program)


def said(line: Line) -> str:
    return "".join(run.text for run in line)


SOME = [
    pytest.param(sampled(*TOLD), id="sample"),
    pytest.param(sampled(), id="one of each", marks=pytest.mark.slow),
    pytest.param(ALL, id="all", marks=pytest.mark.slow),
]


@pytest.mark.parametrize("language", ["en", *(pytest.param(one, marks=pytest.mark.slow) for one in ("de", "ja"))])
@pytest.mark.parametrize("specs", SOME)
def test_no_inner_name_is_read(specs: Sequence[Spec], language: str) -> None:
    with telling(language):
        report = compose(content_of(specs, language))
    every = [*texts(report.parts, cells=True), *report.notes]
    assert [one for one in every if INNER.search(one)] == []


@pytest.mark.parametrize("specs", SOME)
def test_no_answer_says_again_what_stands_above_it(specs: Sequence[Spec]) -> None:
    report = compose(content_of(specs))
    findings = [one for part in report.parts if isinstance(part, Summary) for one in texts(part.found, cells=False)]
    bare = [re.sub(r"\s*Answer \d+$", "", one) for one in findings]
    assert len(set(bare)) == len(bare)
    answers = ["\n".join(texts(one.said, cells=False)) for one in report.parts if isinstance(one, Answer)]
    assert [one for one in bare if any(one in answer for answer in answers)] == []


@pytest.mark.parametrize("specs", SOME[1:])
def test_no_two_answers_say_the_same(specs: Sequence[Spec]) -> None:
    report = compose(content_of([*specs, *specs[:2]]))
    told = [
        "\n".join(said(one.line) for one in answer.said if isinstance(one, Paragraph) and not one.soft)
        for answer in report.parts if isinstance(answer, Answer)
    ]  # fmt: skip
    whole = [one for one in told if one]
    assert len(set(whole)) == len(whole)


def test_an_answer_that_says_the_same_as_one_before_leads_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(composition, "MOST_FINDINGS", 0)
    average = {"op": "groupby_agg", "group_cols": ["shop"], "metrics": {"units": ["mean"]}}
    answers = [one for one in compose(content_of([average, average])).parts if isinstance(one, Answer)]
    assert "As in answer 1." in [*texts(answers[1].said, cells=False)]


def narrowed() -> list[Spec]:
    """One of each measure that takes conditions, of some shops alone."""
    first = [specs[0] for name, specs in MEASURES.items() if name not in ("dataset_overview", "compare_columns")]
    return [{**spec, "filters": [NORTH]} for spec in first]


@pytest.mark.parametrize("specs", [narrowed()[4:6], pytest.param(narrowed(), marks=pytest.mark.slow, id="one of each")])
def test_every_finding_keeps_its_condition(specs: Sequence[Spec], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(composition, "MOST_FINDINGS", 1000)
    report = compose(content_of(specs))
    found = [one for part in report.parts if isinstance(part, Summary) for one in texts(part.found, cells=False)]
    assert found
    assert [one for one in found if "South" not in one] == []


@pytest.mark.slow
def test_a_document_of_word_says_no_inner_name() -> None:
    document = docx.Document(io.BytesIO(write_word(content_of(sampled(*MEASURES)))))
    written = [one.text for one in document.paragraphs]
    written += [cell.text for table in document.tables for row in table.rows for cell in row.cells]
    assert [one for one in written if INNER.search(one)] == []

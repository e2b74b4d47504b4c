"""The Markdown report: numbers lead to cells, and nothing in the data is markup."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from agent.report.escape import escape_markdown
from agent.report.html import write_html
from agent.report.markdown import write_markdown
from agent.state import Artifact, CitedCell, ResolvedText, TablePayload
from tests.agent.report.content import FENCE, HOSTILE, cited, hostile_content, plot_artifacts, table_artifact, turn

PLAIN = {"paragraph_open", "paragraph_close", "inline", "text", "text_special", "softbreak"}
# remark-gfm makes links of these in the text that it has read, after backslashes are gone
AUTOLINK = re.compile(r"(https?://|www\.)[-.\w]+|[-.\w+]+@[-\w]+\.[-\w]+", re.IGNORECASE)
DIRECTIVE = re.compile(r":[a-z]+\[|:[a-z_+-]+:|:material/", re.IGNORECASE)


def tokens(markdown: str) -> Iterator[Token]:
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    for token in parser.parse(markdown):
        yield token
        yield from token.children or []


def texts(markdown: str) -> str:
    return "".join(token.content for token in tokens(markdown) if token.type in ("text", "text_special"))


def rows_of(markdown: str) -> list[list[str]]:
    """The cells of every table row, as a reader sees them."""
    found: list[list[str]] = []
    row: list[str] = []
    for token in MarkdownIt("commonmark").enable("table").parse(markdown):
        if token.type == "tr_open":
            row = []
        elif token.type == "inline":
            shown = (child.content for child in token.children or [] if child.type in ("text", "text_special"))
            row.append("".join(shown))
        elif token.type == "tr_close":
            found.append(row)
    return found


def seen(cell: str) -> str:
    return " ".join(cell.replace("\u2060", "").split())


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_shown_as_it_stands(text: str) -> None:
    markdown = escape_markdown(text)
    assert {token.type for token in tokens(markdown)} <= PLAIN
    assert seen(texts(markdown)) == seen(text)
    assert not AUTOLINK.search(texts(markdown)) and not DIRECTIVE.search(texts(markdown))


@given(st.text())
def test_any_text_is_shown_as_it_stands(text: str) -> None:
    markdown = escape_markdown(text).strip()
    assert {token.type for token in tokens(markdown)} <= PLAIN
    if all(letter.isprintable() or letter in "\n\t" for letter in text):
        assert seen(texts(markdown)) == seen(text)


@given(st.text(alphabet="\\`*_{}[]()#+-.!|<>$~:^&;=1aw@/ \n\t'\""))
def test_any_run_of_marks_is_shown_as_it_stands(text: str) -> None:
    markdown = escape_markdown(text).strip()
    assert {token.type for token in tokens(markdown)} <= PLAIN
    assert seen(texts(markdown)) == seen(text)
    assert not re.search(r"(?<!\\)(\\\\)*\$", markdown)  # no dollar sign is left to open mathematics


@pytest.mark.parametrize("figures", ["linked", "none"])
def test_a_report_of_hostile_data_holds_only_our_own_links_and_pictures(figures: str) -> None:
    markdown = write_markdown(hostile_content(), figures="linked" if figures == "linked" else "none")
    kinds = {token.type for token in tokens(markdown)}
    assert "strong_open" in kinds, "our own"
    assert not {"html_block", "html_inline", "code_inline", "hr", "blockquote_open", "em_open"} & kinds
    links = [str(token.attrs["href"]) for token in tokens(markdown) if token.type == "link_open"]
    pictures = [str(token.attrs["src"]) for token in tokens(markdown) if token.type == "image"]
    if figures == "none":
        assert links == pictures == []
    else:
        assert pictures == ["figures/A2.png"]
        assert set(links) == {"tables/A1.csv", "tables/A3.csv"}
    shown = texts(markdown)
    assert not AUTOLINK.search(shown) and not DIRECTIVE.search(shown)


def test_no_heading_is_made_by_data() -> None:
    parsed = list(tokens(write_markdown(hostile_content(), figures="none")))
    headings = [parsed[at + 1].content for at, token in enumerate(parsed) if token.type == "heading_open"]
    ours = ("What was", "Numbers that", "How this", "The data", "Program of", "Next", "Footnotes")
    rest = [text for text in headings if not text.startswith(ours)]
    assert len(rest) == 1 + 2 + 1  # title, two questions, a data set


def test_every_code_block_is_a_program_whatever_stands_in_it() -> None:
    content = replace(hostile_content(), programs=((1, f"x = 1\n# {FENCE}\n"),))
    fences = [token for token in tokens(write_markdown(content, figures="none")) if token.type == "fence"]
    assert [(fence.info, fence.content) for fence in fences] == [("python", f"x = 1\n# {FENCE}\n")]


def test_the_numbers_of_a_table_are_those_of_the_artifact() -> None:
    artifact = table_artifact()
    table = cast(TablePayload, artifact["payload"])
    rows = rows_of(write_markdown(hostile_content(), figures="none"))
    for key, value in table["rows"]:
        row = next(row for row in rows if seen(row[0]) == seen(str(key)))
        assert float(row[1].replace(",", "")) == pytest.approx(cast(float, value))


def test_a_number_has_a_footnote_that_tells_its_rows_and_how_it_was_computed() -> None:
    markdown = write_markdown(hostile_content(), figures="none")
    assert "**21**[^1] is the mean" in markdown
    note = next(line for line in markdown.split("\n") if line.startswith("[^1]: "))
    for part in ("Average ", " where ", "from 54 of 57 rows of people.csv."):
        assert part in note
    assert markdown.count("[^1]: ") == 1  # one note for one source


def test_a_number_that_is_not_verified_is_struck_and_named() -> None:
    markdown = write_markdown(hostile_content(), figures="none")
    assert re.search(r"~~99~~\[\^\d\]", markdown)
    assert "## Numbers that are not verified\n\n- 99" in markdown
    assert ": Not verified: 99 is in no result" in markdown


def test_sections_stand_in_order() -> None:
    markdown = write_markdown(hostile_content(), figures="none")
    order = ("# ", "## What was found", "## 1", "## 2", "## Numbers that", "## How this", "## The data",
             "## What was decided", "## Next questions", "## Footnotes")  # fmt: skip
    places = [markdown.index(f"\n{title}" if place else title) for place, title in enumerate(order)]
    assert places == sorted(places)


def test_it_tells_the_rows_used_and_the_file_it_came_from() -> None:
    markdown = write_markdown(hostile_content(), figures="none")
    assert "54 of 57 rows of people.csv." in markdown
    assert "SHA-256 of the file" in markdown and "ab12" in markdown


def test_a_long_table_is_cut_and_said_sooner_where_the_whole_lies_beside() -> None:
    artifact = table_artifact()
    table = cast(TablePayload, artifact["payload"])
    long = TablePayload(**{**table, "rows": [*table["rows"]] * 4, "total_rows": 4 * len(table["rows"])})
    content = hostile_content()
    whole = Artifact(**{**artifact, "payload": long})
    changed = type(content)(**{**content.__dict__, "artifacts": {"A1": whole}})
    markdown = write_markdown(changed, figures="linked")
    total = 4 * len(table["rows"])
    assert f"Shown: 12 of {total} rows. All rows: [tables/A1.csv](tables/A1.csv)." in markdown
    assert f"Shown: 50 of {total} rows." in write_markdown(changed, figures="none")


def test_lists_and_paragraphs_of_an_answer_are_kept() -> None:
    answer = ResolvedText(text="First.\n\n- one\n- two\n\nLast.", citations=[])
    content = hostile_content()
    changed = type(content)(**{**content.__dict__, "turns": (turn("Why?", answer, []),)})
    assert "First.\n\n- one\n- two\n\nLast." in write_markdown(changed, figures="none")


def test_a_cell_with_line_breaks_opens_no_list() -> None:
    answer = cited("The top is x\n\n- y\n# z.", "x\n\n- y\n# z")
    content = hostile_content()
    changed = type(content)(**{**content.__dict__, "turns": (turn("Which?", answer, []),)})
    assert "The top is x - y # z." in write_markdown(changed, figures="none")


def test_figures_are_listed_by_name_without_a_zip() -> None:
    title = plot_artifacts()[0]["title"]
    markdown = write_markdown(hostile_content(), figures="none")
    assert f"Figure: {escape_markdown(title)}" in markdown


def test_a_finding_is_not_said_again_by_its_answer_and_keeps_its_condition() -> None:
    cell = CitedCell(artifact_id="A1", row="x", column="[v](http://evil.example)_mean", value=7)
    lead = cited("North leads with 7. South follows.", "7", cells=[cell])
    told = replace(
        hostile_content(),
        title="Findings",
        conclusion=cited("- North leads with 7.\n- A word on all.", "7", cells=[cell]),
        turns=(turn("Who?", lead, ["A1"]), turn("What?", cited("It is plain.", "plain"), [])),
    )
    for written in (
        write_markdown(told, figures="none").replace("*", ""),
        re.sub(r"<.*?>", "", write_html(told).decode()),
    ):
        assert len(re.findall(r"North leads with 7", written)) == 1
        assert written.count("South follows.") == 1
        assert re.search(r"North leads with 7(\[\^?1\])? \(where .{9,80} is not ", written), "what A1 leaves out"


def test_a_sentence_without_a_number_is_no_finding() -> None:
    told = replace(
        hostile_content(),
        conclusion=ResolvedText(text="- The bars show it.\n- A word on all.", citations=[]),
        turns=(turn("Who?", ResolvedText(text="The bars show it.", citations=[]), []),),
    )
    first, answers = write_markdown(told, figures="none").split("## 1")
    assert "A word on all." in first and "The bars show it." not in first and answers.count("The bars show it.") == 1


def test_the_best_picture_stands_beside_the_conclusion_and_nowhere_else() -> None:
    markdown = write_markdown(hostile_content(), figures="linked")
    assert markdown.count("![") - markdown.count("\\![") == 1
    assert markdown.index("](figures/A2.png)") < markdown.index("\n## 1")

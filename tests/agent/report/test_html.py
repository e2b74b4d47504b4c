"""The HTML report: one file, nothing fetched, no script, whatever the data hold."""

import base64
import re
from html.parser import HTMLParser
from io import BytesIO
from typing import cast

from PIL import Image

from agent.report.html import write_html
from agent.state import TablePayload
from tests.agent.report.content import FENCE, HOSTILE, hostile_content, table_artifact

ALLOWED = {
    "html", "head", "meta", "title", "style", "body", "h1", "h2", "h3", "p", "div", "ul", "ol", "li", "span", "s",
    "sup", "a", "table", "caption", "thead", "tbody", "tr", "th", "td", "figure", "img", "figcaption", "pre", "details",
    "summary", "main", "section", "strong",
}  # fmt: skip


class Page(HTMLParser):
    """Elements, attributes and texts of a page."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.cells: list[str] = []
        self.text = ""
        self._in_cell = False
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag in ("td", "th"):
            self.cells.append("")
            self._in_cell = True

    def handle_endtag(self, tag: str) -> None:
        self._in_cell = self._in_cell and tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        self.text += data
        if self._in_cell:
            self.cells[-1] += data

    def attributes(self, name: str) -> list[str]:
        return [cast(str, found[name]) for _, found in self.elements if name in found]


def page() -> Page:
    return Page(write_html(hostile_content()).decode("utf-8"))


def test_only_our_own_elements_and_attributes_are_there() -> None:
    parsed = page()
    assert {tag for tag, _ in parsed.elements} <= ALLOWED
    names = {name for _, found in parsed.elements for name in found}
    assert names <= {"lang", "charset", "http-equiv", "content", "name", "class", "id", "href", "title", "alt", "src",
                     "scope", "tabindex"}  # fmt: skip


def test_nothing_is_fetched_and_every_link_stays_in_the_file() -> None:
    parsed = page()
    ids = set(parsed.attributes("id"))
    assert parsed.attributes("href") and all(link.startswith("#") for link in parsed.attributes("href"))
    assert {link[1:] for link in parsed.attributes("href")} <= ids
    assert all(source.startswith("data:image/png;base64,") for source in parsed.attributes("src"))


def test_a_policy_forbids_scripts_and_requests() -> None:
    policy = next(found["content"] for _, found in page().elements if "http-equiv" in found)
    assert policy is not None and "default-src 'none'" in policy and "script" not in policy
    style = write_html(hostile_content()).decode().split("<style>")[1].split("</style>")[0]
    assert "url(" not in style and "@import" not in style


def test_data_are_shown_as_they_stand() -> None:
    parsed = page()
    assert set(HOSTILE) - {FENCE} <= set(parsed.cells)
    assert all(text in parsed.text for text in HOSTILE)


def test_numbers_are_those_of_the_artifact() -> None:
    cells = page().cells
    for key, value in cast(TablePayload, table_artifact()["payload"])["rows"]:
        shown = cells[cells.index(str(key)) + 1]
        assert float(shown.replace(",", "")) == float(cast(float, value))


def test_a_number_leads_to_its_note_and_the_note_leads_back() -> None:
    parsed = page()
    links, ids = set(parsed.attributes("href")), set(parsed.attributes("id"))
    notes = {one for one in ids if one.startswith("note-")}
    assert notes and {f"#{one}" for one in notes} <= links
    references = {one for one in ids if one.startswith("ref-")}
    assert references and {f"#{one}" for one in references} <= links
    written = write_html(hostile_content()).decode()
    assert re.search(
        r'<strong>21</strong><sup><a href="#note-1" id="ref-1-1" title="Average [^"]*">\[1\]</a></sup>', written
    )
    assert "<s>99</s><sup>" in written


def test_the_picture_has_words_and_can_be_opened() -> None:
    found = next(found for tag, found in page().elements if tag == "img")
    source = cast(str, found["src"]).removeprefix("data:image/png;base64,")
    assert Image.open(BytesIO(base64.b64decode(source))).size == (1000, 600)
    assert found["alt"]


def test_it_reads_on_a_telephone_in_the_dark_and_on_paper() -> None:
    written = write_html(hostile_content()).decode()
    for part in ('name="viewport"', "prefers-color-scheme: dark", "@media print", "overflow-x: auto", 'lang="en"'):
        assert part in written


def test_the_same_content_gives_the_same_bytes() -> None:
    assert write_html(hostile_content()) == write_html(hostile_content())

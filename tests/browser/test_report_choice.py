"""The report is what the person wants it to be: parts, picture and words of their own, in the page and in the file."""

import re
import zipfile
from collections.abc import Callable
from html.parser import HTMLParser
from io import BytesIO

import pytest
from markdown_it import MarkdownIt
from playwright.sync_api import expect

from tests.browser.reader import Reader
from tests.browser.test_turns import with_sample

COMPOSE = "What goes in, and in which order"
PREVIEW = ".st-key-report_preview"
OPENED = "() => document.querySelectorAll('details').forEach(one => { one.open = true })"


class _Text(HTMLParser):
    """What a page says: each heading, paragraph, item and cell."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.text = ""
        self.feed(page)

    def handle_data(self, data: str) -> None:
        self.text += data


def said(markdown: str) -> str:
    """What a report's Markdown says in order; a picture is named by its title in the page, and left out here."""
    without = re.sub(r"^!\[.*\]\(.*\)$", "", markdown, flags=re.MULTILINE)
    marked = re.sub(r"^\[\^(\d+)\]:\W?", r"\\[\1\\] ", without, flags=re.MULTILINE).replace("[^", "[")
    return letters(_Text(MarkdownIt().enable(["table", "strikethrough"]).render(marked)).text)


def letters(text: str) -> str:
    """The text without blanks, which renderers set as they like."""
    return "".join(text.replace("\u2060", "").split())


def reported(newcomer: Callable[..., Reader]) -> Reader:
    """Somebody with two answers, on the page of the report."""
    person = newcomer()
    person.open()
    with_sample(person)
    person.ask("What is the total amount by region as a bar chart?")
    person.ask("average amount by channel")
    person.go("Report")
    person.see("What was found")
    return person


def test_the_page_says_what_the_markdown_says_in_its_order(newcomer: Callable[..., Reader]) -> None:
    person = reported(newcomer)
    packed = zipfile.ZipFile(BytesIO(person.download(re.compile("zip"))))
    person.page.locator(PREVIEW).get_by_test_id("stExpander").locator("summary").click()
    person.settle()
    person.page.locator(PREVIEW).get_by_text("Footnotes", exact=True).wait_for()
    expected = said(packed.read("report.md").decode("utf-8"))
    seen = letters("".join(person.page.evaluate(READ, PREVIEW)))
    assert seen == expected


READ = """place => [...document.querySelectorAll(`${place} [data-testid=stMarkdownContainer]`)]
    .filter(one => !one.closest('summary'))
    .flatMap(one => [...one.querySelectorAll('h1, h2, h3, h4, p, li, th, td, pre')]
        .filter(each => !each.querySelector('p, li')).map(each => each.textContent))"""


@pytest.mark.parametrize("width", [1280, 390])
def test_what_is_chosen_is_shown_at_once_kept_and_in_the_file(newcomer: Callable[..., Reader], width: int) -> None:
    person = reported(newcomer)
    person.page.set_viewport_size({"width": width, "height": 900})
    preview = person.page.locator(PREVIEW)
    person.page.get_by_text(COMPOSE).click()
    person.page.get_by_label("Title", exact=True).fill("Sales for Ada")
    person.page.get_by_label("Title", exact=True).press("Enter")
    expect(preview).to_contain_text("Sales for Ada")
    person.page.get_by_label("A line of your own at the top").fill("Before the meeting on Friday.")
    person.page.get_by_label("A line of your own at the top").press("Enter")
    expect(preview).to_contain_text("Before the meeting on Friday.")
    expect(preview).to_contain_text("Next questions")
    person.page.get_by_role("button", name="Next questions", exact=True).click()
    expect(preview).not_to_contain_text("Next questions")
    person.page.get_by_role("combobox", name=re.compile("The first picture")).click()
    person.page.get_by_role("option", name=re.compile("^Answer 2")).click()
    expect(preview.locator("img").first).to_have_attribute("alt", re.compile("channel"))
    person.settle()
    person.page.reload()
    person.settle()
    expect(preview).to_contain_text("Before the meeting on Friday.")
    expect(preview).not_to_contain_text("Next questions")
    page = person.download("One HTML file").decode("utf-8")
    assert "<h1>Sales for Ada</h1>" in page
    assert page.index("Before the meeting on Friday.") < page.index("What was found")
    assert "Next questions" not in page

"""The report that a person takes along: short, read by everybody, whole on paper."""

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from playwright.sync_api import Browser, Page

from agent.reasoning.prompts import Answer, Prompt, WriteReport
from agent.reasoning.rules.narration.report import write_report
from agent.service import AnalystService
from agent.settings import Settings
from agent.specs.reading import Reading
from tests.agent.scripted import Script, act, reading
from tests.browser.test_accessibility import AXE, FIND

MOST_PIXELS = 6000
SAMPLE = Path(__file__).parent.parent.parent / "registry" / "sample_data" / "tea_shop_orders.csv"
KEYS = ("region", "channel", "category", "product", "status")
MONEY = "amount (EUR)"


class DrawnByRules(Script):
    """Answers by a script; the conclusion is drawn as it is without a model."""

    def decide(self, prompt: Prompt[Answer]) -> Answer:
        return cast(Answer, write_report(prompt)) if isinstance(prompt, WriteReport) else super().decide(prompt)


def answers() -> list[Reading]:
    """Ten: by each of five columns the sum, as a chart too where the column has many values; then the mean."""
    specs: list[dict[str, object]] = []
    for key in KEYS:
        specs.append(
            {"op": "groupby_agg", "metrics": {MONEY: ["sum"]}, "group_cols": [key], "sort": {"by": f"{MONEY}_sum"}}
        )
    specs += [{"kind": "bar", "x": key, "y": MONEY, "agg": "mean"} for key in KEYS[2:4]]
    specs.append({"op": "time_trend", "date_col": "order_date", "grain": "month", "metrics": {MONEY: ["sum"]}})
    specs.append({"op": "groupby_agg", "metrics": {MONEY: ["sum"]}, "group_cols": ["region", "channel"]})
    specs.append({"op": "groupby_agg", "metrics": {MONEY: ["sum"]}})
    return [reading(f"r{at}", spec, label=f"answer {at} where all orders count") for at, spec in enumerate(specs)]


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of ten answers as a file."""
    told = [f"Answer {at} is told with its number in a sentence. It has a second one as well.\n\n- one\n- two\n- three"
            for at in range(10)]  # fmt: skip
    service = AnalystService(Settings(), reasoner=DrawnByRules([act(one) for one in answers()], narration=told))
    conversation = service.start_conversation("me")
    service.datasets.add(conversation, SAMPLE.name, SAMPLE.read_bytes())
    for at in range(10):
        turn = service.ask(conversation, f"Question {at}: what do the orders come to?")
        assert turn["status"] == "answered", turn["answer"]["text"]
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_bytes(service.report_html(conversation) or b"")
    service.close()
    return path


@pytest.fixture
def page(browser: Browser, report: Path) -> Iterator[Page]:
    opened = browser.new_page(viewport={"width": 1280, "height": 900})
    opened.goto(report.as_uri())
    yield opened
    opened.close()


def test_ten_answers_stay_short(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollHeight") < MOST_PIXELS


def test_what_a_manager_reads_stands_on_the_first_screen(page: Page) -> None:
    assert page.locator(".conclusion li").last.bounding_box()["y"] < 900  # type: ignore[index]
    assert page.locator("figure img").first.bounding_box()["y"] < 900  # type: ignore[index]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_report_breaks_no_rule(page: Page, dark: bool) -> None:
    page.emulate_media(color_scheme="dark" if dark else "light")
    page.evaluate(AXE)
    assert [(one["rule"], one["html"][:200]) for one in page.evaluate(FIND)] == []


def test_on_paper_nothing_is_folded_or_cut(page: Page) -> None:
    page.emulate_media(media="print")
    cut = "() => [...document.querySelectorAll('.wide')].filter(one => one.scrollHeight > one.clientHeight + 1).length"
    assert page.evaluate(cut) == 0
    assert page.locator("ol.notes li").last.is_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('figure')).breakInside") == "avoid"


PRINTED = {"width": 673, "height": 980}  # what margins leave of a page of A4, in CSS pixels
CUTS = """() => [...document.querySelectorAll('figure, img, tr, li, .conclusion, .short-table')]
    .filter(one => getComputedStyle(one).breakInside !== 'avoid').length"""
TALLER = "most => [...document.querySelectorAll('figure, tr')].filter(one => one.offsetHeight > most).length"
WIDER = """() => [...document.querySelectorAll('table, img, pre, p')]
    .filter(one => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1).length"""


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_page_of_paper_cuts_nothing_and_is_dark_on_white(page: Page, dark: bool) -> None:
    page.set_viewport_size(PRINTED)  # type: ignore[arg-type]
    page.emulate_media(media="print", color_scheme="dark" if dark else "light")
    assert page.evaluate(CUTS) == 0, "no chart, row or point is parted by the end of a page"
    assert page.evaluate(TALLER, PRINTED["height"]) == 0
    assert page.evaluate(WIDER) == 0
    ink = "getComputedStyle(document.querySelector('{}')).{}"
    assert page.evaluate(ink.format("body", "backgroundColor")) == "rgb(255, 255, 255)"
    for place in ("body", ".soft", "th", "a"):
        red, green, blue = map(int, page.evaluate(ink.format(place, "color"))[4:-1].split(","))
        assert max(red, green, blue) < 160, place
    heads = "[...document.querySelectorAll('h2, h3, caption, thead')].every(one => getComputedStyle(one).breakAfter)"
    assert page.evaluate(heads.replace(").breakAfter", ").breakAfter === 'avoid'"))


def test_it_prints_to_pages_of_a4_with_their_numbers(page: Page, report: Path) -> None:
    printed = page.pdf(format="A4", prefer_css_page_size=True)
    assert 1 < printed.count(b"/Type /Page\n") < 30
    assert b"/MediaBox [0 0 595.91998 842.88]" in printed or b"/MediaBox [0 0 594.95996 841.91998]" in printed
    assert "counter(page)" in report.read_text("utf-8")

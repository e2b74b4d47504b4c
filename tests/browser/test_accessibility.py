"""axe-core finds nothing on any page, light or dark: WCAG 2.2 AA and its own good practices."""

from collections.abc import Callable
from pathlib import Path

import axe_playwright_python
import pytest

from tests.browser.make_screenshots import STATES, State, Visitor
from tests.browser.reader import Reader
from tests.browser.test_turns import with_sample

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
OF_STREAMLIT = {"presentation-role-conflict": "stFileUploaderDropzone"}
"""What an element of Streamlit's own breaks, by rule, and what it is called. Nothing of ours is let through."""
FIND = """async () => {
    const found = await axe.run(document, { resultTypes: ["violations"] });
    return found.violations.flatMap(broken => broken.nodes.map(node =>
        ({ rule: broken.id, html: node.html, why: node.failureSummary })));
}"""
IS_STILL = "() => document.getAnimations().every(one => one.playState !== 'running')"
PAGES = ("Data", "Report", "Activity", "Settings")


def violations(person: Reader) -> list[str]:
    """What axe finds on the page as it stands, a line each."""
    person.settle()
    person.until(IS_STILL)
    person.page.evaluate(AXE)
    found = person.page.evaluate(FIND)
    return [
        f"{one['rule']}: {one['html'][:200]} {one['why']}"
        for one in found
        if OF_STREAMLIT.get(one["rule"]) is None or OF_STREAMLIT[one["rule"]] not in one["html"]
    ]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_no_page_breaks_a_rule(newcomer: Callable[..., Reader], dark: bool) -> None:
    person = newcomer(dark=dark)
    person.open()
    assert violations(person) == []
    with_sample(person)
    person.ask("What is the total amount by region as a bar chart?")
    person.ask("average amount by channel")
    assert violations(person) == []
    for page in PAGES:
        person.go(page)
        assert violations(person) == [], page


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("state", ["loaded", "months", "lookup", "question", "missing", "error", "phone"])
def test_no_pictured_state_breaks_a_rule(newcomer: Callable[..., Reader], state: State, dark: bool) -> None:
    """The states of docs/screens.md, those that the other tests do not come by."""
    screen = {"width": 390, "height": 844} if state == "phone" else {}
    person = newcomer(dark=dark, **screen)
    STATES[state](Visitor(person, "en"))
    assert violations(person) == []


def test_a_question_back_breaks_no_rule(newcomer: Callable[..., Reader]) -> None:
    rows = "\n".join(f"{'ABC'[at % 3]},{100 + at % 17},{119 + at % 23}" for at in range(90))
    person = newcomer()
    person.start_with("prices.csv", f"group,net price,gross price\n{rows}".encode())
    assert "gross price" in person.ask("What is the average price by group?")
    assert violations(person) == []

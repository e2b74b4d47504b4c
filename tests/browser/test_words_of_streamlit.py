"""What Streamlit writes itself is in the reader's language, what stands in data is left as it is."""

import re
from collections.abc import Callable

from tests.browser.reader import Reader

ENGLISH = ("Upload", "500MB per file", "Search", "Fullscreen", "Download as CSV", "Show/hide columns", "Sort ascending")
ROWS = "Search,Upload,Format\n" + "\n".join(f"{'Fullscreen' if at % 2 else 'Search'},{at},Open" for at in range(40))
SAID = """() => [...document.querySelectorAll("button, [role='button'], small, nav, main, section, input, a")]
    .flatMap((one) => [one.getAttribute("aria-label"), one.title, one.checkVisibility() ? one.innerText : ""])"""


def said(person: Reader) -> set[str]:
    """Words that buttons and labels show or tell to people who do not see them."""
    return {str(words).strip() for words in person.page.evaluate(SAID) if words}


def test_the_first_page_and_a_table_hold_no_english_of_streamlits(newcomer: Callable[..., Reader]) -> None:
    person = newcomer(locale="de-DE")
    person.open()
    person.until("document.documentElement.lang === 'de'")
    person.see("Datei wählen")
    assert not said(person) & {*ENGLISH, "Collapse sidebar", "App pages", "Send message", "Skip to main content"}
    assert person.page.title() == "Gespräch - Tally"


def test_a_column_and_a_cell_named_as_a_button_stay(newcomer: Callable[..., Reader]) -> None:
    person = newcomer(locale="de-DE")
    person.start_with("Search.csv", ROWS.encode())
    grid = person.page.get_by_test_id("stDataFrame").first
    grid.hover()
    grid.get_by_role("button", name=re.compile("^Vollbild")).or_(
        person.page.get_by_role("button", name=re.compile("^Vollbild"))
    ).first.wait_for()
    assert not {words for words in said(person) if re.match("(Search|Download as CSV|Show/hide columns): ", words)}
    assert any(words.startswith("Vollbild: ") for words in said(person))
    grid.locator("tbody td").first.wait_for(state="attached")
    words = {words.strip() for words in grid.locator("table *").all_text_contents()}
    assert {"Search", "Upload", "Format", "Fullscreen"} <= words

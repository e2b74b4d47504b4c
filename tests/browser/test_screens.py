"""The app fits its screens, from a telephone to a wall, in light and dark, by mouse or keyboard."""

from collections.abc import Callable

import pytest

from tests.browser.reader import Reader
from tests.browser.test_turns import with_sample

SCREENS = [(390, 844, False), (390, 844, True), (3840, 2160, False)]


@pytest.mark.parametrize(("width", "height", "dark"), SCREENS)
def test_nothing_sticks_out_of_the_screen(newcomer: Callable[..., Reader], width: int, height: int, dark: bool) -> None:
    person = with_sample(newcomer(width=width, height=height, dark=dark))
    person.ask("average quantity by region as a bar chart")
    person.page.locator(".js-plotly-plot .main-svg").first.wait_for()
    wide = person.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= width
    main = person.page.locator('[data-testid="stMainBlockContainer"]').bounding_box()
    assert main is not None
    assert main["x"] + main["width"] <= width
    background = person.page.evaluate(
        "getComputedStyle(document.querySelector('[data-testid=\"stApp\"]')).backgroundColor"
    )
    lightness = sum(int(part) for part in background.strip("rgba()").split(",")[:3]) / 3
    assert (lightness < 100) is dark


def test_the_answers_first_number_is_in_sight(newcomer: Callable[..., Reader]) -> None:
    person = with_sample(newcomer())
    person.ask("average quantity by region as a bar chart")
    person.page.locator(".js-plotly-plot .main-svg").first.wait_for()
    person.page.wait_for_timeout(1500)
    number = person.messages.last.locator("strong").first.bounding_box()
    assert number is not None
    assert 0 < number["y"] < 600


def test_a_question_is_asked_with_the_keyboard_alone(newcomer: Callable[..., Reader]) -> None:
    person = newcomer()
    person.open()
    keyboard = person.page.keyboard
    for _ in range(30):
        keyboard.press("Tab")
        if person.page.evaluate("document.activeElement.innerText || ''").strip() == "Use this sample":
            break
    keyboard.press("Enter")
    person.see("Try one of these")
    person.settle()
    for _ in range(40):
        keyboard.press("Tab")
        if person.page.evaluate("!!document.activeElement.closest('[class*=st-key-chips_]')"):
            break
    keyboard.press("Enter")
    assert person.reply(2)

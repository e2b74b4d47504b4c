"""The app fits its screens, from a telephone to a wall, in light and dark, by mouse or keyboard."""

from collections.abc import Callable

from tests.browser.reader import Reader
from tests.browser.test_turns import with_sample

SCREENS = [(390, 844, False), (390, 844, True), (3840, 2160, False)]
STAYS_IN_SIGHT = """() => {
    const told = [...document.querySelectorAll('[data-testid="stChatMessage"]')].at(-1)?.querySelector('strong');
    const at = told?.getBoundingClientRect().y;
    window.looks = at > 0 && at < 600 ? (window.looks ?? 0) + 1 : 0;
    return window.looks >= 10;
}"""


def test_an_answer_is_in_sight_and_fits_every_screen(newcomer: Callable[..., Reader]) -> None:
    person = with_sample(newcomer())
    person.ask("average quantity by region as a bar chart")
    person.page.locator(".js-plotly-plot .main-svg").first.wait_for()
    person.until(STAYS_IN_SIGHT)
    for width, height, dark in SCREENS:
        person.page.set_viewport_size({"width": width, "height": height})
        person.page.emulate_media(color_scheme="dark" if dark else "light")
        person.page.reload()
        person.page.locator(".js-plotly-plot .main-svg").first.wait_for()
        person.settle()
        assert fits(person, width)
        assert is_dark(person) is dark


def fits(person: Reader, width: int) -> bool:
    """Whether nothing sticks out of a screen of this width."""
    main = person.page.locator('[data-testid="stMainBlockContainer"]').bounding_box()
    wide = person.page.evaluate("document.documentElement.scrollWidth")
    return main is not None and main["x"] + main["width"] <= width and wide <= width


def is_dark(person: Reader) -> bool:
    background = person.page.evaluate(
        "getComputedStyle(document.querySelector('[data-testid=\"stApp\"]')).backgroundColor"
    )
    return bool(sum(int(part) for part in background.strip("rgba()").split(",")[:3]) / 3 < 100)


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


def test_the_box_keeps_the_keyboard_and_arrow_up_brings_the_last_questions_back(
    newcomer: Callable[..., Reader],
) -> None:
    person = with_sample(newcomer())
    for question in ("average quantity by region as a bar chart", "how many rows?"):
        person.ask(question)
    person.until("document.activeElement.dataset.testid === 'stChatInputTextArea'")
    keyboard, holds = person.page.keyboard, "words => document.activeElement.value === words"
    for key, words in (
        ("ArrowUp", "how many rows?"),
        ("ArrowUp", "average quantity by region as a bar chart"),
        ("ArrowDown", "how many rows?"),
    ):
        keyboard.press(key)
        person.until(holds, words)
    keyboard.press("Backspace")
    keyboard.press("ArrowUp")  # a text of one's own stays
    person.until(holds, "how many rows")
    keyboard.press("Enter")
    assert person.reply(6)


def test_a_question_comes_back_as_it_was_typed(newcomer: Callable[..., Reader]) -> None:
    """What a person typed is shown with signs without width between the parts of an address."""
    person = with_sample(newcomer())
    person.ask("who wrote to ann@example.com?")
    person.page.keyboard.press("ArrowUp")
    person.until("document.activeElement.value === 'who wrote to ann@example.com?'")

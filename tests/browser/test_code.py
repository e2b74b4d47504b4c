"""Generated code waits for the person: read it, refuse it with a reason, change it, let it run. No model is there."""

import re
from collections.abc import Callable

from tests.browser.reader import Reader
from tests.browser.test_turns import with_sample


def choose_way(person: Reader, way: str) -> None:
    person.press(re.compile("^Way to answer"))
    person.page.get_by_test_id("stPopoverBody").get_by_text(way, exact=True).click()
    person.page.get_by_test_id("stChatInputTextArea").and_(
        person.page.get_by_placeholder(re.compile(rf"\({way}\)"))
    ).wait_for()
    person.page.keyboard.press("Escape")
    person.settle()


def test_code_is_refused_with_a_reason_then_changed_and_run(newcomer: Callable[..., Reader]) -> None:
    person = with_sample(newcomer())
    choose_way(person, "Code")
    card = person.ask("average quantity by region")
    assert "Reads: " in card
    person.see("groupby")

    person.page.reload()  # the program still waits
    person.page.get_by_label("If not, what should be different?").fill("use the median")
    person.press("Do not run it")
    second = person.reply(4)
    assert "median quantity by region" in second
    person.see(re.compile("You asked for:.*use the median"))

    person.see(re.compile("^Change it first$")).click()
    editor = person.page.get_by_label("The program that runs when you say yes")
    editor.fill("result = len(df)\nprint('rows were counted')")
    person.press("Run it")
    answer = person.reply(6)
    assert "620" in answer
    person.see("The program, as you changed it").click()
    person.see("rows were counted")
    assert b"result = len(df)" in person.download("Download this program")
    person.see("An attempt that failed").click()
    person.see(re.compile("use the median"))


MAPS = """
points = pd.DataFrame({'lon': [10.0, 2.0], 'lat': [50.0, 48.0]})
areas = pd.DataFrame({'country': ['FRA', 'DEU'], 'n': [1, 2]})
fig = [
    px.choropleth(areas, locations='country', color='n', title='Countries'),
    px.scatter_geo(points, lon='lon', lat='lat', title='Places'),
    px.scatter_map(points, lon='lon', lat='lat', title='Tiles', text=['here', 'there']),
]
result = areas
"""


def test_maps_are_drawn_without_a_request_to_another_host(newcomer: Callable[..., Reader]) -> None:
    """`Reader.close` asserts that no request left."""
    person = with_sample(newcomer())
    choose_way(person, "Code")
    person.ask("average quantity by region")
    person.see(re.compile("^Change it first$")).click()
    person.page.get_by_label("The program that runs when you say yes").fill(MAPS)
    person.press("Run it")
    answer = person.reply(4)
    assert "You changed the code before it ran" in answer
    person.page.get_by_role("tab", name="Charts").click()
    person.see("Countries")
    person.see("Tiles")
    person.page.locator(".js-plotly-plot .main-svg").first.wait_for()
    person.page.wait_for_timeout(2500)  # time for a request that must not come
    person.see(re.compile("A map is drawn without its background"))

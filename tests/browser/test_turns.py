"""A turn survives what browsers do: reloads, second clicks, second tabs. Stop works at once."""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager

from tests.browser.reader import Reader

Held = Callable[[], AbstractContextManager[None]]


def with_sample(person: Reader) -> Reader:
    person.open()
    person.press("Use this sample")
    person.see("Try one of these")
    person.settle()
    return person


def test_a_newcomer_asks_with_two_clicks(newcomer: Callable[..., Reader]) -> None:
    person = with_sample(newcomer())
    person.page.locator('[class*="st-key-chips_"] button').nth(1).click()
    assert re.search(r"\d", person.reply(2))


def test_a_reload_in_the_middle_of_a_turn_loses_nothing(newcomer: Callable[..., Reader], held: Held) -> None:
    person = with_sample(newcomer())
    with held():
        person.say("average quantity by region slowly")
        person.page.get_by_role("button", name="Stop").wait_for()
        person.page.reload()
        person.see("average quantity by region slowly")
        person.page.get_by_role("button", name="Stop").wait_for()
    answer = person.reply(2)
    assert "From all 620 rows." in answer
    person.page.reload()
    person.see("From all 620 rows.")
    assert person.messages.count() == 2


def test_a_click_elsewhere_and_a_second_tab_do_not_break_or_double_a_turn(
    newcomer: Callable[..., Reader], held: Held
) -> None:
    person = with_sample(newcomer())
    with held():
        person.say("average quantity by region slowly")
        person.page.get_by_role("button", name="Stop").wait_for()
        second = person.tab()
        second.goto(person.page.url)
        second.get_by_role("button", name="Stop").wait_for()
        assert second.get_by_test_id("stChatInputTextArea").is_disabled()
        second.close()
        person.go("Data")
        person.go("Chat")
    assert "From all 620 rows." in person.reply(2)
    assert person.messages.count() == 2


def test_stop_works_at_once_and_the_next_question_is_answered(newcomer: Callable[..., Reader], held: Held) -> None:
    person = with_sample(newcomer())
    with held():
        person.say("average quantity by region slowly")
        person.press("Stop")
        person.see(re.compile("^Stopped"))
    answer = person.ask("average quantity by channel")
    assert "From all 620 rows." in answer
    assert "Stopped" in person.messages.nth(1).inner_text()
    assert person.messages.count() == 4


def test_a_file_dropped_into_the_chat_is_loaded_and_asked(newcomer: Callable[..., Reader]) -> None:
    person = newcomer()
    person.open()
    person.page.locator('[data-testid="stChatInput"] input[type=file]').set_input_files(
        {"name": "plants.csv", "mimeType": "text/csv", "buffer": b"plant,height\nfern,10\nfern,20\nmoss,2\nmoss,4\n"}
    )
    person.see("plants.csv")
    person.say("average height by plant")
    answer = person.reply(2)
    assert "fern has the highest average height: 15" in answer
    assert person.values() == {"fern": 15, "moss": 3}
    person.see("4 rows")  # beside the file's name

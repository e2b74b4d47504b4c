"""Replies are parsed by us: fences, thoughts and chatter around them do no harm, and nothing in them acts."""

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.reasoning.chat.language.forms import DecisionForm
from agent.reasoning.chat.replies import UnusableError, json_in, parse_reply, prose

FORM = '{"next_action": "ask", "question": "Which one?"}'


@pytest.mark.parametrize(
    "reply",
    [
        FORM,
        f"```json\n{FORM}\n```",
        f"Sure, here it is:\n{FORM}\nI hope it helps.",
        f"<think>I could say {{x}}</think>{FORM}",
        '{"next_action": "ask", "question": "Which one?", "why": null}',
    ],
)
def test_the_first_object_is_taken(reply: str) -> None:
    assert parse_reply(reply, DecisionForm).question == "Which one?"


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ("", "no JSON"),
        ("Sure.", "no JSON"),
        ('{"next_action": "act", "readings": [', "broken"),
        ("{" * 10_000, "broken"),
        ('{"next_action": "fly"}', "next_action"),
        ('{"next_action": "ask", "password": 1}', "password"),
        ('{"next_action": "act", "readings": [{"label": "x", "specs": []}]}', "specs"),
    ],
)
def test_what_is_wrong_is_said(reply: str, said: str) -> None:
    with pytest.raises(UnusableError, match=said):
        parse_reply(reply, DecisionForm)


@given(st.text())
def test_any_text_is_parsed_or_refused(text: str) -> None:
    with contextlib.suppress(UnusableError):
        assert isinstance(json_in(text), dict)


@given(
    st.dictionaries(st.text(), st.text(), max_size=3),
    st.text(alphabet=st.characters(exclude_characters="{<"), max_size=20),
)
def test_an_object_is_found_after_any_words(data: dict[str, str], before: str) -> None:
    assert json_in(before + json.dumps(data)) == data


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("**Engineering** leads.", "Engineering leads."),
        ("Look ![x](http://evil.test/a.png?d=1) here.", "Look x here."),
        ("See [the table](https://evil.test).", "See the table."),
        ("Go to https://evil.test/a?b=1 now.", "Go to (address left out) now."),
        ("<img src=x onerror=alert(1)>Fine.", "Fine."),
        ("Answer: It is {S1.rows}.", "It is {S1.rows}."),
        ('{"text": "It is {S1.rows}."}', "It is {S1.rows}."),
        ("```\nFine.\n```", "Fine."),
        ("2 < 3 and 4 > 1", "2 < 3 and 4 > 1"),
    ],
)
def test_prose_holds_nothing_that_acts(written: str, read: str) -> None:
    assert prose(written) == read


def test_references_survive_the_cleaning() -> None:
    text = 'Most in {S1["a|b (c)"].salary_mean | .2}, {= S1[#1].n - S1[#2].n} more.'
    assert prose(text) == text

"""Text from data is shown as characters and as nothing else."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from pages.components.escape import JOINER, escape, escape_within, plain_labels, showable, without_links
from pages.components.report_view import lowered


def read_back(markdown: str) -> str:
    """What a Markdown reader shows of escaped text: backslashes gone, characters without width not seen."""
    return re.sub(r"\\(.)", r"\1", markdown).replace(JOINER, "")


@pytest.mark.parametrize(
    "text",
    [
        "![pixel](http://host.example/a.png)",
        "[click](javascript:alert(1))",
        "<img src=x onerror=alert(1)>",
        ":red[warning] :smile: :material/home: :100:",
        "# heading",
        "a | b $x^2$ ~~gone~~ `code` *it* _it_",
        "1. first",
        "&lt;b&gt;",
        "10:30:15",
    ],
)
def test_a_hostile_text_reads_back_as_it_was(text: str) -> None:
    assert read_back(escape(text)) == text


@given(st.text(alphabet="ab1 \\[]()!*_~`:$<>|#&./@-+{}", max_size=40))
def test_every_sign_with_a_meaning_is_behind_a_backslash(text: str) -> None:
    escaped = escape(text)
    bare = re.sub(r"\\.", "", escaped)
    assert not set(bare) & set("[]()!*_~`$<>|#&{}")
    assert read_back(escaped) == " ".join(re.split(r"[\r\n\t]+", text)).strip()


@pytest.mark.parametrize("text", ["http://a.example", "https://a.example/x", "www.a.example", "me@a.example"])
def test_an_address_is_broken_so_that_it_is_never_made_a_link(text: str) -> None:
    bare = escape(text).replace("\\", "")
    assert not re.search(r"https?://", bare)
    assert "www." not in bare
    assert not re.search(r"@\w", bare)


@pytest.mark.parametrize("text", [":smile:", "x :+1: y", ":material/home:", ":100:", ":flag-jp:"])
def test_an_emoji_name_stays_a_name(text: str) -> None:
    assert not re.search(r":[\w+/-]+:", escape(text).replace("\\", ""))


def test_a_time_of_day_is_left_whole() -> None:
    assert JOINER not in escape("10:30:15")


def test_line_breaks_cannot_start_a_heading_or_a_list() -> None:
    assert "\n" not in escape("a\n# b\r\n- c")


def test_signs_that_break_a_page_are_replaced() -> None:
    assert showable("a\ud800b\x00c\u202ed") == "a\ufffdb\ufffdc\ufffdd"


def test_blanks_between_pieces_of_a_line_are_kept() -> None:
    assert escape_within(" mean of ") == " mean of "
    assert escape_within(" ") == " "
    assert escape_within("") == ""


@pytest.mark.parametrize(
    "text", ["![x](http://a.example/p.png)", "[x](http://a.example)", "[x]: http://a.example", "<http://a.example>"]
)
def test_a_report_keeps_no_link(text: str) -> None:
    calm = without_links(text)
    assert not re.search(r"\]\(|\]:|https?://|(?<!\\)<", calm)


def test_a_report_keeps_headings_lists_and_tables() -> None:
    text = "# Title\n\n- **a**\n- b\n\n| x | y |\n|---|---|\n| 1 | 2 |"
    assert without_links(text) == text


def test_a_chart_label_makes_no_link_and_keeps_line_breaks() -> None:
    figure: JsonValue = {"data": [{"x": ["<a href='http://a.example'>y</a>", "b<br>c", 3]}]}
    assert plain_labels(figure) == {"data": [{"x": ["&lt;a href='http://a.example'>y&lt;/a>", "b<br>c", 3]}]}


def test_a_comment_of_a_program_is_no_heading() -> None:
    shown = lowered("# Title\n\n````python\n# a comment\n```\n# another\n````\n\n## Part")
    assert shown == "## Title\n\n````python\n# a comment\n```\n# another\n````\n\n### Part"

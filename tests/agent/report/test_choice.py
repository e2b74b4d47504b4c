"""What a person leaves out of their report is not in it, in no kind of file; all else stays as it was."""

import io
import re
from collections.abc import Callable
from dataclasses import replace
from typing import get_args

import docx
import pytest
from pydantic import ValidationError

from agent.report.choice import LONGEST_OPENING, LONGEST_TITLE, ReportChoice, ReportPart
from agent.report.composition import compose
from agent.report.content import ReportContent
from agent.report.html import write_html
from agent.report.markdown import write_markdown
from agent.report.word import write_word
from agent.state import Artifact
from tests.agent.report.content import cited, plot_artifacts, table_artifact, turn
from tests.agent.report.test_html import Page

HEADS: dict[ReportPart, str] = {
    "findings": "What was found", "method": "How this was computed", "data": "The data",
    "decisions": "What was decided, and what to keep in mind", "next": "Next questions", "notes": "Footnotes",
}  # fmt: skip
SECOND = Artifact(**{**plot_artifacts()[0], "artifact_id": "A9", "title": "The second picture"})


def content(**chosen: object) -> ReportContent:
    """Two answers with a picture each, and something for every part."""
    answer = cited("The mean is 21.", "21")
    pictures = {one["artifact_id"]: one for one in (*plot_artifacts(), SECOND)}
    return ReportContent(
        title="What the keys say",
        conclusion=answer,
        turns=(
            turn("What is the mean?", answer, ["A1", "A2", "A3"]),
            turn("And as a chart?", cited("It is 57.", "57"), ["A9"], turn_id="t2"),
        ),
        artifacts={"A1": table_artifact(), **pictures},
        datasets=(),
        caveats=("A small data set.",),
        next_questions=("What else?",),
        choice=ReportChoice(**chosen),  # type: ignore[arg-type]
    )


def unpainted(given: ReportContent) -> ReportContent:
    """The same without pictures, which take long to paint."""
    return replace(given, artifacts={"A1": table_artifact()}, turns=given.turns[:1])


def word(given: ReportContent) -> str:
    return "\n".join(one.text for one in docx.Document(io.BytesIO(write_word(given))).paragraphs)


@pytest.mark.parametrize("part", [part for part in HEADS if part != "data"])
def test_a_part_that_is_left_out_is_in_no_file(part: ReportPart) -> None:
    whole, less = (unpainted(one) for one in (content(), content(left_out=frozenset({part}))))
    written: tuple[Callable[[ReportContent], str], ...] = (
        lambda given: write_markdown(given, figures="none"),
        lambda given: Page(write_html(given).decode()).text,
    )
    others = [head for name, head in HEADS.items() if name not in (part, "data")]
    for text in written:
        assert HEADS[part] in text(whole)
        assert HEADS[part] not in text(less)
        assert all(head in text(less) for head in others)


def test_a_document_of_word_has_the_same_parts() -> None:
    whole = compose(unpainted(content()))
    assert all(HEADS[part] in word(unpainted(content())) for part in whole.offered.parts if part in HEADS)
    least = word(unpainted(content(left_out=frozenset(get_args(ReportPart)))))
    assert not any(head in least for head in HEADS.values())


def test_findings_that_are_left_out_stand_with_their_answer() -> None:
    less = write_markdown(content(left_out=frozenset({"findings"})), figures="none")
    assert re.search(r"## 1\\\. What is the mean\?\n\nThe mean is 21", less)
    assert "The mean is" in write_markdown(content(), figures="none").partition("## 1")[0]


def test_without_footnotes_no_number_leads_to_one() -> None:
    less = content(left_out=frozenset({"notes"}))
    mark = re.compile(r"(?<!\\)\[\^\d")
    assert mark.search(write_markdown(content(), figures="none"))
    assert not mark.search(write_markdown(less, figures="none"))
    assert "<sup>" not in write_html(unpainted(less)).decode()
    assert not re.search(r"\[\d\]", word(unpainted(less)))


def test_the_picture_that_was_chosen_leads_and_stands_only_there() -> None:
    lines = write_markdown(content(picture="A9"), figures="linked").split("## 1")
    assert "(figures/A9.png)" in lines[0] and "(figures/A9.png)" not in lines[1]
    assert "(figures/A9.png)" not in write_markdown(content(), figures="linked").split("## 1")[0]


def test_without_a_first_picture_each_stands_with_its_answer() -> None:
    first, *rest = write_markdown(content(left_out=frozenset({"picture"})), figures="linked").split("## 1")
    assert "figures/" not in first
    assert len(re.findall(r"figures/", "".join(rest))) == 2


def test_a_picture_that_is_no_longer_told_leads_nowhere() -> None:
    assert write_markdown(content(picture="A77"), figures="linked") == write_markdown(content(), figures="linked")


def test_words_of_the_person_head_the_report_as_text() -> None:
    given = content(title="For **Ada**", opening="Read [this](http://evil.example) first.")
    markdown = write_markdown(given, figures="none")
    assert markdown.startswith("# For \\*\\*Ada\\*\\*\n\nRead \\[this\\]")
    given = unpainted(given)
    page = Page(write_html(given).decode())
    assert "Read [this](http://evil.example) first." in page.text
    assert all(link.startswith("#") for link in page.attributes("href"))
    assert word(given).startswith("For **Ada**\nRead [this]")


def test_what_can_be_decided_is_offered_whatever_was_decided() -> None:
    everything = frozenset(get_args(ReportPart))
    whole, least = compose(content()).offered, compose(content(left_out=everything)).offered
    assert whole == least
    assert set(whole.parts) == {"findings", "picture", "method", "decisions", "next", "notes"}, "none that has nothing"
    assert [(place, one["artifact_id"]) for place, one in whole.pictures] == [(1, "A2"), (2, "A9")]


def test_numbers_that_are_not_verified_are_always_said() -> None:
    wrong = cited("About 99.", "99", verified=False)
    given = replace(content(left_out=frozenset(get_args(ReportPart))), turns=(turn("Really?", wrong, []),))
    assert "~~99~~" in write_markdown(given, figures="none")
    assert "Numbers that are not verified" in write_markdown(given, figures="none")


def test_a_choice_is_kept_as_text_and_damage_is_told() -> None:
    choice = ReportChoice(("t2", "t1"), frozenset({"notes"}), "A9", "a", "b")
    assert ReportChoice.of(choice.kept()) == choice
    assert ReportChoice.of("") == ReportChoice()
    with pytest.raises(ValidationError):
        ReportChoice.of('{"left_out": ["answers"]}')


def test_words_are_short_and_on_one_line() -> None:
    long = ReportChoice(title="a\nb " * 200, opening="c\u2028" * 900).tidied()
    assert len(long.title) <= LONGEST_TITLE and len(long.opening) <= LONGEST_OPENING
    assert "\n" not in long.title and "\u2028" not in long.opening

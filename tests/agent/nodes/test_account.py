"""A question about the answer before is answered in the talk, from the record, whoever reads the questions."""

import pytest

from agent.service import AnalystService

TEAMS = b"team,site,score,age\nA,x,3,20\nA,y,5,31\nB,x,4,25\nB,x,4,25\nB,y,9,61\nA,x,,22\nB,y,8,33\n"


@pytest.fixture
def service() -> tuple[AnalystService, str]:
    found = AnalystService()
    conversation = found.start_conversation("someone")
    found.datasets.add(conversation, "teams.csv", TEAMS)
    return found, conversation


def test_the_last_computed_answer_is_accounted_for_with_references(service: tuple[AnalystService, str]) -> None:
    asked, conversation = service
    answer = asked.ask(conversation, "average score")
    asked.ask(conversation, "what is a median?")
    told = asked.ask(conversation, "how did you get that number?")
    assert told["status"] == "explained" and "“average score”" in told["answer"]["text"]
    assert "5.5 = all values of score added up, divided by 6" in told["answer"]["text"]
    cited = {cell["artifact_id"] for one in told["answer"]["citations"] for cell in one["cells"]}
    assert cited == set(answer["artifact_ids"])
    assert all(one["verified"] for one in told["answer"]["citations"])


def test_the_talk_goes_on_after_it(service: tuple[AnalystService, str]) -> None:
    asked, conversation = service
    asked.ask(conversation, "average score by team")
    asked.ask(conversation, "are you sure?")
    assert asked.ask(conversation, "and by site?")["interpretation"] == "average score by site"


def test_nothing_answered_yet_is_said(service: tuple[AnalystService, str]) -> None:
    asked, conversation = service
    told = asked.ask(conversation, "how was this computed?")
    assert told["status"] == "explained" and told["answer"]["text"].startswith("Nothing has been answered yet")


@pytest.mark.parametrize(
    ("question", "doubts"),
    [
        ("average score by team", ["are you sure?", "why is that?", "is that a lot?"]),
        ("Durchschnitt von score je team", ["Bist du sicher?", "Warum?", "Ist das viel?"]),
        ("team別のscoreの平均", ["本当？", "なぜ？", "それは多い？"]),
    ],
)
def test_every_question_offered_is_one_that_is_answered(
    service: tuple[AnalystService, str], question: str, doubts: list[str]
) -> None:
    asked, conversation = service
    for doubt in doubts:
        asked.ask(conversation, question)
        offered = asked.ask(conversation, doubt)["next_questions"]
        assert offered
        assert {asked.ask(conversation, each)["status"] for each in offered} == {"answered"}

"""Japanese questions: groups, bounds, denials and cells; no word of meaning is dropped for want of blanks."""

from typing import Any

import pytest

from tests.agent.reasoning.reading.conftest import Talk
from tests.agent.reasoning.reading.test_read import ROWS, spec_of

NOT_HANDED_IN = [{"col": "提出済", "op": "==", "value": "いいえ"}]
NOT_GIVEN_BACK = [{"col": "返却日", "op": "is_null"}]
WORDINGS: list[tuple[str, str, dict[str, Any]]] = [
    ("gakusei.csv", "組別の数学の平均点", {"group_cols": ["組"], "metrics": {"数学": ["mean"]}}),
    ("gakusei.csv", "男女別の国語の平均点は？", {"group_cols": ["性別"], "metrics": {"国語": ["mean"]}}),
    ("gakusei.csv", "学年と組ごとの国語の平均点", {"group_cols": ["学年", "組"]}),
    ("gakusei.csv", "2年A組の国語の平均点",
     {"filters": [{"col": "組", "op": "==", "value": "A"}, {"col": "学年", "op": "==", "value": 2}]}),
    ("gakusei.csv", "国語が80点を超える生徒は何人？", {"filters": [{"col": "国語", "op": ">", "value": 80}]}),
    ("gakusei.csv", "まだ提出していない生徒は何人ですか", {"filters": NOT_HANDED_IN, "metrics": ROWS}),
    ("gakusei.csv", "未返却は何件ですか", {"filters": NOT_GIVEN_BACK, "metrics": ROWS}),
    ("gakusei.csv", "返却日がない生徒は何人", {"filters": NOT_GIVEN_BACK, "metrics": ROWS}),
    ("gakusei.csv", "国語が80点以上の生徒の割合は何％？", {"does": "share_ratio"}),
    ("games.csv", "ホームチーム別の平均観客数", {"group_cols": ["home team"], "metrics": {"attendance": ["mean"]}}),
    ("games.csv", "雨の日の試合は何試合？", {"filters": [{"col": "weather", "op": "==", "value": "rain"}]}),
    ("games.csv", "未払いの試合は何件？", {"filters": [{"col": "paid", "op": "==", "value": "no"}]}),
]  # fmt: skip


@pytest.mark.parametrize(("file", "question", "expected"), WORDINGS, ids=[question for _, question, _ in WORDINGS])
def test_a_japanese_wording_has_one_reading(file: str, question: str, expected: dict[str, Any]) -> None:
    decision = Talk(file).ask(question)
    spec = spec_of(decision)
    assert len(decision.readings) == 1, [reading.label for reading in decision.readings]
    assert {key: spec.get(key) for key in expected} == expected


@pytest.mark.parametrize("question", ["奨学金の生徒は何人ですか", "教科ごとの人数", "ドローン部の国語の平均点"])
def test_words_without_a_place_are_asked_about(question: str) -> None:
    assert Talk("gakusei.csv").ask(question).next_action == "ask"


def test_a_missing_subject_is_named() -> None:
    decision = Talk("gakusei.csv").ask("理科の平均点は？")
    assert decision.next_action == "ask"
    assert "理科" in decision.clarifying_questions[0]


def test_a_question_about_its_rows_keeps_their_condition() -> None:
    talk = Talk("gakusei.csv")
    talk.ask("まだ提出していない生徒は何人ですか")
    assert spec_of(talk.ask("その国語の平均は？"))["filters"] == NOT_HANDED_IN


def test_an_english_question_finds_japanese_names_and_cells() -> None:
    spec = spec_of(Talk("gakusei.csv").ask("How many girls scored above 75 in math?"))
    assert {(item["col"], item["value"]) for item in spec["filters"]} == {("性別", "女"), ("数学", 75)}


def test_how_long_people_wait_is_no_money() -> None:
    assert Talk("games.csv").ask("平均でどのくらい待たされてる？").next_action == "ask"

"""What a person says at a checkpoint, read by rules."""

from typing import Any

import pytest

from agent.nodes.study.checkpoints import choice_control, number_control, text_control, toggle_control
from agent.nodes.words import say
from agent.reasoning.prompts import Decision, Read, ReadQuestion
from agent.reasoning.rules.study.change import read_study_change
from agent.reasoning.rules.study.plan import plan_study
from agent.reasoning.study_prompts import PlanStudy, ReadStudyChange, StudyChange
from agent.specs.base import filters_in
from agent.specs.parse import parse_spec
from agent.specs.reading import Reading
from agent.specs.study import CheckpointStep, StudyScope
from languages.phrase_files import telling
from registry.store import DatasetStore
from tests.agent.workflows.studies import shop

STORE = DatasetStore()
SHOP = STORE.add("owner", "shop.csv", shop().to_csv(index=False).encode())


def plan(question: str) -> StudyScope:
    matches = STORE.find_values("owner", question)
    scope = plan_study(PlanStudy(question, (SHOP.profile,), matches)).scope
    assert scope is not None
    return scope


def heard(words: str, step: CheckpointStep = "data_prep", scope: StudyScope | None = None) -> StudyChange:
    matches = STORE.find_values("owner", words)
    return read_study_change(
        ReadStudyChange(words, step, scope or plan("What drives price?"), (SHOP.profile,), matches)
    )


def changed(words: str, step: CheckpointStep = "data_prep", scope: StudyScope | None = None) -> StudyScope:
    reply = heard(words, step, scope)
    assert reply.action == "change" and reply.scope is not None, reply.unclear
    return reply.scope


def conditions(scope: StudyScope) -> list[tuple[str, str, object]]:
    return [(condition.col, condition.op, condition.value) for condition in filters_in(scope.filters)]


@pytest.mark.parametrize("words", ["ok", "Yes, please.", "go on", "Looks good", "weiter", "はい"])
def test_agreement(words: str) -> None:
    assert heard(words).action == "accept"


@pytest.mark.parametrize("words", ["skip", "you decide", "no more questions", "überspringen"])
def test_no_more_questions(words: str) -> None:
    assert heard(words).action == "skip"


@pytest.mark.parametrize(
    ("words", "filters"),
    [
        ("only 2024", [("day", "==", "2024")]),
        ("only West", [("region", "==", "West")]),
        ("just North and South", [("region", "in", ["North", "South"])]),
        ("without West", [("region", "!=", "West")]),
        ("only 2024, only Web", [("day", "==", "2024"), ("channel", "==", "Web")]),
        ("nur 2024", [("day", "==", "2024")]),
    ],
)
def test_filters_in_words(words: str, filters: list[tuple[str, str, object]]) -> None:
    assert conditions(changed(words)) == filters


def reads(**spec: Any) -> Read:
    """A reader that reads every question as this measure."""

    def read(prompt: ReadQuestion) -> Decision:
        assert prompt.history[-1].question == "How many rows are there?"
        reading = Reading(reading_id="c1", label="", specs=[parse_spec({"op": "groupby_agg", **spec})])
        return Decision(next_action="act", rationale="", readings=[reading])

    return read


def test_a_condition_in_other_words_is_what_the_reader_counts_rows_by() -> None:
    above = {"col": "pieces", "op": ">", "value": 3}
    prompt = ReadStudyChange("pieces above 3", "data_prep", plan("What drives price?"), (SHOP.profile,))
    reply = read_study_change(prompt, reads(metrics={"*": ["count"]}, filters=[above]))
    assert reply.scope is not None and conditions(reply.scope) == [("pieces", ">", 3)]
    assert read_study_change(prompt).action == "unclear", "nobody reads"
    other = reads(metrics={"pieces": ["max"]}, filters=[above])
    assert read_study_change(prompt, other).action == "unclear", "it was read as another question"


def test_a_filter_on_the_same_column_replaces_the_one_before_and_others_stay() -> None:
    scope = changed("only Web", scope=changed("only 2023"))
    assert conditions(changed("only 2024", scope=scope)) == [("channel", "==", "Web"), ("day", "==", "2024")]
    assert changed("all rows", scope=scope).filters == []


def test_every_part_of_what_was_said_counts() -> None:
    reply = heard("use pieces and only 2024, but without channel; 5 buckets; by quarter; go on")
    assert reply.scope is not None and reply.go_on
    scope = reply.scope
    assert (scope.outcome, scope.buckets, scope.grain) == ("pieces", 5, "quarter")
    assert conditions(scope) == [("day", "==", "2024")] and "channel" not in scope.columns


def test_one_part_that_is_not_understood_makes_no_half_change() -> None:
    reply = heard("only 2024; paint it blue")
    assert reply.action == "unclear" and "“paint it blue”" in reply.unclear


def test_another_outcome_takes_the_old_one_as_a_driver() -> None:
    scope = changed("use pieces instead")
    assert scope.outcome == "pieces" and "price (EUR)" in scope.columns and "pieces" not in scope.columns
    share = changed("use returned instead")
    assert (share.outcome, share.outcome_value) == ("returned", "Yes")


def test_columns_left_out_can_come_back() -> None:
    scope = changed("without channel and region")
    assert {"channel", "region"} <= {left.column for left in scope.left_out}
    assert "region" in changed("add region", scope=scope).columns


def test_after_the_analysis_a_column_is_taken_out_of_the_ranking_only() -> None:
    scope = changed("leave out region", "synthesizer")
    assert scope.dropped == ["region"] and "region" in scope.columns
    assert changed("add region", "synthesizer", scope).dropped == []


@pytest.mark.parametrize(
    ("words", "ease"),
    [
        ("ease of region: 4", {"region": 4}),
        ("region is easy to change", {"region": 5}),
        ("region and channel are hard", {"region": 1, "channel": 1}),
    ],
)
def test_ease_in_words(words: str, ease: dict[str, int]) -> None:
    assert changed(words, "synthesizer").ease == ease


@pytest.mark.parametrize("words", ["ease of region: 9", "99 buckets", "ease of mood: 3"])
def test_what_cannot_be_is_not_understood(words: str) -> None:
    assert heard(words).action == "unclear"


# ---------------------------------------------------------------- the scope to begin with


def test_the_question_names_the_outcome_and_the_rows() -> None:
    scope = plan("What drives pieces in 2024?")
    assert scope.outcome == "pieces" and conditions(scope) == [("day", "==", "2024")]


def test_without_a_name_money_is_explained_and_it_is_said() -> None:
    reply = plan_study(PlanStudy("Look into this", (SHOP.profile,)))
    assert reply.scope is not None and reply.scope.outcome == "price (EUR)"
    assert reply.assumptions == ["The question names no outcome, so price (EUR) is explained."]


def test_a_column_that_names_rows_drives_nothing() -> None:
    scope = plan("What drives price?")
    assert [(left.column, left.why) for left in scope.left_out] == [("order", "it names rows")]


@pytest.mark.parametrize("language", ["en", "de", "ja"])
def test_what_a_control_sends_is_understood(language: str) -> None:
    """A control sends its words as an answer: "ohne pieces", "pieces を除いて"."""
    scope = plan("What drives price?")
    with telling(language):
        sent = {
            name: str(control["says"]).replace("{value}", value)
            for name, control, value in (
                ("outcome", choice_control("outcome", "", []), "pieces"),
                ("columns", choice_control("without", "", []), "pieces"),
                ("grain", choice_control("grain", "", []), say("study.grain.year")),
                ("buckets", number_control("buckets", 4, 2, 10), "6"),
                ("ease", number_control("ease", 3, 1, 5, place=1, column="region"), "5"),
                ("filters", text_control("filters", "", ""), "West"),
                ("critique", {"says": toggle_control("critique", True)["says_not"]}, ""),
            )
        }
        for part, words in sent.items():
            after = changed(words, scope=scope)
            assert getattr(after, part) != getattr(scope, part), words
        without = changed(sent["columns"], scope=scope)
        back = str(choice_control("with", "", [])["says"]).replace("{value}", "pieces")
        assert "pieces" in changed(back, scope=without).columns
        assert heard(say("study.says_accept")).action == "accept" or language == "ja"

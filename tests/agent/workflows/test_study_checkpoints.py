"""Checkpoints of a study: accept, change in words or by controls, skip, stop; stale buttons."""

from typing import cast

import pytest

from agent.errors import StaleAnswerError
from agent.service import PickedOption
from tests.agent.workflows.studies import QUESTION, nodes_of, shop, statuses, table, talk

# ---------------------------------------------------------------- checkpoints


def test_a_filter_at_the_prep_checkpoint_changes_the_rows_and_is_shown_before_it_counts() -> None:
    one = talk()
    one.say(QUESTION)
    one.pick("accept")
    first = one.open["checkpoint_id"]
    changed = one.say("only 2024", workflow="react")  # a pending study continues, whatever is the default
    rows = int(shop()["day"].str.startswith("2024").sum())
    assert (changed["workflow"], one.step) == ("guided_study", "data_prep")
    assert one.open["checkpoint_id"] != first
    assert f"{rows} of 400 rows are used, those where day is 2024" in changed["answer"]["text"]
    one.pick("accept")
    last = one.pick("accept")
    assert (last["rows_used"], last["rows_total"]) == (rows, 400)
    frame = shop()[lambda all_rows: all_rows["day"].str.startswith("2024")]
    means = frame.groupby("region")["price (EUR)"].transform("mean")
    price = frame["price (EUR)"]
    eta = ((means - price.mean()) ** 2).sum() / ((price - price.mean()) ** 2).sum()
    ranking = table(one.service, one.conversation, last["artifact_ids"][0])
    assert ranking["region"]["impact_pct"] == pytest.approx(100 * (1 - (1 - eta) * (rows - 1) / (rows - 3)))
    report = one.service.file(one.conversation, last["report_file_path"]).decode()
    assert "you changed (“only 2024”)" in report


def test_a_stale_button_is_refused_with_a_sentence_and_changes_nothing() -> None:
    one = talk()
    one.say(QUESTION)
    old = PickedOption(one.open["checkpoint_id"], "accept")
    one.pick("accept")
    open_now = one.open
    with pytest.raises(StaleAnswerError, match="no longer open"):
        one.service.answer(one.conversation, old)
    assert one.open == open_now and len(one.service.turns(one.conversation)) == 2


def test_another_outcome_is_agreed_upon_again() -> None:
    one = talk()
    one.say(QUESTION)
    changed = one.say("use pieces instead")
    assert one.step == "data_discovery" and "To be explained: pieces" in changed["answer"]["text"]
    one.pick("accept")
    one.say("use price (EUR) instead")
    assert one.step == "data_discovery"  # from a later checkpoint back to the scope


def test_ease_changes_the_ranking_at_the_synthesis_checkpoint_without_another_analysis() -> None:
    one = talk()
    one.say(QUESTION)
    one.pick("accept")
    before = one.pick("accept")
    changed = one.say("region is very hard to change; ease of pieces: 5")
    assert one.step == "synthesizer" and nodes_of(changed) == ["route_turn", "supervisor", "synthesizer"]
    ranking = table(one.service, one.conversation, changed["artifact_ids"][0])
    assert next(iter(ranking)) == "pieces"
    assert (ranking["region"]["ease"], ranking["pieces"]["ease"]) == (1, 5)
    assert changed["artifact_ids"][1:] == before["artifact_ids"][1:]


def test_rows_changed_at_the_synthesis_checkpoint_are_analysed_anew_and_only_the_synthesis_is_asked() -> None:
    one = talk()
    one.say(QUESTION)
    one.pick("accept")
    one.pick("accept")
    changed = one.say("only North and South")
    assert one.step == "synthesizer"
    assert "data_prep" in nodes_of(changed) and "friction" in nodes_of(changed)
    assert "Dominant driver: pieces" in changed["answer"]["text"]


def test_a_change_with_go_on_goes_on() -> None:
    one = talk()
    one.say(QUESTION)
    one.pick("accept")
    one.say("only West, 5 buckets; go on")
    assert one.step == "synthesizer"


def test_skip_decides_the_rest_and_the_report_says_who() -> None:
    one = talk()
    one.say(QUESTION)
    last = one.pick("skip")
    assert last["status"] == "answered" and statuses(last) == ["done"] * 5
    report = one.service.file(one.conversation, last["report_file_path"]).decode()
    assert "Rows and buckets: Tally accepted" in report and "Scope and columns: you skipped" in report


def test_words_that_are_not_understood_leave_the_checkpoint_open_and_say_what_can_be_said() -> None:
    one = talk()
    one.say(QUESTION)
    one.pick("accept")
    before = one.open["checkpoint_id"]
    again = one.say("purple monkeys")
    assert one.step == "data_prep" and one.open["checkpoint_id"] != before
    assert "I did not understand “purple monkeys”" in again["answer"]["text"]


def test_a_study_can_be_ended() -> None:
    one = talk()
    one.say(QUESTION)
    ended = one.say("stop the study")
    assert ended["status"] == "answered" and one.service.pending(one.conversation) is None
    assert set(statuses(ended)) == {"blocked"}
    assert one.say("How many rows?", workflow="react")["workflow"] == "react"


def test_without_critique_none_is_made() -> None:
    one = talk()
    one.say(QUESTION)
    one.pick("accept")
    one.pick("accept")
    one.say("without critique")
    last = one.pick("accept")
    assert "critique" not in nodes_of(last) and last["caveats"] == []


def test_controls_carry_their_values_and_the_words_that_set_them() -> None:
    one = talk()
    one.say(QUESTION)
    one.pick("accept")
    one.pick("accept")
    controls = cast(list[dict[str, object]], one.open["context"]["controls"])
    ease = next(control for control in controls if control["label"] == "Ease of changing region")
    assert (ease["value"], ease["low"], ease["high"]) == (3, 1, 5)
    one.say(str(ease["says"]).replace("{value}", "4"))
    controls = cast(list[dict[str, object]], one.open["context"]["controls"])
    assert next(one["value"] for one in controls if one["label"] == "Ease of changing region") == 4

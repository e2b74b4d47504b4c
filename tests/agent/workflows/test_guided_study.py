"""Seed 004: the whole study with rules and with a script, and the questions afterwards."""

import re
from collections.abc import Iterator
from typing import cast

import pytest

from agent.nodes.study.facts import NAME
from agent.reasoning.study_prompts import AnswerFromStudy, PlanStudy, StudyAnswer, StudyPlan, StudyText, TellStudy
from agent.specs.study import StudyScope
from agent.state import PendingInput, TurnRecord
from tests.agent.workflows.studies import (
    QUESTION,
    Scripted,
    done_study,
    finished,
    nodes_of,
    shop,
    statuses,
    table,
    talk,
)
from tests.test_languages import words_of, words_only_english

# ---------------------------------------------------------------- from the question to the report


def test_a_whole_study_in_four_turns() -> None:
    one = talk()
    asked = one.say(QUESTION)
    assert (asked["status"], one.step) == ("asked", "data_discovery")
    assert "price (EUR)" in asked["answer"]["text"] and "order (it names rows)" in asked["answer"]["text"]
    assert statuses(asked) == ["in_progress", "todo", "todo", "todo", "todo"]
    prepared = one.pick("accept")
    assert (prepared["status"], one.step) == ("asked", "data_prep")
    assert "400 of 400 rows" in prepared["answer"]["text"]
    assert statuses(prepared) == ["done", "in_progress", "todo", "todo", "todo"]
    synthesised = one.pick("accept")
    assert (synthesised["status"], one.step) == ("asked", "synthesizer")
    assert "Dominant driver: region" in synthesised["answer"]["text"]
    assert statuses(synthesised) == ["done", "done", "done", "in_progress", "todo"]
    reported = one.pick("accept")
    assert reported["status"] == "answered" and one.service.pending(one.conversation) is None
    assert statuses(reported) == ["done"] * 5
    assert (reported["plan_steps_completed"], reported["plan_steps_total"]) == (5, 5)
    texts = [turn["answer"] for turn in one.service.turns(one.conversation)]
    assert all(citation["verified"] for text in texts for citation in text["citations"])


def test_the_nodes_run_in_the_order_of_the_seed() -> None:
    one = done_study()
    nodes = [nodes_of(turn) for turn in one.service.turns(one.conversation)]
    assert nodes[0] == ["route_turn", "supervisor", "data_discovery"]
    assert nodes[1] == ["route_turn", "supervisor", "data_prep"]
    analysts = ["analyst_segments", "analyst_time", "analyst_relationships", "analyst_quality"]
    assert nodes[2] == ["route_turn", "supervisor", *analysts, "friction", "synthesizer"]
    assert nodes[3] == ["route_turn", "supervisor", "critique", "reporting", "supervisor"]


def test_the_numbers_are_those_of_pandas() -> None:
    one = done_study()
    last = one.service.turns(one.conversation)[3]
    ranking = table(one.service, one.conversation, last["artifact_ids"][0])
    frame = shop()
    price = frame["price (EUR)"]
    means = frame.groupby("region")["price (EUR)"].transform("mean")
    eta = ((means - price.mean()) ** 2).sum() / ((price - price.mean()) ** 2).sum()
    assert ranking["region"]["impact_pct"] == pytest.approx(100 * (1 - (1 - eta) * 399 / 397))
    assert ranking["region"]["highest"] == "West"
    r = price.corr(frame["pieces"])
    assert ranking["pieces"]["impact_pct"] == pytest.approx(100 * (1 - (1 - r**2) * 399 / 398))
    assert list(ranking)[:2] == ["region", "pieces"]


def test_the_report_and_the_data_are_files_in_memory() -> None:
    one = done_study()
    last = one.service.turns(one.conversation)[3]
    report = one.service.file(one.conversation, last["report_file_path"]).decode()
    for part in (
        "Drivers, ranked",
        "Method",
        "What was assumed",
        "Who decided what",
        "what to keep in mind",
        "data:image/png",
    ):
        assert part in report
    assert "Scope and columns: you accepted" in report and "Steiger" in report
    assert "unverified" not in report and "<s " not in report
    data = one.service.file(one.conversation, last["data_file_path"]).decode("utf-8-sig")
    assert data.splitlines()[0].startswith('"driver","column","ease","score","impact (%)"')


def test_the_study_is_in_the_report_of_the_conversation_too() -> None:
    one = done_study()
    assert "region explains" in (one.service.report_markdown(one.conversation) or "")


# ---------------------------------------------------------------- questions afterwards


def test_questions_are_answered_from_the_study() -> None:
    one = finished(talk())
    driver = one.say("What is the main driver?")
    assert (driver["status"], driver["workflow"]) == ("answered", "guided_study")
    assert driver["answer"]["text"].startswith("region explains")
    assert nodes_of(driver) == ["route_turn", "supervisor", "qa_agent", "supervisor"]
    west = shop().groupby("region")["price (EUR)"].mean()["West"]
    assert f"€{west:,.2f}" in one.say("And West?")["answer"]["text"]
    assert "95 % intervals" in one.say("How sure is that?")["answer"]["text"]
    assert "you accepted" in one.say("What was decided?")["answer"]["text"]
    assert "it names rows" in one.say("Why not order?")["answer"]["text"]
    unknown = one.say("What is the weather?")
    assert "do not tell this" in unknown["answer"]["text"] and unknown["status"] == "answered"


def test_another_question_of_what_drives_something_is_another_study() -> None:
    one = finished(talk())
    turn = one.say("What drives pieces?")
    assert one.step == "data_discovery" and "To be explained: pieces" in turn["answer"]["text"]
    assert statuses(turn)[0] == "in_progress"


def test_other_questions_go_to_ask_after_the_study() -> None:
    one = finished(talk())
    turn = one.say("How many orders are there?", workflow="react")
    assert (turn["workflow"], turn["status"]) == ("react", "answered") and "plan_tasks" not in turn


# ---------------------------------------------------------------- with another mind


def test_a_figure_by_hand_is_sent_back_once_and_then_struck() -> None:
    def invented(prompt: TellStudy) -> StudyText:
        return StudyText(text="Everything rose by 123.4 %.")

    script = Scripted({TellStudy: invented})
    one = talk(script)
    one.say(QUESTION)
    last = one.pick("skip")
    assert [citation["display"] for citation in last["answer"]["citations"] if not citation["verified"]] == ["123.4 %"]
    summaries = [prompt for prompt in script.prompts if isinstance(prompt, TellStudy) and prompt.part == "summary"]
    assert [bool(prompt.violations) for prompt in summaries] == [False, True]


def test_a_reference_that_leads_nowhere_is_replaced() -> None:
    one = talk(Scripted({TellStudy: lambda _: StudyText(text="It is {ranking[nobody].impact_pct}.")}))
    one.say(QUESTION)
    assert one.pick("skip")["answer"]["text"] == "What was found is in the table."


def test_a_scope_of_columns_that_are_not_there_is_refused() -> None:
    scope = StudyScope(dataset_id="nowhere", outcome="profit", columns=["mood"])
    one = talk(Scripted({PlanStudy: lambda _: StudyPlan(scope=scope, rationale="Sure.")}))
    turn = one.say(QUESTION)
    assert "the data do not have" in turn["answer"]["text"] and one.service.pending(one.conversation) is None


def test_a_scripted_answer_stands_under_the_number_lock() -> None:
    answer = StudyAnswer(text="It is 77.7 percent.", found=True, artifact_ids=["A999"])
    one = finished(talk(Scripted({AnswerFromStudy: lambda _: answer})))
    turn = one.say("How much?")
    assert not turn["answer"]["citations"][0]["verified"] and turn["artifact_ids"] == []


def test_the_same_study_is_told_in_the_same_words() -> None:
    texts = []
    for _ in range(2):
        one = finished(talk())
        texts.append([turn["answer"]["text"] for turn in one.service.turns(one.conversation)])
    assert texts[0] == texts[1] and all(re.search(r"\d", text) for text in texts[0])


def test_what_the_top_drivers_explain_together_is_told_and_can_be_asked_for() -> None:
    one = done_study()
    last = next(turn for turn in one.service.turns(one.conversation) if turn.get("report_file_path"))
    joint = table(one.service, one.conversation, last["artifact_ids"][1])
    (name,) = joint
    assert name == "region + pieces"
    together = f"{joint[name]['together_pct']:.1f} %"
    assert f"{name} explain {together} of the variation of price (EUR) together" in last["answer"]["text"]
    report = one.service.file(one.conversation, last["report_file_path"]).decode()
    assert "adjusted R squared" in report and "explain of price (EUR) together" in report
    assert together in one.say("Do the shares add up?")["answer"]["text"]
    assert together.replace(".", ",") in one.say("Wie viel erklären sie zusammen?")["answer"]["text"]
    assert together in one.say("合わせてどのくらい説明しますか？")["answer"]["text"]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Was ist der wichtigste Treiber?", "region erklärt"),
        ("Wie sicher ist das? Gib mir die Intervalle", "95-%-Intervalle"),
        ("Was wurde entschieden?", "Umfang und Spalten"),
        ("Welche Vorbehalte gibt es?", "cause it is not shown"),
        ("主な要因は何ですか？", "のばらつきの 66 % を説明します"),
        ("どのくらい確かですか？", "95 % 区間"),
        ("何を決めましたか？", "範囲と列"),
        ("注意点はありますか？", "cause it is not shown"),
    ],
)
def test_questions_are_understood_in_german_and_japanese(said: str, told: str) -> None:
    one = done_study()
    assert told in one.say(said)["answer"]["text"]


@pytest.mark.parametrize(
    ("said", "step"),
    [
        ("mach weiter", "data_prep"),
        ("weitermachen bitte", "data_prep"),
        ("進めてください", "data_prep"),
        ("はい、お願いします", "data_prep"),
        ("ohne channel", "data_discovery"),
        ("channel以外", "data_discovery"),
        ("nimm pieces stattdessen", "data_discovery"),
    ],
)
def test_checkpoints_are_answered_in_german_and_japanese(said: str, step: str) -> None:
    one = talk()
    one.say(QUESTION)
    turn = one.say(said)
    assert one.step == step
    assert "did not understand" not in turn["answer"]["text"]


def test_a_checkpoint_offers_no_second_field_for_words() -> None:
    one = talk()
    one.say(QUESTION)
    controls = cast(list[dict[str, object]], one.open["context"]["controls"])
    assert [control["id"] for control in controls] == ["outcome", "without", "with"]


DATA_WORDS = frozenset(
    (
        "price",
        "region",
        "pieces",
        "channel",
        "returned",
        "month",
        "weekday",
        "west",
        "south",
        "north",
        "east",
        "shop",
        "order",
    )
)


@pytest.mark.parametrize(
    ("language", "question", "change"),
    [
        ("de", "Was treibt den price?", "ohne pieces"),
        ("ja", "price の要因は何ですか？", "pieces を除いて"),
    ],
)
def test_a_whole_study_is_told_in_the_language_of_its_question(language: str, question: str, change: str) -> None:
    one = talk()
    turns = [one.say(question)]
    asked: list[str] = []
    for answer in (one.pick, one.say, one.pick, one.pick):
        asked += told_in_pending(one.service.pending(one.conversation))
        turns.append(answer("accept") if answer == one.pick else one.say(change))
    assert turns[-1]["status"] == "answered"
    turns += [one.say(turns[-1]["next_questions"][place]) for place in (0, 1)]
    told = [*asked, *(text for turn in turns for text in told_in(turn))]
    english = words_only_english(language) - DATA_WORDS
    assert {text for text in told if english & words_of(text)} == set()


def told_in(turn: TurnRecord) -> Iterator[str]:
    yield from (turn["answer"]["text"], turn["interpretation"], *turn["caveats"], *turn["next_questions"])
    yield from (line["step_text"] for line in turn["reasoning"] if NAME not in line["step_text"])
    for task in turn["plan_tasks"]:
        yield from (task["title"], *(agent["title"] for agent in task.get("sub_agents", [])))


def told_in_pending(pending: PendingInput | None) -> Iterator[str]:
    if pending:
        yield from (pending["prompt"], *(option["label"] for option in pending["options"]))
        yield from (str(control["label"]) for control in cast(list[dict[str, str]], pending["context"]["controls"]))

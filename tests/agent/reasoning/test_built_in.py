"""The built-in reasoner: from the lines of its reader to an answer, a question back, or a word of what is missing."""

from collections.abc import Sequence

import pytest

from agent.reader.completion import ReaderState
from agent.reasoning.built_in import BuiltInReasoner
from agent.service import AnalystService
from agent.settings import Settings
from agent.state import TurnRecord
from tests.agent.reader.scripted import ScriptedReader, Written
from tests.agent.scripted import STAFF

MEAN = "groupby_agg by=department m=salary.mean"
MAX = "groupby_agg by=department m=salary.max"
SORTED = "groupby_agg by=department m=salary.mean sort=salary_mean:desc"
ALL = "groupby_agg m=salary.mean"
ENGINEERS = "groupby_agg m=salary.mean where=(department == Engineering)"


def turns(written: Written, *questions: str, settings: Settings = Settings()) -> list[TurnRecord]:  # noqa: B008 - frozen
    """The turns of these questions in one conversation about the staff."""
    service = AnalystService(settings, reasoner=BuiltInReasoner(ScriptedReader(written), settings))
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "staff.csv", STAFF)
    return [service.ask(conversation, question) for question in questions]


def only(lines: Sequence[tuple[str, float]], settings: Settings = Settings()) -> TurnRecord:  # noqa: B008 - frozen
    """The turn of one question that is read so."""
    return turns({"pay?": lines}, "pay?", settings=settings)[0]


def test_a_reading_that_is_sure_is_told_with_its_parts_as_chips() -> None:
    turn = only([(MEAN, 0.97), (MAX, 0.01)])
    assert turn["status"] == "answered"
    assert turn["interpretation"] == "average salary by department"
    assert not turn["assumptions"], "what was not meant is no news"


def test_readings_that_give_the_same_are_one_answer_and_their_probabilities_add_up() -> None:
    assert only([(MEAN, 0.5), (SORTED, 0.46)])["status"] == "answered"
    assert only([(MEAN, 0.5), (MAX, 0.46)])["status"] == "asked"


def test_a_reading_that_is_not_sure_is_offered_beside_the_others_each_with_its_number() -> None:
    turn = only([(ALL, 0.45), (ENGINEERS, 0.4), ("nonsense(", 0.1)])
    assert turn["status"] == "asked"
    assert turn["pending"] is not None
    labels = [option["label"] for option in turn["pending"]["options"]]
    assert labels == ["average salary", "average salary where department is Engineering"]
    assert all(option["number"] for option in turn["pending"]["options"])


@pytest.mark.parametrize(
    ("question", "asked", "yes"),
    [
        ("what is the pay of everybody?", "Did you mean: average salary?", "Yes"),
        ("Wie hoch ist das Gehalt von allen?", "Ist das gemeint: Durchschnitt von salary?", "Ja"),
        ("全員の給与はいくらですか", "次の意味ですか：「salary」の平均", "はい"),
    ],
)
def test_a_single_reading_that_is_not_sure_is_put_as_a_question_which_yes_answers(
    question: str, asked: str, yes: str
) -> None:
    first, second = turns({question: [(ALL, 0.3)]}, question, yes)
    assert first["pending"] is not None
    assert first["pending"]["message"] == asked
    assert [(option["label"], bool(option["number"])) for option in first["pending"]["options"]] == [(yes, True)]
    assert second["status"] == "answered"


def test_an_impossible_reading_is_passed_over_without_a_word() -> None:
    turn = only([("groupby_agg m=salery.mean", 0.2), (ALL, 0.75)], Settings(reader_threshold="0"))
    assert turn["status"] == "answered"
    assert turn["interpretation"] == "average salary"
    assert not turn["assumptions"]


def test_the_threshold_of_the_settings_decides_what_is_told() -> None:
    unsure = [(ALL, 0.3), (ENGINEERS, 0.25)]
    assert only(unsure)["status"] == "asked"
    assert only(unsure, Settings(reader_threshold="0"))["status"] == "answered"


def test_what_no_column_holds_is_named_by_its_word() -> None:
    turn = only([("missing shoe size", 0.9)])
    assert turn["status"] == "missing_column"
    assert "“shoe size”" in turn["answer"]["text"]


def test_the_nearest_columns_are_offered_as_the_question_with_each_of_them() -> None:
    lines: Written = {
        "mean Salery by level?": [("missing salery", 0.9)],
        "mean salary by level?": [("groupby_agg by=level m=salary.mean", 0.97)],
    }
    asked, told = turns(lines, "mean Salery by level?", "mean salary by level?")
    assert asked["pending"] is not None
    assert asked["pending"]["options"][0]["label"] == "mean salary by level?"
    assert told["status"] == "answered"


def test_a_column_that_has_only_letters_in_common_is_not_offered() -> None:
    turn = only([("missing weather", 0.9)])
    assert turn["pending"] is not None
    assert not turn["pending"]["options"]
    assert "salary" in turn["answer"]["text"] + turn["pending"]["message"]  # what there is


def test_a_missing_word_that_the_question_writes_otherwise_stands_beside_it() -> None:
    turn = turns({"Gehalt?": [("missing salery", 0.9)]}, "Gehalt?")[0]
    assert turn["pending"] is not None
    assert turn["pending"]["options"][0]["says"] == "Gehalt? (salery = salary)"


def test_several_missing_words_are_told_and_nothing_is_guessed() -> None:
    turn = only([("missing salery, levle", 0.9)])
    assert turn["pending"] is not None
    assert not turn["pending"]["options"]


def test_two_meanings_are_asked_about_unless_they_give_the_same() -> None:
    assert only([(f"ask {MEAN} // {MAX}", 0.8)])["status"] == "asked"
    assert only([(f"ask {MEAN} // {SORTED}", 0.8)])["status"] == "answered"


def test_what_lies_outside_of_the_data_is_declined() -> None:
    assert only([("out_of_scope", 0.9)])["status"] == "out_of_scope"


@pytest.mark.parametrize("lines", [[], [("(", 0.9)], [("ask", 0.9)], [("command", 0.9)]])
def test_a_line_that_is_no_reading_asks_for_other_words(lines: list[tuple[str, float]]) -> None:
    assert only(lines)["status"] == "asked"


# ---------------------------------------------------------------- the conversation


def test_earlier_turns_reach_the_reader_and_nothing_else_is_carried_over() -> None:
    reader = ScriptedReader({"pay?": [(ENGINEERS, 0.97)], "and by department?": [(MEAN, 0.97)]})
    service = AnalystService(Settings(), reasoner=BuiltInReasoner(reader))
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "staff.csv", STAFF)
    service.ask(conversation, "pay?")
    turn = service.ask(conversation, "and by department?")
    assert f"before: pay? => {ENGINEERS}\n" in reader.prompts[-1]
    assert "filters" not in str(turn["reading"]), "a condition sticks only where the reader keeps it"


def test_words_that_name_an_option_pick_it_and_the_next_question_follows_the_pick() -> None:
    written = {"pay?": [(ALL, 0.45), (ENGINEERS, 0.4)], "by department": [(MEAN, 0.99)]}
    reader = ScriptedReader(written)
    service = AnalystService(Settings(), reasoner=BuiltInReasoner(reader))
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "staff.csv", STAFF)
    assert service.ask(conversation, "pay?")["status"] == "asked"
    picked = service.ask(conversation, "the second one, please")
    assert picked["interpretation"] == "average salary where department is Engineering"
    service.ask(conversation, "by department")
    assert f"before: pay? => {ENGINEERS}\n" in reader.prompts[-1]


def test_a_new_question_is_not_swallowed_by_an_open_one() -> None:
    written = {"pay?": [(ALL, 0.45), (ENGINEERS, 0.4)], "how many people?": [("groupby_agg m=*.count", 0.98)]}
    asked, told = turns(written, "pay?", "how many people?")
    assert asked["status"] == "asked"
    assert told["status"] == "answered"
    assert told["interpretation"] == "number of rows"
    assert asked["pending"] is not None
    assert told["set_aside"]["checkpoint_id"] == asked["pending"]["checkpoint_id"]


def test_commands_are_obeyed_before_anything_is_read() -> None:
    first, undone = turns({"pay?": [(ALL, 0.97)]}, "pay?", "undo")
    assert undone["undoes"] == first["turn_id"]


# ---------------------------------------------------------------- the reader itself


def test_without_a_reader_the_page_says_so_with_the_command_that_brings_it() -> None:
    reader = ScriptedReader({}, ReaderState("no_weights", "not_fetched"))
    service = AnalystService(Settings(), reasoner=BuiltInReasoner(reader))
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "staff.csv", STAFF)
    turn = service.ask(conversation, "pay?")
    assert turn["status"] == "asked"
    assert "tally reader get" in turn["answer"]["text"]
    assert service.reader_state == ReaderState("no_weights", "not_fetched")


@pytest.mark.parametrize(
    ("state", "told"),
    [
        (ReaderState("no_weights", "damaged"), "tally reader get"),
        (ReaderState("failed", "no_memory"), "more free memory than this machine has"),
        (ReaderState("failed", "keeps_dying"), "could not be started"),
    ],
)
def test_what_keeps_the_reader_from_reading_is_told(state: ReaderState, told: str) -> None:
    service = AnalystService(Settings(), reasoner=BuiltInReasoner(ScriptedReader({}, state)))
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "staff.csv", STAFF)
    assert told in service.ask(conversation, "pay?")["answer"]["text"]


def test_tables_are_read_ahead_when_they_are_loaded_and_read_anew() -> None:
    reader = ScriptedReader({})
    service = AnalystService(Settings(), reasoner=BuiltInReasoner(reader))
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "staff.csv", STAFF)
    while not reader.warmed:
        pass
    assert 'T1 "staff.csv"' in reader.warmed[0]
    service.close()
    assert service.reader_state == ReaderState("off")

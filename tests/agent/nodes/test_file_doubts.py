"""What reading a file was unsure of is asked before an answer that depends on it, and only then."""

import json

import pytest

from agent.nodes import file_doubts
from agent.nodes.file_doubts import choice_words
from agent.reasoning.rules.narration.phrases import languages, phrases_in
from agent.service import AnalystService, PickedOption
from agent.settings import Settings
from agent.state import TurnRecord
from registry.choosing import SHAPES, Choice
from registry.dataset import Dataset

READINGS = b"station,height,rainfall\n" + b"".join(
    f"{'north' if row % 2 else 'south'},{10 + row % 7},{-999 if row == 5 else 3 + row % 4}\n".encode()
    for row in range(30)
)


@pytest.fixture
def asked() -> tuple[AnalystService, str]:
    service = AnalystService(Settings())
    conversation = service.start_conversation("owner")
    dataset = service.datasets.add(conversation, "weather.csv", READINGS)
    assert [entry.choice for entry in dataset.receipt.of("unsure")] == [("missing_words", ("rainfall", "-999"))]
    return service, conversation


def data(service: AnalystService, conversation: str) -> Dataset:
    return service.datasets.datasets(conversation)[0]


def pick(service: AnalystService, conversation: str, turn: TurnRecord, place: int) -> TurnRecord:
    assert turn["pending"] is not None
    option = turn["pending"]["options"][place]["option_id"]
    return service.answer(conversation, PickedOption(turn["pending"]["checkpoint_id"], option))


def test_a_doubt_that_changes_the_answer_is_asked_with_both_results(asked: tuple[AnalystService, str]) -> None:
    service, conversation = asked
    turn = service.ask(conversation, "average rainfall by station")
    assert turn["status"] == "asked"
    assert "-999" in turn["answer"]["text"]
    assert turn["pending"] is not None
    labels = [(option["label"], option["number"]) for option in turn["pending"]["options"]]
    assert [label for label, _ in labels] == ["as it is read now", "-999 in rainfall counts as missing"]
    assert labels[0][1] != labels[1][1] and all(number for _, number in labels)
    assert all(one["verified"] for one in turn["answer"]["citations"])


def test_the_pick_is_kept_as_a_choice_about_the_file_and_asked_once(asked: tuple[AnalystService, str]) -> None:
    service, conversation = asked
    turn = service.ask(conversation, "average rainfall by station")
    answer = pick(service, conversation, turn, 1)
    assert answer["status"] == "answered"
    assert data(service, conversation).choices.missing_words == (("rainfall", "-999"),)
    known = data(service, conversation).frame
    mean = known[known["station"] == "north"]["rainfall"].mean()
    assert f"{mean:.2f}".rstrip("0") in answer["answer"]["text"]
    assert answer["data_versions"] == {data(service, conversation).dataset_id: 2}
    assert service.ask(conversation, "highest rainfall by station")["status"] == "answered"


def test_a_reading_that_is_right_as_it_is_is_settled_too(asked: tuple[AnalystService, str]) -> None:
    service, conversation = asked
    answer = pick(service, conversation, service.ask(conversation, "average rainfall by station"), 0)
    assert answer["status"] == "answered"
    now = data(service, conversation)
    assert now.frame["rainfall"].min() == -999 and not now.receipt.of("unsure")
    assert service.ask(conversation, "lowest rainfall by station")["status"] == "answered"


@pytest.mark.parametrize("workflow", ["tool_agent", "plan_code_explain", "scientist"])
def test_it_is_asked_whoever_computes_the_answer(asked: tuple[AnalystService, str], workflow: str) -> None:
    service, conversation = asked
    turn = service.ask(conversation, "average rainfall by station", workflow=workflow)
    assert turn["pending"] is not None
    assert [option["label"] for option in turn["pending"]["options"]][1] == "-999 in rainfall counts as missing"
    after = pick(service, conversation, turn, 1)
    assert after["workflow"] == workflow
    assert data(service, conversation).choices.missing_words == (("rainfall", "-999"),)


def test_a_pick_can_be_typed(asked: tuple[AnalystService, str]) -> None:
    service, conversation = asked
    service.ask(conversation, "average rainfall by station")
    answer = service.ask(conversation, "-999 in rainfall counts as missing")
    assert answer["status"] == "answered" and "set_aside" not in answer
    assert data(service, conversation).choices.missing_words == (("rainfall", "-999"),)


def test_of_a_large_file_it_is_asked_without_reading_it_twice(
    asked: tuple[AnalystService, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_doubts, "LARGEST", 10)
    service, conversation = asked
    turn = service.ask(conversation, "average rainfall by station")
    assert turn["pending"] is not None
    numbers = [option["number"] for option in turn["pending"]["options"]]
    assert numbers[0] and not numbers[1]
    assert pick(service, conversation, turn, 1)["status"] == "answered"


def test_what_changes_nothing_is_not_asked(asked: tuple[AnalystService, str]) -> None:
    service, conversation = asked
    other_column = service.ask(conversation, "average height by station")
    assert other_column["status"] == "answered"
    assert not any("leaves open" in text for text in other_column["assumptions"])
    highest = service.ask(conversation, "highest rainfall by station")
    assert highest["status"] == "answered"
    assert any("-999 in rainfall counts as missing" in text for text in highest["assumptions"])
    assert data(service, conversation).version == 1


def test_a_question_that_waits_survives_as_plain_data(asked: tuple[AnalystService, str]) -> None:
    service, conversation = asked
    turn = service.ask(conversation, "average rainfall by station")
    assert json.loads(json.dumps(turn["pending"])) == turn["pending"]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", sorted(set(SHAPES) - {"declined"}))
def test_every_choice_has_words_in_every_language(name: str, language: str) -> None:
    choice: Choice = (name, ("column", "word"))
    assert choice_words(choice, phrases_in(language))
    assert f"file_choice.{name}" in phrases_in(language).texts

"""What turns say together: undone ones, those that stand, the question that was set aside."""

from typing import Any

from agent.history import answers, set_aside, standing, undone
from agent.state import PendingInput, TurnRecord


def turn(number: int, **marks: Any) -> TurnRecord:
    record: Any = {"turn_id": f"T{number}", "status": "answered", "artifact_ids": [f"A{number}"], **marks}
    return record  # type: ignore[no-any-return]


def open_question(checkpoint_id: str) -> PendingInput:
    return PendingInput(
        kind="clarify", checkpoint_id=checkpoint_id, message="Which?", prompt="", options=[], context={}
    )


def ids(turns: list[TurnRecord]) -> list[str]:
    return [one["turn_id"] for one in turns]


def test_what_was_taken_back_and_commands_do_not_stand() -> None:
    turns = [turn(1), turn(2), turn(3, command="undo", undoes="T2"), turn(4, status="asked")]
    assert undone(turns) == {"T2"}
    assert ids(standing(turns)) == ["T1", "T4"]
    assert ids(answers(turns)) == ["T1"]


def test_nothing_from_before_a_new_start_stands() -> None:
    turns = [turn(1), turn(2, command="start_over"), turn(3)]
    assert ids(standing(turns)) == ["T3"]


def test_the_latest_question_set_aside_is_offered_until_it_is_taken_up() -> None:
    first, second = open_question("K1"), open_question("K2")
    turns = [turn(1, set_aside=first), turn(2, set_aside=second)]
    assert set_aside(turns) == second
    taken = [*turns, turn(3, command="take_up", takes_up="K2")]
    assert set_aside(taken) == first
    assert set_aside([*turns, turn(3, command="start_over")]) is None
    assert set_aside([]) is None

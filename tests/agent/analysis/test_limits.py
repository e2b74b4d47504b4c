"""run_limited: an action that takes too long or too much is stopped, others are left as they are."""

import contextvars
import threading
import time

import pytest

from agent.analysis.limits import run_limited
from agent.errors import ActionLimitError, DataError

WHO = contextvars.ContextVar("WHO", default="nobody")


def test_a_result_comes_back_and_the_context_goes_along() -> None:
    token = WHO.set("someone")
    assert run_limited(WHO.get, seconds=5, megabytes=500, what="The count") == "someone"
    WHO.reset(token)


def test_an_error_comes_back_as_it_is() -> None:
    def failing() -> None:
        raise DataError("no dates")

    with pytest.raises(DataError, match="no dates"):
        run_limited(failing, seconds=5, megabytes=500, what="The count")


def test_a_busy_loop_is_stopped_and_ends() -> None:
    turns = [0]

    def busy() -> None:
        while True:
            turns[0] += 1

    with pytest.raises(ActionLimitError, match=r"The sum took longer than 0\.2 seconds") as caught:
        run_limited(busy, seconds=0.2, megabytes=500, what="The sum")
    assert "Filter" in caught.value.remedy
    after = turns[0]
    time.sleep(0.1)
    assert turns[0] == after
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("limited")]


def test_a_loop_that_swallows_errors_is_stopped_too() -> None:
    def stubborn() -> None:
        while True:
            try:
                sum(range(1000))
            except Exception:  # noqa: BLE001 - what badly behaved code does
                continue

    with pytest.raises(ActionLimitError):
        run_limited(stubborn, seconds=0.2, megabytes=500, what="The sum")
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("limited")]


def test_growing_memory_is_stopped() -> None:
    def growing() -> None:
        kept = []
        while True:
            kept.append(bytearray(b"x" * 4_000_000))
            time.sleep(0.005)

    with pytest.raises(ActionLimitError, match="more than 60 MB"):
        run_limited(growing, seconds=20, megabytes=60, what="The join")


def test_an_action_that_runs_out_of_memory_is_told_in_words() -> None:
    def impossible() -> bytearray:
        return bytearray(2**62)

    with pytest.raises(ActionLimitError, match="more memory than there is"):
        run_limited(impossible, seconds=5, megabytes=500, what="The join")

"""What follows from an exam: models of three qualities get the roles that they earned, and time and stops are told."""

import time

import pytest

from agent.reasoning.chat.connection.failures import Failure, ModelError, StoppedError
from agent.reasoning.exam.questions import exam
from agent.reasoning.exam.report import Count, End, ExamReport
from agent.reasoning.exam.taking import Sitting, ask_all
from agent.reasoning.prompts import Answer, Prompt, Reasoner
from tests.agent.reasoning.exam.minds import KnowsSome, first

TOTAL = 24


def sitting(mind: Reasoner, seconds: float = 60) -> Sitting:
    return Sitting(lambda _: mind, exam(), time.monotonic() + seconds)


@pytest.mark.parametrize(("right", "role"), [(24, "lead"), (21, "lead"), (20, "second"), (12, "second"), (7, "words"),
                                             (0, "words")])  # fmt: skip
@pytest.mark.parametrize("width", [1, 4])
def test_a_model_gets_the_role_that_it_earned(right: int, role: str, width: int) -> None:
    count, end = ask_all(sitting(KnowsSome(first(right))), width)
    assert (count.role, end) == (role, "ended")


def test_the_exam_ends_as_soon_as_no_answer_can_change_the_role() -> None:
    good, bad = KnowsSome(first(TOTAL)), KnowsSome(frozenset())
    assert ask_all(sitting(good), 1)[0] == Count(21, 21, TOTAL)
    assert ask_all(sitting(bad), 1)[0] == Count(0, 13, TOTAL)
    assert (len(good.asked), len(bad.asked)) == (21, 13)


def test_progress_is_told_question_by_question() -> None:
    told: list[tuple[int, int]] = []
    ask_all(sitting(KnowsSome(frozenset())), 1, lambda done, total: told.append((done, total)))
    assert told == [(number, TOTAL) for number in range(1, 14)]


class Breaks:
    """Reads right until it breaks off, for so many times."""

    name = "breaks"
    looks = programs = False

    def __init__(self, after: int, error: ModelError, times: int = TOTAL) -> None:
        self._left = after
        self._times = times
        self._error = error
        self._knows = KnowsSome(first(TOTAL))

    def decide(self, prompt: Prompt[Answer]) -> Answer:
        self._left -= 1
        if -self._times <= self._left < 0:
            raise self._error
        return self._knows.decide(prompt)


@pytest.mark.parametrize(
    ("error", "end", "seconds", "why"),
    [
        (StoppedError(), "stopped", 60, "The test was stopped before 19 of them were asked"),
        (ModelError("timeout"), "time", 0, "The time for the test was over before 19 of them were answered"),
        (ModelError("unreachable"), "broken", 60, "The endpoint stopped answering before 19 of them were asked"),
    ],
)
def test_an_exam_that_breaks_off_early_makes_a_second_mind_at_most(
    error: ModelError, end: End, seconds: float, why: str
) -> None:
    count, ended = ask_all(sitting(Breaks(5, error), seconds), 1)
    assert (count, ended) == (Count(5, 5, TOTAL), end)
    report = count.report("v", end)
    assert report.role == "second"
    assert f"{why}: too few to let it lead." in report.sentence


def test_questions_that_were_not_asked_count_as_not_right_where_half_were_asked() -> None:
    report = Count(14, 14, TOTAL).report("v", "time")
    assert report.role == "second"
    assert "before 10 of them were answered, which count as not right" in report.sentence
    assert Count(3, 10, TOTAL).role == "words"


def test_where_nothing_was_answered_in_time_that_is_said_and_nobody_leads() -> None:
    report = Count(0, 0, TOTAL).report("v", "time")
    assert report.role == "second"
    assert report.sentence.startswith("No test question was answered. The time for the test was over")


@pytest.mark.parametrize("failure", ["timeout", "budget"])
def test_a_question_that_uses_up_its_call_is_not_right_and_says_nothing_of_the_others(failure: Failure) -> None:
    slow = Breaks(2, ModelError(failure), times=2)
    assert ask_all(sitting(slow), 1) == (Count(21, 23, TOTAL), "ended")


def test_a_report_is_written_and_read_again() -> None:
    report = Count(22, 24, TOTAL).report("v", "ended")
    assert report.sentence == "Read 22 of 24 test questions right. It leads."
    assert ExamReport.read(report.written()) == report
    assert ExamReport.read("{}") is None
    assert ExamReport.read("nonsense") is None

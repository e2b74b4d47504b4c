"""What follows from an exam: models of three qualities get the roles that they earned, and time and stops are told."""

import time

import pytest

from agent.reasoning.chat.failures import ModelError, StoppedError
from agent.reasoning.exam.questions import exam
from agent.reasoning.exam.report import Count, ExamReport
from agent.reasoning.exam.taking import Sitting, put
from agent.reasoning.prompts import Answer, Prompt, Reasoner
from tests.agent.reasoning.exam.minds import KnowsSome, first

TOTAL = 24


def sitting(mind: Reasoner, seconds: float = 60) -> Sitting:
    return Sitting(mind, exam(), time.monotonic() + seconds)


@pytest.mark.parametrize(("right", "role"), [(24, "lead"), (21, "lead"), (20, "second"), (12, "second"), (7, "words"),
                                             (0, "words")])  # fmt: skip
@pytest.mark.parametrize("width", [1, 4])
def test_a_model_gets_the_role_that_it_earned(right: int, role: str, width: int) -> None:
    count, end = put(sitting(KnowsSome(first(right))), width)
    assert (count.role, end) == (role, "ended")


def test_the_exam_ends_as_soon_as_no_answer_can_change_the_role() -> None:
    good, bad = KnowsSome(first(TOTAL)), KnowsSome(frozenset())
    assert put(sitting(good), 1)[0] == Count(21, 21, TOTAL)
    assert put(sitting(bad), 1)[0] == Count(0, 13, TOTAL)
    assert (len(good.asked), len(bad.asked)) == (21, 13)


def test_progress_is_told_question_by_question() -> None:
    told: list[tuple[int, int]] = []
    put(sitting(KnowsSome(frozenset())), 1, lambda done, total: told.append((done, total)))
    assert told == [(number, TOTAL) for number in range(1, 14)]


class Breaks:
    """Reads right until it breaks off."""

    name = "breaks"
    looks = programs = False

    def __init__(self, after: int, error: ModelError) -> None:
        self._left = after
        self._error = error
        self._knows = KnowsSome(first(TOTAL))

    def decide(self, prompt: Prompt[Answer]) -> Answer:
        self._left -= 1
        if self._left < 0:
            raise self._error
        return self._knows.decide(prompt)


@pytest.mark.parametrize(
    ("error", "end"),
    [(StoppedError(), "stopped"), (ModelError("budget"), "time"), (ModelError("unreachable"), "broken")],
)
def test_an_exam_that_breaks_off_early_makes_a_second_mind_at_most(error: ModelError, end: str) -> None:
    count, ended = put(sitting(Breaks(5, error)), 1)
    assert (count, ended) == (Count(5, 5, TOTAL), end)
    report = count.report(tools=False, exam_version="v", ended=False)
    assert report.role == "second"
    assert "cut short: 19 were not asked." in report.sentence


def test_questions_that_were_not_asked_count_as_not_right_where_half_were_asked() -> None:
    report = Count(14, 14, TOTAL).report(tools=True, exam_version="v", ended=False)
    assert report.role == "second"
    assert "10 were not asked, which count as not right" in report.sentence
    assert Count(3, 10, TOTAL).role == "words"


def test_a_question_that_takes_a_whole_call_is_not_right_and_the_last_second_is_the_exam_s_end() -> None:
    assert put(sitting(Breaks(2, ModelError("timeout"))), 1) == (Count(2, 15, TOTAL), "ended")
    assert put(sitting(Breaks(2, ModelError("timeout")), seconds=0), 1) == (Count(2, 2, TOTAL), "time")


def test_a_report_is_written_and_read_again() -> None:
    report = Count(22, 24, TOTAL).report(tools=True, exam_version="v", ended=True)
    assert report.sentence == "Read 22 of 24 test questions right. It leads."
    assert ExamReport.read(report.written()) == report
    assert ExamReport.read("{}") is None
    assert ExamReport.read("nonsense") is None

"""Taking the exam: the questions are put one after the other, or a few at a time, until the role is settled."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from functools import partial

from agent.reasoning.chat.connection.exchange import ModelTurn
from agent.reasoning.chat.connection.failures import OVER_FOR_THE_TURN, ModelError
from agent.reasoning.chat.reasoner import ChatReasoner
from agent.reasoning.exam.questions import PURPOSE, Exam, ExamQuestion
from agent.reasoning.exam.report import Count, End, ExamReport
from agent.reasoning.exam.scoring import is_right
from agent.reasoning.prompts import Reasoner

AT_A_TIME = 4  # questions to a hosted endpoint; a server of one's own gets them one by one
CALLS_A_QUESTION = 8  # at most: the reading, its corrections, repetitions, and what a server rejects
UNLIMITED_TOKENS = 10**9  # an exam is bounded by its seconds
LAST_SECOND = 1.0  # a call that ended so near to the end was cut off by it, for limits are whole seconds
OnProgress = Callable[[int, int], None]
"""Told how many questions are done, and how many there are."""


def no_progress(_: int, __: int) -> None:
    """Nobody watches."""


@dataclass(frozen=True)
class Taken:
    """An exam that was taken, and how it ended. `report` None: nothing could be asked."""

    report: ExamReport | None
    end: End


def exam_turn(turn: ModelTurn) -> ModelTurn:
    """The turn with the budget of a test question, its requests recorded as those of an exam."""
    budget = replace(turn.settings, turn_calls=CALLS_A_QUESTION, turn_tokens=UNLIMITED_TOKENS)
    return replace(turn, settings=budget, purpose=PURPOSE)


def take_exam(exam: Exam, turn: ModelTurn, on_progress: OnProgress = no_progress) -> Taken:
    """Puts the questions to the model of an `exam_turn` within its seconds. Raises nothing for what a model does."""
    until = time.monotonic() + turn.settings.exam_seconds
    width = 1 if turn.settings.own_server else AT_A_TIME
    count, end = ask_all(Sitting(partial(_mind_for, exam, turn, until), exam, until), width, on_progress)
    if not count.asked and end in ("broken", "stopped"):
        return Taken(None, end)
    return Taken(count.report(exam.version, end), end)


def _mind_for(exam: Exam, turn: ModelTurn, until: float, question: ExamQuestion) -> Reasoner:
    """The model with calls and seconds of its own for a question: what one question runs into says nothing of the next.
    The first may take all the time there is, for a server loads its model and reads the long prompt with it.
    """
    left = int(until - time.monotonic())
    call_seconds = left if question is exam.questions[0] else turn.settings.call_seconds
    bounded = replace(turn.settings, turn_seconds=left, call_seconds=call_seconds)
    return ChatReasoner(replace(turn, settings=bounded))


@dataclass(frozen=True)
class Sitting:
    """Who reads which question, of what, and until when (of the monotonic clock)."""

    mind_for: Callable[[ExamQuestion], Reasoner]
    exam: Exam
    until: float

    def read_right(self, question: ExamQuestion) -> bool | End:
        """Whether the question was read right; how the exam ends where no answer is to be had any more."""
        try:
            decision = self.mind_for(question).decide(self.exam.prompt(question))
        except ModelError as error:
            return self._without_answer(error)
        return is_right(self.exam, question, decision)

    def _without_answer(self, error: ModelError) -> bool | End:
        """A question that a model cannot answer, or not within its calls and seconds, was not read right."""
        if error.failure == "stopped":
            return "stopped"
        if time.monotonic() >= self.until - LAST_SECOND:
            return "time"
        return "broken" if error.failure in OVER_FOR_THE_TURN - {"timeout", "budget"} else False


def ask_all(sitting: Sitting, width: int, on_progress: OnProgress = no_progress) -> tuple[Count, End]:
    """How many were read right, `width` at a time, and how the exam ended: by itself as soon as the role is settled."""
    count = Count(0, 0, len(sitting.exam.questions))
    with ThreadPoolExecutor(width, "tally-exam") as pool:
        for answer in _answers(pool, sitting, width):
            if not isinstance(answer, bool):
                return count, answer
            count = replace(count, right=count.right + answer, asked=count.asked + 1)
            on_progress(count.asked, count.total)
            if count.is_settled:
                break
    return count, "ended"


def _answers(pool: ThreadPoolExecutor, sitting: Sitting, width: int) -> Iterator[bool | End]:
    """What came of each question, as they come."""
    left = iter(sitting.exam.questions)
    running: set[Future[bool | End]] = set()
    while True:
        while len(running) < width and (question := next(left, None)) is not None:
            running.add(pool.submit(sitting.read_right, question))
        if not running:
            return
        done, running = wait(running, return_when=FIRST_COMPLETED)
        yield from (future.result() for future in done)

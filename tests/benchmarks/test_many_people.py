"""Twenty people with 100,000 rows each on one server, through the service: four of them run programs to their limit
while the others ask plain questions. Run with `-m benchmark -s`; prints the table."""

import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from agent.service import AnalystService, PickedOption
from agent.settings import Settings
from tests.benchmarks.load import (
    ENDLESS,
    PLAIN,
    PROGRAM_SECONDS,
    PROGRAMMERS,
    QUESTIONS,
    QUESTIONS_EACH,
    THINKING,
    Asked,
    orders,
    percentile_95,
    print_table,
)

LIMIT_SECONDS = 2.0  # for 95 of 100 plain questions


def settled(service: AnalystService, person: int) -> str:
    conversation = service.start_conversation(f"person {person}")
    service.datasets.add(conversation, "orders.csv", orders(person))
    return conversation


def run_program(service: AnalystService, conversation: str, over: threading.Event) -> int:
    """Programs that never end by themselves, one after the other; how many came to their limit."""
    ended = 0
    while not over.is_set():
        service.ask(conversation, "average amount by region", workflow="plan_code_explain")
        pending = service.pending(conversation)
        assert pending is not None and pending["kind"] == "approve"
        turn = service.answer(conversation, PickedOption(pending["checkpoint_id"], "approve", ENDLESS))
        ended += any("second" in attempt["error"] for attempt in turn.get("failed_attempts", []))
    return ended


def ask_plainly(service: AnalystService, conversation: str, person: int) -> list[Asked]:
    draw, answers = random.Random(person), []
    time.sleep(draw.uniform(0, THINKING))
    for number in range(QUESTIONS_EACH):
        question = QUESTIONS[(person + number) % len(QUESTIONS)]
        began = time.monotonic()
        status = service.ask(conversation, question)["status"]
        answers.append(Asked(question, status, time.monotonic() - began))
        time.sleep(draw.expovariate(1 / THINKING))
    return answers


@pytest.mark.slow
@pytest.mark.benchmark
@pytest.mark.sandbox
@pytest.mark.timeout(900)
def test_plain_questions_are_answered_while_programs_run_to_their_limit() -> None:
    service = AnalystService(Settings(code_seconds=PROGRAM_SECONDS, max_total_megabytes=4096))
    if not service.sandbox_level().runs_code:
        pytest.skip(service.sandbox_level().sentence)
    people = [settled(service, person) for person in range(PLAIN + PROGRAMMERS)]
    over = threading.Event()
    with ThreadPoolExecutor(len(people)) as pool:
        programs = [pool.submit(run_program, service, one, over) for one in people[PLAIN:]]
        plain = [pool.submit(ask_plainly, service, one, person) for person, one in enumerate(people[:PLAIN])]
        try:
            answers = [answer for asking in plain for answer in asking.result()]
        finally:
            over.set()
        ended = sum(one.result() for one in programs)
    people_told = f"{PLAIN} people ask, {PROGRAMMERS} run programs"
    print_table(f"{people_told}: {ended} programs came to {PROGRAM_SECONDS} s", answers)
    # "How many rows are there?" after a question about North may be asked back: with or without it.
    assert {answer.status for answer in answers} <= {"answered", "asked"}
    assert ended >= 1
    assert percentile_95([answer.seconds for answer in answers]) < LIMIT_SECONDS

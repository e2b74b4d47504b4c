"""Twenty people with 100,000 rows each on one server, through the service: four of them run programs to their limit
while the others ask plain questions. Run with `-m benchmark -s`; prints the table."""

import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from statistics import median, quantiles

import pytest

from agent.service import AnalystService, PickedOption
from agent.settings import Settings

PLAIN, PROGRAMMERS = 16, 4
ROWS = 100_000
QUESTIONS_EACH = 6
PROGRAM_SECONDS = 10
THINKING = 6.0  # seconds between an answer and the next question, on average
LIMIT_SECONDS = 2.0  # for 95 of 100 plain questions
ENDLESS = "total = 0\nwhile True:\n    total += 1"
QUESTIONS = (
    "How many rows are there?",
    "What is the average amount by region?",
    "total amount per channel",
    "Which region has the highest total amount?",
    "What share of rows comes from each channel?",
    "median amount for North",
)


@dataclass(frozen=True)
class Asked:
    """One answer and how long it took."""

    question: str
    status: str
    seconds: float


def orders(seed: int) -> bytes:
    """A table of so many rows, a different one for each person."""
    draw = random.Random(seed)
    lines = ["order,region,channel,amount"]
    for number in range(ROWS):
        region, channel = draw.choice(("North", "South", "East", "West")), draw.choice(("shop", "web", "fair"))
        lines.append(f"{number},{region},{channel},{draw.uniform(1, 500):.2f}")
    return "\n".join(lines).encode()


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
    print_table(answers, ended)
    assert all(answer.status == "answered" for answer in answers)
    assert ended >= 1
    assert quantiles([answer.seconds for answer in answers], n=20)[-1] < LIMIT_SECONDS


def print_table(answers: list[Asked], programs: int) -> None:
    """Seconds by question, and in all."""
    print(f"\n{PLAIN} people ask, {PROGRAMMERS} run programs: {programs} programs came to {PROGRAM_SECONDS} s")
    print(f"{'question':45} {'n':>4} {'median':>7} {'p95':>7} {'longest':>7}")
    named = {question: [one.seconds for one in answers if one.question == question] for question in QUESTIONS}
    for question, took in {**named, "all": [one.seconds for one in answers]}.items():
        print(f"{question:45} {len(took):4} {median(took):7.2f} {quantiles(took, n=20)[-1]:7.2f} {max(took):7.2f}")

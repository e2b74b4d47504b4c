"""What the load tests have in common: how many people, what each has and asks, and the table of how long it took."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median, quantiles

PLAIN, PROGRAMMERS = 16, 4
ROWS = 100_000
QUESTIONS_EACH = 6
PROGRAM_SECONDS = 10
THINKING = 6.0  # seconds between an answer and the next question, on average
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


def percentile_95(seconds: Sequence[float]) -> float:
    """What 95 of 100 stay below; the one figure where there is only one."""
    return quantiles(seconds, n=20)[-1] if len(seconds) > 1 else seconds[0]


def print_table(title: str, answers: Sequence[Asked]) -> None:
    """Seconds by question, and in all."""
    print(f"\n{title}\n{'question':45} {'n':>4} {'median':>7} {'p95':>7} {'longest':>7}")
    named = {question: [one.seconds for one in answers if one.question == question] for question in QUESTIONS}
    for question, took in {**named, "all": [one.seconds for one in answers]}.items():
        if took:
            print(f"{question:45} {len(took):4} {median(took):7.2f} {percentile_95(took):7.2f} {max(took):7.2f}")

"""The likeliest completions of a prompt: the greedy one, then those that leave it, or one another, where another token
was nearly as likely. Best first and a few tokens at a time, so that no work goes into what turns out unlikely."""

import heapq
import math
from collections.abc import Callable
from dataclasses import dataclass, field

from agent.reader.completion import Completion, ReaderError, Token
from agent.reader.server_dialects import MOST_TOKENS, Forced

MOST = 3
SURE = math.log(0.7)
"""Above it the greedy completion stands alone: its probability is enough to tell it (trust.json), and a branch costs as
much as a reading."""
LEAST = math.log(0.05)
"""What a branch has to have, so far, to be gone on with."""
_STEP = 8  # tokens
_MOST_STEPS = 4
"""Of all branches together, begun only where the rest of the greedy completion would fit. Over 27 everyday questions 7
steps found 15 others and took twice as long for one more than these do."""
Complete = Callable[[Forced, int], Completion]
"""The greedy completion that begins with some tokens and goes on for at most so many."""


@dataclass(frozen=True, order=True)
class _Branch:
    """Tokens to begin with. `cost`: the log probability of them all, negated: no completion of them has more."""

    cost: float
    forced: Forced = field(compare=False)


def likely_completions(complete: Complete) -> tuple[Completion, ...]:
    """At most three completions of different texts: the greedy one, then the others, the likeliest first."""
    greedy = complete((), MOST_TOKENS)
    if greedy.log_probability > SURE or not greedy.ended:
        return (greedy,)
    found = {greedy.text: greedy}
    waiting = _branches(greedy, 0)
    heapq.heapify(waiting)
    steps = 0
    while waiting and steps < _MOST_STEPS and len(found) < MOST:
        branch = heapq.heappop(waiting)
        if len(greedy.tokens) - len(branch.forced) > (_MOST_STEPS - steps) * _STEP:
            continue
        longer = _ended_there(branch.forced, greedy.tokens[-1])
        if longer is None:
            steps += 1
            longer = _longer(complete, branch.forced)
        if longer is None:
            break
        if longer.ended:
            found.setdefault(longer.text, longer)
        elif longer.log_probability >= LEAST and longer.tokens[-1].raw:
            heapq.heappush(waiting, _Branch(-longer.log_probability, longer.tokens))
        for further in _branches(longer, len(branch.forced)):
            heapq.heappush(waiting, further)
    others = sorted(list(found.values())[1:], key=lambda one: -one.log_probability)
    return (greedy, *others)


def _longer(complete: Complete, forced: Forced) -> Completion | None:
    """The branch, some tokens longer; None when the time is over: the greedy reading stands without more."""
    try:
        return complete(forced, _STEP)
    except ReaderError as error:
        if error.failure == "timed_out":
            return None
        raise


def _branches(completion: Completion, start: int) -> list[_Branch]:
    """Where a completion could have gone another way, from a place on, and not be too unlikely."""
    branches = []
    before = sum(token.log_probability for token in completion.tokens[:start])
    for place, token in enumerate(completion.tokens[start:], start):
        for other in token.others:
            forced = (*completion.tokens[:place], Token(other.raw, other.log_probability, other.number))
            if before + other.log_probability >= LEAST and _can_be_sent(forced):
                branches.append(_Branch(-(before + other.log_probability), forced))
        before += token.log_probability
    return branches


def _can_be_sent(forced: Forced) -> bool:
    """Tokens without numbers go as text, so they have to be whole characters."""
    return forced[-1].number is not None or "\ufffd" not in _text(forced)


def _ended_there(forced: Forced, end: Token) -> Completion | None:
    """The completion, where the last token is the one that ends texts. Another one without bytes is not continued."""
    last = forced[-1]
    if last.raw:
        return None
    return Completion(_text(forced), forced, ended=last.number == end.number)


def _text(tokens: Forced) -> str:
    return b"".join(token.raw for token in tokens).decode("utf-8", "replace")

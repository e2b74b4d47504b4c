"""The likeliest completions of a prompt: the greedy one, then those that leave it, or one another, where another token
was nearly as likely. Best first, so that the work goes where the most probability is left."""

import heapq
import math
from collections.abc import Callable
from dataclasses import dataclass, field

from agent.reader.completion import Completion, Token
from agent.reader.server_dialects import Forced

MOST = 3
SURE = math.log(0.7)
"""Above it the greedy completion stands alone: its probability is enough to tell it (trust.json), and a branch costs as
much as a reading."""
LEAST = math.log(0.05)
"""What a branch could have at most, below which it is not completed."""


@dataclass(frozen=True, order=True)
class _Branch:
    """Tokens to begin with. `cost`: the log probability of them all, negated: no completion of them has more."""

    cost: float
    forced: Forced = field(compare=False)


def likely_completions(complete: Callable[[Forced], Completion]) -> tuple[Completion, ...]:
    """At most three completions of different texts: the greedy one, then the others, the likeliest first."""
    greedy = complete(())
    if greedy.log_probability > SURE or not greedy.ended:
        return (greedy,)
    end = greedy.tokens[-1]
    found = {greedy.text: greedy}
    waiting = _branches(greedy, 0)
    heapq.heapify(waiting)
    tries = MOST - 1  # a branch may spell a text that is there already
    while waiting and tries and len(found) < MOST:
        branch = heapq.heappop(waiting)
        if -branch.cost < LEAST:
            break
        completion = _ended_there(branch.forced, end)
        if completion is None:
            completion = complete(branch.forced)
            tries -= 1
        if completion.ended:
            found.setdefault(completion.text, completion)
        for further in _branches(completion, len(branch.forced)):
            heapq.heappush(waiting, further)
    others = sorted(list(found.values())[1:], key=lambda one: -one.log_probability)
    return (greedy, *others)


def _branches(completion: Completion, start: int) -> list[_Branch]:
    """Where a completion could have gone another way, from a place on."""
    branches = []
    before = sum(token.log_probability for token in completion.tokens[:start])
    for place, token in enumerate(completion.tokens[start:], start):
        for other in token.others:
            forced = (*completion.tokens[:place], Token(other.raw, other.log_probability, other.number))
            if _can_be_sent(forced):
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

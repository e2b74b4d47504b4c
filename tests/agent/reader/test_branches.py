"""Which other readings are worth their seconds."""

import math

import pytest

from agent.reader.branches import likely_completions
from agent.reader.completion import Alternative, Completion, Token
from agent.reader.server_dialects import Forced

DOUBT = Token(b"a", math.log(0.5), 1, (Alternative(b"b", math.log(0.4), 2),))
END = Token(b"", 0.0, 0)


@pytest.mark.parametrize(("length", "calls"), [(30, 5), (40, 1)])
def test_a_branch_is_begun_only_where_it_can_come_to_its_end(length: int, calls: int) -> None:
    asked: list[Forced] = []

    def complete(forced: Forced, most: int) -> Completion:
        asked.append(forced)
        begun = forced or (DOUBT,)
        letters = [Token(b"c", 0.0, 3)] * (length - 1 - len(begun))
        tokens = (*begun, *[*letters, END][:most])
        return Completion(b"".join(token.raw for token in tokens).decode(), tokens, ended=tokens[-1] == END)

    found = likely_completions(complete)

    assert len(asked) == calls
    assert [one.text[0] for one in found] == (["a", "b"] if calls > 1 else ["a"])

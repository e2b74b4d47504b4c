"""What a process reads only once is read before anybody asks."""

from agent.reasoning.rules.narration.phrases import phrases_in
from agent.rehearsal import rehearse


def test_a_rehearsal_reads_the_words_of_answers() -> None:
    phrases_in.cache_clear()
    rehearse()
    assert phrases_in.cache_info().currsize == 1

"""What a process reads only once is read before anybody asks."""

from agent.reasoning.reader.trust.weighing import weights
from agent.rehearsal import rehearse


def test_a_rehearsal_reads_the_weights_of_the_reader() -> None:
    weights.cache_clear()
    rehearse()
    assert weights.cache_info().currsize == 1

"""So many times within so many seconds, for each key, whatever becomes of the time of day."""

from registry.pace import Pace


def test_more_than_so_many_wait_until_the_first_is_old_enough() -> None:
    now = [100.0]
    pace = Pace(2, 60.0, lambda: now[0])
    assert [pace.take("ann"), pace.take("ann")] == [0.0, 0.0]
    now[0] = 110.0
    assert pace.take("ann") == 50.0
    assert pace.take("bob") == 0.0, "each for themselves"
    now[0] = 160.0
    assert pace.take("ann") == 0.0, "what was refused did not count"

"""So many times within so many seconds, for each key."""

import threading
import time
from collections import deque
from collections.abc import Callable

MINUTE = 60.0  # seconds


class Pace:
    """A sliding window. Safe to use from threads."""

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock` never goes back, whatever becomes of the time of day."""
        self._most = most
        self._seconds = seconds
        self._clock = clock
        self._lock = threading.Lock()
        self._times: dict[str, deque[float]] = {}

    def take(self, key: str) -> float:
        """0.0, and it counts; or, when it was too often, the seconds until it is possible again, and it does not."""
        now = self._clock()
        with self._lock:
            self._forget(now)
            times = self._times.setdefault(key, deque())
            if len(times) >= self._most:
                return times[0] + self._seconds - now
            times.append(now)
            return 0.0

    def _forget(self, now: float) -> None:
        for key, times in list(self._times.items()):
            while times and times[0] <= now - self._seconds:
                times.popleft()
            if not times:
                del self._times[key]

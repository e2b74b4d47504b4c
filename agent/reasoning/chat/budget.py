"""What the calls of one turn may cost together. Counted anew with every turn."""

import threading
import time
from dataclasses import dataclass, field

from agent.model_settings import ModelSettings
from agent.reasoning.chat.failures import ModelError


@dataclass
class TurnBudget:
    """Calls, tokens and seconds of one turn. Seconds run from the first call. Safe to use from threads: a study's
    analysts ask at the same time.
    """

    settings: ModelSettings
    calls: int = 0
    tokens: int = 0
    started: float | None = field(default=None)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def admit(self) -> float:
        """Counts a call; how many seconds it may take. ModelError when the budget is spent."""
        with self._lock:
            return self._admitted()

    def _admitted(self) -> float:
        if self.started is None:
            self.started = time.monotonic()
        left = self.settings.turn_seconds - (time.monotonic() - self.started)
        if self.calls >= self.settings.turn_calls:
            raise ModelError("budget", f"It had {self.settings.turn_calls} calls.")
        if self.tokens >= self.settings.turn_tokens:
            raise ModelError("budget", f"It had {self.settings.turn_tokens:,} tokens.")
        if left <= 0:
            raise ModelError("budget", f"It had {self.settings.turn_seconds} seconds.")
        self.calls += 1
        return min(left, float(self.settings.call_seconds))

    def spend(self, tokens: int) -> None:
        """Counts the tokens of a call."""
        with self._lock:
            self.tokens += tokens

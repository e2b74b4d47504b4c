"""A connection test in a thread of its own: the page that asked for it stays alive, and can stop it."""

import threading
import time
from dataclasses import dataclass, field

from agent.model_settings import ModelSettings
from agent.service import AnalystService, ConnectionReport, StopSignal


@dataclass
class ConnectionTest:
    """A test under way; `report` is there when it is done. `seconds`: when it ends at the latest. `asked` of `total`
    test questions are done; there are none yet while the connection itself is tried.
    """

    seconds: int
    asked: int = 0
    total: int = 0
    started: float = field(default_factory=time.monotonic)
    done: threading.Event = field(default_factory=threading.Event)
    report: ConnectionReport | None = None
    _signal: StopSignal = field(default_factory=StopSignal)

    def stop(self) -> None:
        """Ends the test at once."""
        self._signal.stop()

    def progress(self, asked: int, total: int) -> None:
        """Told how many test questions are done."""
        self.asked, self.total = asked, total

    def run(self, service: AnalystService, conversation_id: str, settings: ModelSettings) -> None:
        """Runs the test; whatever comes of it, it is over then."""
        try:
            self.report = service.models.test(conversation_id, settings, self._signal.is_set, self.progress)
        finally:
            self.done.set()


def start_test(service: AnalystService, conversation_id: str, settings: ModelSettings) -> ConnectionTest:
    """The test, started."""
    test = ConnectionTest(service.models.test_seconds(settings))
    thread = threading.Thread(
        target=test.run, args=(service, conversation_id, settings), name="tally-connection-test", daemon=True
    )
    thread.start()
    return test

"""How each conversation is answered, as the person chose it: it outlives a reload and holds in every tab."""

import threading
from collections import OrderedDict
from dataclasses import dataclass, field

from agent.service import DEFAULT, TurnChoices

REMEMBERED = 10_000  # conversations; the one that was used longest ago is forgotten first


@dataclass(frozen=True)
class HowToAnswer:
    """What the next question is asked with."""

    workflow: str = DEFAULT
    choices: TurnChoices = field(default_factory=TurnChoices)


class Ways:
    """The choices of all conversations. Safe to use from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._chosen: OrderedDict[str, HowToAnswer] = OrderedDict()

    def of(self, conversation_id: str) -> HowToAnswer:
        """What was chosen for the conversation; the plain way if nothing was."""
        with self._lock:
            if conversation_id in self._chosen:
                self._chosen.move_to_end(conversation_id)
            return self._chosen.get(conversation_id, HowToAnswer())

    def choose(self, conversation_id: str, how: HowToAnswer) -> None:
        """Holds from the next question on."""
        with self._lock:
            self._chosen[conversation_id] = how
            self._chosen.move_to_end(conversation_id)
            while len(self._chosen) > REMEMBERED:
                self._chosen.popitem(last=False)

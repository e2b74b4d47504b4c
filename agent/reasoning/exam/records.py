"""What models showed: kept by address, model and version of the exam, in the process and beyond it."""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Protocol

from agent.errors import SpecError, TallyError
from agent.model_settings import ModelSettings, RoleChoice
from agent.reasoning.chat.connection.client import Message, never
from agent.reasoning.chat.connection.exchange import Exchange, ModelTurn
from agent.reasoning.chat.connection.failures import OVER_FOR_THE_TURN, Failure, ModelError
from agent.reasoning.chat.language.tool_offers import MadeCalls, offered_name, tool_offers
from agent.reasoning.chat.replies import UnusableError, parse_reply
from agent.reasoning.egress import Cargo
from agent.reasoning.exam.questions import PURPOSE, Exam, exam
from agent.reasoning.exam.report import ExamReport
from agent.reasoning.exam.taking import OnProgress, Taken, exam_turn, no_progress, take_exam
from agent.tools.catalogue import TOOL_EXECUTORS

logger = logging.getLogger(__name__)
WATCH_SECONDS = 0.05
NOTED_UNDER = "exams"
"""Exams belong to no conversation: this stands where notes have a conversation's id."""

PLANS_TOOLS: frozenset[RoleChoice] = frozenset({"auto", "lead", "second"})
_AS_KEPT = {True: "yes", False: "no"}
_AS_KNOWN = {text: known for known, text in _AS_KEPT.items()}


class ExamNotes(Protocol):
    """Where short texts are kept, if they are kept at all. Errors are those of the place."""

    def note(self, conversation_id: str, name: str, text: str) -> None:
        """Keeps a text under a name, in place of the one before."""
        ...

    def noted(self, conversation_id: str, name: str) -> str:
        """The text; "" when there is none."""
        ...


@dataclass
class _UnderWay:
    """An exam that is being taken in the background."""

    over: threading.Event = field(default_factory=threading.Event)


class Exams:
    """All exams of a process. Safe to use from threads. No key is part of what is kept."""

    def __init__(self, notes: ExamNotes, examined_by: Callable[[], Exam] = exam) -> None:
        """`examined_by` gives the exam that is taken; it is asked when it is needed first."""
        self._notes = notes
        self._examined_by = examined_by
        self._lock = threading.Lock()
        self._known: dict[str, str] = {}
        self._under_way: dict[str, _UnderWay] = {}

    def of(self, settings: ModelSettings) -> ExamReport | None:
        """What was shown by this model at this address in the exam as it is now; None when it was not taken."""
        written = self._kept(self._key(settings))
        return ExamReport.read(written) if written else None

    def calls_tools(self, settings: ModelSettings) -> bool | None:
        """Whether the server's own tool calling works with this model; None while that is not known."""
        return _AS_KNOWN.get(self._kept(self._tools_key(settings)))

    def take(self, turn: ModelTurn, on_progress: OnProgress = no_progress) -> Taken:
        """Takes the exam now, and keeps it unless it was stopped, the endpoint broke off or nothing was answered. What
        it leaves of its seconds goes to the question whether tool calling works.
        """
        until = time.monotonic() + turn.settings.exam_seconds
        taken = take_exam(self._examined_by(), exam_turn(turn), on_progress)
        if taken.report is not None and taken.report.asked and taken.end in ("ended", "time"):
            self._keep(self._key(turn.settings), taken.report.written())
        if taken.end == "ended" and (left := int(until - time.monotonic())) > 0:
            self.try_tools(replace(turn, settings=replace(turn.settings, turn_seconds=left)))
        return taken

    def try_tools(self, turn: ModelTurn) -> None:
        """Finds out now whether tool calling works, and keeps it, unless nothing comes back."""
        works = tools_work(turn)
        if works is not None:
            self._keep(self._tools_key(turn.settings), _AS_KEPT[works])

    def begin(self, turn: ModelTurn) -> None:
        """Finds out in the background what is not known of a model and not being found out: with the role "auto" by
        the exam, with one set by hand only whether tool calling works, where the role plans tools.
        """
        key = self._key(turn.settings)
        if not (self._lacks_exam(turn.settings) or self.lacks_tools(turn.settings)):
            return
        with self._lock:
            if key in self._under_way:
                return
            under_way = self._under_way[key] = _UnderWay()
        threading.Thread(target=self._run, args=(turn, key, under_way), name="tally-exam", daemon=True).start()

    def is_under_way(self, settings: ModelSettings) -> bool:
        """Whether something is being found out of this model in the background."""
        key = self._key(settings)
        with self._lock:
            return key in self._under_way

    def wait(self, settings: ModelSettings, seconds: float, stopped: Callable[[], bool] = never) -> None:
        """Waits for an exam that is under way, so long at most, or until `stopped` says so."""
        key = self._key(settings)
        with self._lock:
            under_way = self._under_way.get(key)
        until = time.monotonic() + seconds
        while under_way and not stopped() and (left := until - time.monotonic()) > 0:
            if under_way.over.wait(min(left, WATCH_SECONDS)):
                return

    def _run(self, turn: ModelTurn, key: str, under_way: _UnderWay) -> None:
        try:
            if self._lacks_exam(turn.settings):
                self.take(turn)
            if self.lacks_tools(turn.settings):
                self.try_tools(turn)
        except TallyError:
            logger.exception("an exam could not be kept")
        finally:
            with self._lock:
                self._under_way.pop(key, None)
            under_way.over.set()

    def _lacks_exam(self, settings: ModelSettings) -> bool:
        return settings.role == "auto" and self.of(settings) is None

    def lacks_tools(self, settings: ModelSettings) -> bool:
        """Whether this model is to plan tools, and it is not known whether it calls them by itself."""
        return settings.role in PLANS_TOOLS and self.calls_tools(settings) is None

    def _kept(self, key: str) -> str:
        """What is kept under a key; "" where nothing is."""
        with self._lock:
            known = self._known.get(key)
        if known is not None:
            return known
        noted = self._notes.noted(NOTED_UNDER, key)
        if noted:
            with self._lock:
                self._known[key] = noted
        return noted

    def _keep(self, key: str, text: str) -> None:
        with self._lock:
            self._known[key] = text
        self._notes.note(NOTED_UNDER, key, text)

    def _key(self, settings: ModelSettings) -> str:
        return f"{self._examined_by().version} {settings.base_url} {settings.name}"

    def _tools_key(self, settings: ModelSettings) -> str:
        return f"tools {self._key(settings)}"


# ----------------------------------------------------------------
# Does the server's own tool calling work? One request with a tiny catalogue, whose call must fit its tool.


NO_REPLY: frozenset[Failure] = OVER_FOR_THE_TURN - {"rejected"} | {"stopped"}
"""Failures that leave open what the server can."""
OFFERED = ("aggregate_data", "value_counts")
_ASK = (
    Message("system", "You answer by calling one of the tools. You compute nothing yourself."),
    Message("user", 'A table has the columns "kind" (text) and "price" (number). What is the mean price of each kind?'),
)


def tools_work(turn: ModelTurn) -> bool | None:
    """Whether the model called a tool that was offered, with arguments that name the columns; None where that was not
    found out, for nothing came back. The request is recorded as one of an exam. Raises nothing for what a model does.
    """
    offers = tuple(offer for offer in tool_offers(several_tables=False) if offered_name(offer) in OFFERED)
    try:
        reply = Exchange(replace(turn, uses_tools=True, purpose=PURPOSE)).send("tools", _ASK, Cargo(), tools=offers)
    except ModelError as error:
        return None if error.failure in NO_REPLY else False  # answered with something else: JSON will do
    return _fits(reply)


def _fits(reply: str) -> bool:
    """Whether the first call of a reply is a call of an offered tool about both columns."""
    try:
        (first, *_) = parse_reply(reply, MadeCalls).tool_calls
        given = TOOL_EXECUTORS[first.name].parsed(first.without_label) if first.name in OFFERED else None
    except (UnusableError, SpecError):
        return False
    return given is not None and {"kind", "price"} <= {*_texts(given.model_dump(mode="json"))}


def _texts(node: object) -> list[str]:
    if isinstance(node, dict):
        return [text for value in node.values() for text in _texts(value)]
    if isinstance(node, list):
        return [text for item in node for text in _texts(item)]
    return [node] if isinstance(node, str) else []

"""Requests of one turn: written in the endpoint's dialect, repeated where that helps, counted and recorded."""

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from pydantic import JsonValue

from agent.model_settings import ModelSettings
from agent.reasoning.chat.connection.client import Form, Message, RawReply, Request, call_model, never
from agent.reasoning.chat.connection.dialect import Dialect, Dialects
from agent.reasoning.chat.connection.failures import OVER_FOR_THE_TURN, REPEATABLE, ModelError, StoppedError
from agent.reasoning.chat.shown.veil import FindValues
from agent.reasoning.chat.tokens import estimated_tokens
from agent.reasoning.egress import Cargo, EgressEntry, EgressLedger, price_usd
from agent.reasoning.sharing import Sharing
from registry.value_index import ValueMatch

PAUSE_SECONDS = 0.5  # before a repetition, where the server names no time
WAIT_SECONDS = 0.05
LONGEST_PAUSE = 20.0  # a server that wants to be left alone for longer is not waited for


def no_values(_: str) -> tuple[ValueMatch, ...]:
    """A text that names no cell."""
    return ()


@dataclass(frozen=True)
class ModelTurn:
    """What the calls of one turn share: whose they are, what may leave, when to stop. With a `purpose` of its own the
    turn carries none of the person's data: its requests are recorded under that name, without cargo.
    """

    settings: ModelSettings
    conversation_id: str = ""
    sharing: Sharing = field(default_factory=Sharing)
    ledger: EgressLedger = field(default_factory=EgressLedger)
    dialects: Dialects = field(default_factory=Dialects)
    stopped: Callable[[], bool] = never
    find_values: FindValues = no_values
    purpose: str = ""
    uses_tools: bool = False  # the endpoint was found to call tools by itself


class Exchange:
    """Sends the requests of one turn."""

    def __init__(self, turn: ModelTurn) -> None:
        self.turn = turn
        self.budget = TurnBudget(turn.settings)
        self._over: ModelError | None = None
        self._one_by_one = threading.Lock() if turn.settings.own_server else None

    def send(
        self,
        purpose: str,
        messages: tuple[Message, ...],
        cargo: Cargo,
        form: Form | None = None,
        on_text: Callable[[str], None] | None = None,
        tools: tuple[Mapping[str, JsonValue], ...] = (),
    ) -> str:
        """The text of the reply. ModelError when there is none, after as many repetitions as the settings allow.

        A server that rejects a request with `tools` gets it again without them, in the form.
        """
        request = Request(messages, 0.0, form, self.turn.stopped, on_text, tools if self._calls_tools() else ())
        repetitions = self.turn.settings.retries
        while True:
            try:
                return self._once(purpose, request, cargo)
            except ModelError as error:
                if error.failure == "rejected" and request.tools:
                    self._learn(replace(self._dialect(), tools=False))
                    request = replace(request, tools=())
                    continue
                if error.failure == "rejected" and self._speak_simpler(str(error), form is not None):
                    continue
                if error.failure not in REPEATABLE or repetitions < 1 or not self._wait(error.retry_after):
                    self._over = error if error.failure in OVER_FOR_THE_TURN else self._over
                    raise
                repetitions -= 1

    def _dialect(self) -> Dialect:
        return self.turn.dialects.of(self.turn.settings.base_url, self.turn.settings.name)

    def _learn(self, dialect: Dialect) -> None:
        self.turn.dialects.learn(self.turn.settings.base_url, self.turn.settings.name, dialect)

    def _calls_tools(self) -> bool:
        return self.turn.uses_tools and self._dialect().tools

    def _once(self, purpose: str, request: Request, cargo: Cargo) -> str:
        """One request. A server of one's own, which mostly has one processor, gets those of a turn one by one: its
        queue would eat up the seconds of a call.
        """
        if self._one_by_one is None:
            return self._sent(purpose, request, cargo)
        while not self._one_by_one.acquire(timeout=WAIT_SECONDS):
            if self.turn.stopped():
                raise StoppedError
        try:
            if self._over:
                raise self._over  # the request before, of another analyst, found out
            return self._sent(purpose, request, cargo)
        finally:
            self._one_by_one.release()

    def _sent(self, purpose: str, request: Request, cargo: Cargo) -> str:
        settings, dialect = self.turn.settings, self._dialect()
        timed = replace(request, seconds=self.budget.admit())
        if self.turn.stopped():
            raise StoppedError
        at, clock = time.time(), time.monotonic()
        try:
            reply = call_model(settings, dialect, timed)
        except ModelError as error:
            self._record(purpose, request, cargo, at, RawReply("", time.monotonic() - clock), error.message)
            raise
        self._record(purpose, request, cargo, at, reply, "answered")
        return reply.text

    def _record(self, purpose: str, request: Request, cargo: Cargo, at: float, reply: RawReply, outcome: str) -> None:
        settings = self.turn.settings
        estimated = reply.prompt_tokens is None or reply.reply_tokens is None
        prompt_tokens = reply.prompt_tokens
        if prompt_tokens is None:
            prompt_tokens = sum(estimated_tokens(message.text) for message in request.messages)
        reply_tokens = estimated_tokens(reply.text) if reply.reply_tokens is None else reply.reply_tokens
        self.budget.spend(prompt_tokens + reply_tokens)
        entry = EgressEntry(
            at=at,
            purpose=self.turn.purpose or purpose,
            model=settings.name,
            host=settings.host,
            cargo=Cargo() if self.turn.purpose else cargo,
            prompt_tokens=prompt_tokens,
            reply_tokens=reply_tokens,
            tokens_estimated=estimated,
            seconds=reply.seconds,
            price_usd=price_usd(settings, prompt_tokens, reply_tokens),
            outcome=outcome,
        )
        self.turn.ledger.record(self.turn.conversation_id, entry)

    def _speak_simpler(self, said: str, wanted_form: bool) -> bool:
        """Learns from a rejection what to leave out; False when nothing is left to leave out."""
        simpler = self._dialect().after_rejection(said, wanted_form=wanted_form)
        if simpler is None:
            return False
        self._learn(simpler)
        return True

    def _wait(self, wanted: float | None) -> bool:
        """Waits before a repetition, as long as the server asked for; False when that is too long."""
        seconds = PAUSE_SECONDS if wanted is None else wanted
        if seconds > LONGEST_PAUSE:
            return False
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            if self.turn.stopped():
                raise StoppedError
            time.sleep(min(left, WAIT_SECONDS))
        return True


# ----------------------------------------------------------------
# What the calls of one turn may cost together. Counted anew with every turn.


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

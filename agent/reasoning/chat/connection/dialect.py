"""What an endpoint was found to understand. Servers speak the same protocol with different gaps."""

import threading
from dataclasses import dataclass, replace
from typing import Literal

ReplyFormat = Literal["json_schema", "json_object", "plain"]
_NEXT: dict[ReplyFormat, ReplyFormat] = {"json_schema": "json_object", "json_object": "plain"}


@dataclass(frozen=True)
class Dialect:
    """How requests to one endpoint are written."""

    reply_format: ReplyFormat = "json_schema"
    temperature: bool = True
    usage_in_stream: bool = True
    old_token_limit: bool = False  # `max_tokens`, where `max_completion_tokens` is unknown
    tools: bool = True  # False once a request with tools was rejected

    def after_rejection(self, said: str, *, wanted_form: bool) -> "Dialect | None":
        """The dialect to try next when the server rejected a request and said why; None when nothing is left."""
        words = said.casefold()
        if "temperature" in words and self.temperature:
            return replace(self, temperature=False)
        if "stream_options" in words and self.usage_in_stream:
            return replace(self, usage_in_stream=False)
        if "max_completion_tokens" in words and not self.old_token_limit:
            return replace(self, old_token_limit=True)
        if wanted_form and self.reply_format in _NEXT:
            return replace(self, reply_format=_NEXT[self.reply_format])
        return None


class Dialects:
    """Dialects by endpoint and model, learnt once. Safe to use from threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: dict[tuple[str, str], Dialect] = {}

    def of(self, base_url: str, model: str) -> Dialect:
        """What is known of the endpoint, or the fullest dialect."""
        with self._lock:
            return self._known.get((base_url, model), Dialect())

    def learn(self, base_url: str, model: str, dialect: Dialect) -> None:
        """Keeps what worked."""
        with self._lock:
            self._known[base_url, model] = dialect

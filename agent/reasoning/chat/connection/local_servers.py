"""Model servers of this machine, looked for at their usual ports: on the loopback address alone, when somebody wants to
connect one, and with a request that carries nothing.
"""

import json
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass

from agent.model_settings import ModelSettings
from agent.reasoning.chat.connection.client import never
from agent.reasoning.chat.connection.failures import ModelError, StoppedError
from agent.reasoning.chat.connection.transport import NO_SUCH_PAGE, Line, get_text

LOOK_SECONDS = 0.6  # a server of this machine that is idle answers within milliseconds
LOOPBACK = "127.0.0.1"


@dataclass(frozen=True)
class KnownServer:
    """A program that serves models, and the port that it takes when it is told none."""

    title: str
    port: int


KNOWN_SERVERS = (
    KnownServer("Ollama", 11434),
    KnownServer("llama.cpp", 8080),
    KnownServer("LM Studio", 1234),
    KnownServer("vLLM", 8000),
)
"""Ports as the programs' own documentation gives them."""


@dataclass(frozen=True)
class LocalServer:
    """A server that answered, with the names of its models as it tells them."""

    title: str
    base_url: str
    models: tuple[str, ...]


def local_servers(known: Sequence[KnownServer] = KNOWN_SERVERS) -> tuple[LocalServer, ...]:
    """The servers that answer with at least one model, in the order of `known`. All are asked at once, so that it takes
    no longer than the slowest, at most `LOOK_SECONDS` and a little.
    """
    if not known:
        return ()
    with ThreadPoolExecutor(max_workers=len(known), thread_name_prefix="tally-local-servers") as pool:
        return tuple(server for server in pool.map(_answering, known) if server is not None)


def _answering(known: KnownServer) -> LocalServer | None:
    """The server, or None: a port where nobody listens, or where something else does, is no fault to tell."""
    address = f"http://{LOOPBACK}:{known.port}/v1"
    try:
        names = models_at(ModelSettings(base_url=address), LOOK_SECONDS)
    except ModelError:
        return None
    return LocalServer(known.title, address, names) if names else None


# ----------------------------------------------------------------
# Which models an endpoint offers: one request that carries nothing, bounded in time and size.


LIST_SECONDS = 5.0  # an endpoint that is there tells its models at once
MOST_MODELS, LONGEST_NAME = 50, 200
_WATCH_SECONDS = 0.02


def models_at(
    settings: ModelSettings, seconds: float = LIST_SECONDS, stopped: Callable[[], bool] = never
) -> tuple[str, ...]:
    """The names of the endpoint's models, the first fifty; () when it is there and tells none.

    ModelError when nobody answers within `seconds`, the key is refused, or what answers is no model's endpoint.
    """
    line = Line(settings.base_url, seconds)
    pool = ThreadPoolExecutor(1, thread_name_prefix="tally-model-list")
    asking = pool.submit(_model_names, line, settings)
    pool.shutdown(wait=False)
    until = time.monotonic() + seconds
    while not wait([asking], _WATCH_SECONDS).done:
        if stopped():
            line.cut()
            raise StoppedError
        if time.monotonic() > until:
            line.cut()
            raise ModelError("timeout", f"It had {seconds:.0f} seconds.")
    return asking.result()


def _model_names(line: Line, settings: ModelSettings) -> tuple[str, ...]:
    try:
        status, text = get_text(line, f"{settings.base_url}/models", settings.api_key.reveal())
    finally:
        line.close()
    return () if status in NO_SUCH_PAGE else _names(text)


def _names(text: str) -> tuple[str, ...]:
    """The ids of a list of models. ModelError when the reply is no such list."""
    try:
        listed = json.loads(text)["data"]
        names = [entry["id"] for entry in listed if isinstance(entry["id"], str)]
    except (ValueError, TypeError, KeyError):
        raise ModelError("no_api", "It tells no list of models.") from None
    return tuple(name[:LONGEST_NAME] for name in names[:MOST_MODELS] if name.strip())

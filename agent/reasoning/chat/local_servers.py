"""Model servers of this machine, looked for at their usual ports: on the loopback address alone, when somebody wants to
connect one, and with a request that carries nothing.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from agent.model_settings import ModelSettings
from agent.reasoning.chat.failures import ModelError
from agent.reasoning.chat.model_list import models_at

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

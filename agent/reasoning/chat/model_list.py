"""Which models an endpoint offers: one request that carries nothing, bounded in time and size."""

import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait

from agent.model_settings import ModelSettings
from agent.reasoning.chat.client import never
from agent.reasoning.chat.failures import ModelError, StoppedError
from agent.reasoning.chat.transport import NO_SUCH_PAGE, Line, get_text

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

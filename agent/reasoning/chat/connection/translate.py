"""Errors of the client library as our own, each with the sentence of its kind."""

from collections.abc import Iterator

from agent.reasoning.chat.connection.failures import Failure, ModelError

_LONGEST_DETAIL = 200
_BY_STATUS: dict[int, Failure] = {401: "refused_key", 403: "refused_key", 404: "not_found", 408: "timeout", 429: "busy"}


def model_error(error: Exception, key: str, *, answered: bool) -> ModelError:
    """What the error means; `answered`: the server had begun to. Its text never holds the key."""
    for cause in _chain(error):
        if isinstance(cause, ModelError):
            return cause  # raised by our own transport, wrapped by the client
    status = getattr(error, "status_code", None)
    if isinstance(status, int):
        return _of_status(error, status, key)
    names = {kind.__name__ for cause in _chain(error) for kind in type(cause).__mro__}
    if "APITimeoutError" in names or "TimeoutException" in names:
        return ModelError("timeout")
    if "APIConnectionError" in names or "TransportError" in names:
        closed = ModelError("cut_off", "The connection was closed in the middle.")
        return closed if answered else ModelError("unreachable")
    if isinstance(error, IndexError):
        return ModelError("empty")
    return ModelError("no_api", "Its reply does not follow the protocol.")


def failure_of_status(status: int) -> Failure:
    """What a reply's status tells when it is not a success."""
    if 300 <= status < 400:
        return "no_api"
    return _BY_STATUS.get(status) or ("broken_server" if status >= 500 else "rejected")


def _of_status(error: Exception, status: int, key: str) -> ModelError:
    headers = getattr(getattr(error, "response", None), "headers", {})
    failure = failure_of_status(status)
    if getattr(error, "code", None) == "insufficient_quota":
        failure = "quota"
    if 300 <= status < 400:
        return ModelError("no_api", "It sends requests on to another address, which is not followed.")
    detail = _error_text(error, key) if failure in ("rejected", "not_found") else ""
    return ModelError(failure, detail, _seconds(headers.get("retry-after")))


def _error_text(error: Exception, key: str) -> str:
    body = getattr(error, "body", None)
    said = body.get("message") if isinstance(body, dict) else None
    text = " ".join(str(said or "").split())[:_LONGEST_DETAIL]
    return f"It said: {text.replace(key, '…') if key else text}" if text else ""


def _seconds(text: str | None) -> float | None:
    """Retry-After in seconds; dates, which the header may hold too, tell nothing here."""
    try:
        return max(0.0, float(text)) if text else None
    except ValueError:
        return None


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__

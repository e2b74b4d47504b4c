"""Does the server's own tool calling work? One request with a tiny catalogue, whose call must fit its tool."""

from agent.errors import SpecError
from agent.reasoning.chat.client import Message
from agent.reasoning.chat.exchange import Exchange
from agent.reasoning.chat.failures import ModelError, StoppedError
from agent.reasoning.egress import Cargo
from agent.tools.binding import bindable_tools
from agent.tools.catalogue import TOOL_EXECUTORS

OFFERED = ("aggregate_data", "value_counts")
_ASK = (
    Message("system", "You answer by calling one of the tools. You compute nothing yourself."),
    Message("user", 'A table has the columns "kind" (text) and "price" (number). What is the mean price of each kind?'),
)


def tools_work(exchange: Exchange) -> bool:
    """Whether the model called a tool that was offered, with arguments that name the columns. StoppedError
    when the person stops.
    """
    try:
        called = exchange.call_tools("tools", _ASK, bindable_tools({}, OFFERED), Cargo())
    except StoppedError:
        raise
    except ModelError:
        return False  # rejected, or answered with something else: JSON will do
    if not called or called[0].name not in OFFERED:
        return False
    try:
        given = TOOL_EXECUTORS[called[0].name].parsed(called[0].arguments)
    except SpecError:
        return False
    return {"kind", "price"} <= {*_texts(given.model_dump(mode="json"))}


def _texts(node: object) -> list[str]:
    if isinstance(node, dict):
        return [text for value in node.values() for text in _texts(value)]
    if isinstance(node, list):
        return [text for item in node for text in _texts(item)]
    return [node] if isinstance(node, str) else []

"""Does the server's own tool calling work? One request with a tiny catalogue, whose call must fit its tool."""

from dataclasses import replace

from agent.errors import SpecError
from agent.reasoning.chat.client import Message
from agent.reasoning.chat.exchange import Exchange, ModelTurn
from agent.reasoning.chat.failures import OVER_FOR_THE_TURN, Failure, ModelError
from agent.reasoning.chat.replies import UnusableError, parse_reply
from agent.reasoning.chat.tool_offers import MadeCalls, offered_name, tool_offers
from agent.reasoning.egress import Cargo
from agent.reasoning.exam.questions import PURPOSE
from agent.tools.catalogue import TOOL_EXECUTORS

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

"""Errors of the agent. The actor says who can mend it: the model, the person or the developer."""

from registry.errors import Actor, TallyError

__all__ = [
    "ActionLimitError",
    "Actor",
    "CitationError",
    "ContractError",
    "DataError",
    "SpecError",
    "StaleAnswerError",
    "TallyError",
    "TurnBusyError",
]


class SpecError(TallyError):
    """A spec that cannot be executed as it stands: unknown op, column, aggregation, value. `reason` retries."""

    actor: Actor = "model"


class DataError(TallyError):
    """A valid spec that these data cannot serve: text where numbers are needed, dates that cannot be read."""

    actor: Actor = "person"


class ActionLimitError(TallyError):
    """One action would exceed, or did exceed, its time or memory limit."""

    actor: Actor = "person"


class CitationError(TallyError):
    """A reference in a text that leads to no cell."""

    actor: Actor = "model"


class StaleAnswerError(TallyError):
    """An answer to a question that is no longer open."""

    actor: Actor = "person"


class TurnBusyError(TallyError):
    """A turn is under way in this conversation."""

    actor: Actor = "person"


class ContractError(TallyError):
    """A node returned what its contract does not allow: a bug, named by node and key."""

    actor: Actor = "developer"

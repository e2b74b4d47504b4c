"""Where short texts about a conversation are kept: what may be sent, what a model has shown."""

from typing import Protocol


class Notes(Protocol):
    """Where short texts about a conversation are kept, if it is kept at all. Errors are those of the place."""

    def note(self, conversation_id: str, name: str, text: str) -> None:
        """Keeps a text under a name, in place of the one before."""
        ...

    def noted(self, conversation_id: str, name: str) -> str:
        """The text; "" when there is none."""
        ...


class NoNotes:
    """Nothing is kept beyond memory."""

    def note(self, conversation_id: str, name: str, text: str) -> None:
        """Nothing is kept."""

    def noted(self, conversation_id: str, name: str) -> str:  # noqa: ARG002 - the protocol's signature
        """Nothing was kept."""
        return ""


NO_NOTES = NoNotes()

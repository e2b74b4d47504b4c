"""A store that cannot be used, told in a sentence."""

from agent.settings import SettingError


class StoreError(SettingError):
    """The place that a setting names cannot be opened, read or written as it stands. Nothing in it was overwritten."""


def damaged_conversation() -> StoreError:
    """What is told where a conversation is stored, but cannot be read."""
    return StoreError("What is stored of this conversation is damaged.", "Start a new one; nothing was changed there.")

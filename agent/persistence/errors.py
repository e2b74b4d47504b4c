"""A store that cannot be used, told in a sentence."""

from agent.settings import SettingError


class StoreError(SettingError):
    """The place that a setting names cannot be opened, read or written as it stands. Nothing in it was overwritten."""

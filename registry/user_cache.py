"""The user's cache: for what can be made again."""

import os
import sys
from pathlib import Path


def cache_folder() -> Path:
    """The user's cache, as the system has it."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")

"""Uploaded files in a folder, by fingerprint, for the owner of the process only."""

import logging
import os
import secrets
import time
from pathlib import Path
from typing import Protocol

from agent.persistence.database import StoreError
from agent.persistence.places import absolute
from agent.settings import SettingError
from registry.keeping import fingerprint_of

_NEW = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0)  # Windows would write other line ends
logger = logging.getLogger(__name__)
_BROKEN_OFF_SECONDS = 86_400  # after which a file that is still being written is none any more


class Uploads(Protocol):
    """The bytes of uploaded files by their fingerprint."""

    def put(self, fingerprint: str, content: bytes) -> None:
        """Keeps the bytes. StoreError when they cannot be written."""
        ...

    def get(self, fingerprint: str) -> bytes | None:
        """The bytes; None when they are not there or no longer what they were."""
        ...

    def delete(self, fingerprint: str) -> None:
        """Forgets the bytes, if they are there. StoreError when they cannot be deleted."""
        ...


class NoUploads:
    """Uploads are kept nowhere."""

    def put(self, fingerprint: str, content: bytes) -> None:
        """Nothing is kept."""

    def get(self, fingerprint: str) -> bytes | None:  # noqa: ARG002 - the protocol's signature
        """Nothing is kept."""
        return None

    def delete(self, fingerprint: str) -> None:
        """Nothing was kept."""


FOLDER = "the folder that DATA_FOLDER names"


class UploadFolder:
    """Files named by fingerprint. Only the owner of the process may read them and, if it was made here, the folder."""

    def __init__(self, folder: str) -> None:
        self._folder = absolute("DATA_FOLDER", folder)
        try:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            self._write(f"probe-{secrets.token_hex(8)}", b"").unlink()
            self._clear()
        except OSError as failed:
            logger.error("%s: %s", self._folder, failed.strerror)
            raise SettingError(
                f"The folder in DATA_FOLDER cannot be used: {failed.strerror}.",
                "Name a folder that can be written, in one that exists.",
            ) from failed

    def put(self, fingerprint: str, content: bytes) -> None:
        """Keeps the bytes whole or not at all."""
        if self.get(fingerprint) is not None:
            return
        try:
            self._write(f"{fingerprint}.part-{secrets.token_hex(8)}", content).replace(self._folder / fingerprint)
        except OSError as failed:
            logger.error("%s: %s", self._folder, failed.strerror)
            raise StoreError(
                f"The file cannot be kept in {FOLDER}: {failed.strerror}.", "Make room there and add it again."
            ) from failed

    def get(self, fingerprint: str) -> bytes | None:
        """The bytes, if they still have their fingerprint."""
        try:
            content = (self._folder / fingerprint).read_bytes()
        except OSError:
            return None
        return content if fingerprint_of(content) == fingerprint else None

    def delete(self, fingerprint: str) -> None:
        """Forgets the bytes."""
        try:
            (self._folder / fingerprint).unlink(missing_ok=True)
        except OSError as failed:
            logger.error("%s: %s", self._folder, failed.strerror)
            raise StoreError(
                f"A file in {FOLDER} cannot be deleted: {failed.strerror}.", "Delete it by hand."
            ) from failed

    def _clear(self) -> None:
        """Deletes what a crash left half written."""
        for path in self._folder.glob("*.part-*"):
            if path.stat().st_mtime < time.time() - _BROKEN_OFF_SECONDS:
                path.unlink(missing_ok=True)

    def _write(self, name: str, content: bytes) -> Path:
        path = self._folder / name
        try:
            with os.fdopen(os.open(path, _NEW, 0o600), "wb") as file:
                file.write(content)
        except OSError:
            path.unlink(missing_ok=True)
            raise
        return path

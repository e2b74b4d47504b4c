"""Conversations, their owners, data sets and results in a database."""

import json
import threading
import time
import zlib
from collections.abc import Mapping
from typing import cast

from pydantic import TypeAdapter, ValidationError

from agent.artifacts import Artifact, LargeRows
from agent.persistence.database import Database, StoreError
from agent.persistence.freshness import Sameness
from agent.persistence.uploads import Uploads
from registry.by_path.placing import place_of
from registry.dataset import Dataset, ReadingChoices
from registry.keeping import KeptDataset

_CHOICES = TypeAdapter(ReadingChoices)
_TABLES = ("tally_artifacts", "tally_datasets", "tally_notes", "tally_links", "tally_conversations")


class StoredArchive:
    """An Archive over a database, and a folder or none for uploads. Every call is one short transaction."""

    keeps = True

    def __init__(self, database: Database, uploads: Uploads) -> None:
        self._database = database
        self._uploads = uploads
        self._same = Sameness(database)
        self._files = threading.Lock()  # a file may serve several conversations: use and deletion must not cross

    def hold(self) -> None:
        """Makes sure that no other process has the conversations."""
        self._database.hold()

    def claim(self, conversation_id: str) -> bool:
        """Over the database."""
        return self._database.claim(conversation_id)

    def release(self, conversation_id: str) -> None:
        """Over the database."""
        self._database.release(conversation_id)

    def is_current(self, conversation_id: str) -> bool:
        """By the marks that processes leave."""
        return self._same.is_current(conversation_id)

    def opened(self, conversation_id: str) -> None:
        """What is read from now on is current."""
        self._same.opened(conversation_id)

    def closed(self, conversation_id: str) -> None:
        """Nothing is in memory."""
        self._same.closed(conversation_id)

    # ------------------------------------------------------------ conversations

    def started(self, conversation_id: str, owner: str) -> None:
        """A conversation began."""
        now = time.time()
        self._database.write(
            ("INSERT INTO tally_conversations VALUES (?, ?, ?, ?)", (conversation_id, owner, now, now))
        )

    def used(self, conversation_id: str) -> None:
        """A conversation was opened or had a turn."""
        now = time.time()
        self._same.write(
            conversation_id,
            (
                "UPDATE tally_conversations SET last_used = ? WHERE conversation_id = ? AND last_used < ?",
                (now, conversation_id, now),  # a clock that was set back makes nothing older than it is
            ),
        )

    def owner_of(self, conversation_id: str) -> str | None:
        """Whose conversation it is; None when there is none of this id."""
        if "\x00" in conversation_id:  # never made here, and PostgreSQL would not take it
            return None
        found = self._database.rows(
            "SELECT owner FROM tally_conversations WHERE conversation_id = ?",
            (conversation_id.encode("utf-8", "replace").decode("utf-8"),),
        )
        return str(found[0][0]) if found else None

    def unused_for(self, seconds: float) -> tuple[str, ...]:
        """The conversations that nobody has used for longer than this."""
        since = time.time() - seconds
        found = self._database.rows("SELECT conversation_id FROM tally_conversations WHERE last_used < ?", (since,))
        return tuple(str(key) for (key,) in found)

    def ended(self, conversation_id: str) -> None:
        """Deletes rows and uploads. Files go first: broken off in between, it can be done again."""
        with self._files:
            for kept in self.datasets(conversation_id):
                self._delete_file(conversation_id, kept)
            self._database.write(
                *((f"DELETE FROM {table} WHERE conversation_id = ?", (conversation_id,)) for table in _TABLES)  # noqa: S608
            )

    def note(self, conversation_id: str, name: str, text: str) -> None:
        """Keeps a short text of a conversation under a name, in place of the one before."""
        self._same.write(
            conversation_id,
            (
                "INSERT INTO tally_notes VALUES (?, ?, ?) ON CONFLICT (conversation_id, name)"
                " DO UPDATE SET content = excluded.content",
                (conversation_id, name, text),
            ),
        )

    def noted(self, conversation_id: str, name: str) -> str:
        """The text; "" when there is none."""
        found = self._database.rows(
            "SELECT content FROM tally_notes WHERE conversation_id = ? AND name = ?", (conversation_id, name)
        )
        return str(found[0][0]) if found else ""

    # ------------------------------------------------------------ data sets

    def datasets(self, conversation_id: str) -> tuple[KeptDataset, ...]:
        """The data sets that belong to a conversation, loaded or not, in the order of upload."""
        found = self._database.rows(
            "SELECT dataset_id, added, name, version, fingerprint, choices, path FROM tally_datasets"
            " WHERE conversation_id = ? ORDER BY added",
            (conversation_id,),
        )
        return tuple(
            KeptDataset(dataset_id, added, name, version, fingerprint, self._choices(choices), path)
            for dataset_id, added, name, version, fingerprint, choices, path in found
        )

    def content(self, kept: KeptDataset) -> bytes | None:
        """The bytes of an upload; None when they are not kept or no longer what they were."""
        return self._uploads.get(kept.fingerprint)

    def keep(self, dataset: Dataset, added: int, content: bytes | None) -> None:
        """Notes a data set, and keeps its file or where it lies. The note comes first, so that every file has one that
        deletes it."""
        choices = _CHOICES.dump_json(dataset.choices).decode("utf-8")
        place = place_of(dataset)
        with self._files:
            known = any(kept.dataset_id == dataset.dataset_id for kept in self.datasets(dataset.owner))
            self._same.write(
                dataset.owner,
                (
                    "INSERT INTO tally_datasets VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
                    " ON CONFLICT (conversation_id, dataset_id) DO UPDATE SET"
                    " version = excluded.version, choices = excluded.choices",
                    (
                        dataset.owner,
                        dataset.dataset_id,
                        added,
                        dataset.name,
                        dataset.version,
                        dataset.fingerprint,
                        choices,
                        None if place is None else str(place.root),
                    ),
                ),
            )
            if content is None:
                return
            try:
                self._uploads.put(dataset.fingerprint, content)
            except StoreError:
                if not known:
                    self._forget(dataset.owner, dataset.dataset_id)
                raise

    def drop(self, owner: str, dataset_id: str) -> None:
        """Forgets a data set, and its file unless another data set has the same."""
        with self._files:
            for kept in self.datasets(owner):
                if kept.dataset_id == dataset_id:
                    self._delete_file(owner, kept)
            self._forget(owner, dataset_id)

    def _forget(self, owner: str, dataset_id: str) -> None:
        self._same.write(
            owner,
            ("DELETE FROM tally_datasets WHERE conversation_id = ? AND dataset_id = ?", (owner, dataset_id)),
        )

    def _delete_file(self, conversation_id: str, kept: KeptDataset) -> None:
        others = self._database.rows(
            "SELECT 1 FROM tally_datasets WHERE fingerprint = ? AND NOT (conversation_id = ? AND dataset_id = ?)",
            (kept.fingerprint, conversation_id, kept.dataset_id),
        )
        if not others:
            self._uploads.delete(kept.fingerprint)

    def _choices(self, text: str) -> ReadingChoices:
        try:
            return _CHOICES.validate_json(text)
        except ValidationError as odd:
            raise self._damaged() from odd

    # ------------------------------------------------------------ results

    def shelve(self, conversation_id: str, artifact: Artifact) -> None:
        """Keeps a result, whole."""
        content = zlib.compress(json.dumps(artifact, default=_make_rows).encode("utf-8"), 1)
        position = int(artifact["artifact_id"].removeprefix("A"))
        self._database.write(
            (
                "INSERT INTO tally_artifacts VALUES (?, ?, ?, ?)",
                (conversation_id, position, artifact["artifact_id"], content),
            )
        )

    def shelved(self, conversation_id: str) -> Mapping[str, Artifact]:
        """All results by id, in the order they were made."""
        found = self._database.rows(
            "SELECT artifact_id, content FROM tally_artifacts WHERE conversation_id = ? ORDER BY position",
            (conversation_id,),
        )
        try:
            return {str(key): cast(Artifact, json.loads(zlib.decompress(content))) for key, content in found}
        except (zlib.error, ValueError, TypeError) as odd:
            raise self._damaged() from odd

    def _damaged(self) -> StoreError:
        return StoreError(
            f"What {self._database.name} holds of this conversation is damaged.",
            "Start a new conversation; nothing was changed there.",
        )


def _make_rows(rows: object) -> object:
    """The rows of a large table, made for the store."""
    if isinstance(rows, LargeRows):
        return list(rows)
    raise TypeError(f"{type(rows).__name__} is no JSON.")

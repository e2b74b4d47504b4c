"""The tables of a store, made when they are missing, refused when a newer Tally made them."""

from collections.abc import Mapping
from dataclasses import dataclass

from agent.persistence.database import Database
from agent.persistence.errors import StoreError
from agent.persistence.sqlite import OWN_MARK


@dataclass(frozen=True)
class Part:
    """A part of a store with its own version. `steps[n]` leads from version n to n + 1."""

    name: str
    steps: tuple[tuple[str, ...], ...]

    @property
    def version(self) -> int:
        """The version that this Tally reads and writes."""
        return len(self.steps)


CONVERSATIONS = Part(
    "conversations",
    (
        (
            "CREATE TABLE IF NOT EXISTS tally_conversations (conversation_id TEXT PRIMARY KEY, owner TEXT NOT NULL,"
            " started DOUBLE PRECISION NOT NULL, last_used DOUBLE PRECISION NOT NULL)",
            "CREATE TABLE IF NOT EXISTS tally_datasets (conversation_id TEXT NOT NULL, dataset_id TEXT NOT NULL,"
            " added BIGINT NOT NULL, name TEXT NOT NULL, version INTEGER NOT NULL, fingerprint TEXT NOT NULL,"
            " choices TEXT NOT NULL, PRIMARY KEY (conversation_id, dataset_id))",
            "CREATE TABLE IF NOT EXISTS tally_artifacts (conversation_id TEXT NOT NULL, position INTEGER NOT NULL,"
            " artifact_id TEXT NOT NULL, content BLOB NOT NULL, PRIMARY KEY (conversation_id, artifact_id))",
        ),
        (
            "CREATE TABLE IF NOT EXISTS tally_notes (conversation_id TEXT NOT NULL, name TEXT NOT NULL,"
            " content TEXT NOT NULL, PRIMARY KEY (conversation_id, name))",
        ),
        (
            "CREATE TABLE IF NOT EXISTS tally_browsers (browser TEXT PRIMARY KEY, owner TEXT NOT NULL)",
            "CREATE TABLE IF NOT EXISTS tally_links (secret TEXT PRIMARY KEY, kind TEXT NOT NULL, owner TEXT NOT NULL,"
            " conversation_id TEXT NOT NULL, audience TEXT NOT NULL, made DOUBLE PRECISION NOT NULL)",
        ),
    ),
)
RUN_LOG = Part(
    "run_log",
    (
        (
            "CREATE TABLE IF NOT EXISTS tally_run_log (conversation_id TEXT NOT NULL, turn_id TEXT NOT NULL,"
            " at DOUBLE PRECISION NOT NULL, workflow TEXT NOT NULL, question TEXT NOT NULL, status TEXT NOT NULL,"
            " seconds DOUBLE PRECISION NOT NULL, score DOUBLE PRECISION, feedback TEXT, content TEXT NOT NULL,"
            " PRIMARY KEY (conversation_id, turn_id))",
        ),
    ),
)
PARTS: Mapping[str, Part] = {part.name: part for part in (CONVERSATIONS, RUN_LOG)}


def prepare(database: Database, *parts: Part) -> None:
    """Makes the tables of the parts. StoreError, and nothing is changed, when a newer Tally wrote any part of it."""
    if not database.has_table(OWN_MARK):
        database.write((f"CREATE TABLE IF NOT EXISTS {OWN_MARK} (part TEXT PRIMARY KEY, version INTEGER NOT NULL)", ()))
    kept: dict[str, int] = dict(database.rows(f"SELECT part, version FROM {OWN_MARK}"))  # noqa: S608 - our own name
    for name, version in kept.items():
        if name not in PARTS or version > PARTS[name].version:
            raise StoreError(f"A newer Tally wrote {database.name}.", "Update Tally, or name another place.")
    for part in parts:
        for step in range(kept.get(part.name, 0), part.version):
            database.write(
                *((sql, ()) for sql in part.steps[step]),
                (
                    f"INSERT INTO {OWN_MARK} VALUES (?, ?)"  # noqa: S608
                    " ON CONFLICT (part) DO UPDATE SET version = excluded.version",
                    (part.name, step + 1),
                ),
            )

"""Who a browser belongs to, and links that let somebody in. Links are kept as hashes: whoever reads the store opens
nothing with what it holds."""

import hashlib
import time
from dataclasses import dataclass
from typing import Literal, Protocol

from agent.persistence.database import Database
from agent.persistence.freshness import CHANGED_BY

LinkKind = Literal["recovery", "report"]
"""A recovery link opens the conversations of a person, a report link one report for a group to read."""


@dataclass(frozen=True)
class Link:
    """What a link is for. A recovery link has no conversation and no group; `made` is in seconds since the epoch."""

    kind: LinkKind
    owner: str
    conversation_id: str = ""
    group: str = ""
    made: float = 0.0


@dataclass(frozen=True)
class Earlier:
    """A conversation in a list; `last_used` is in seconds since the epoch."""

    conversation_id: str
    title: str  # the name it was given, or its first question
    last_used: float


class Links(Protocol):
    """Every method raises StoreError when the store fails."""

    @property
    def kept(self) -> bool:
        """Whether there is a place to keep them."""
        ...

    def owner_of(self, browser: str) -> str:
        """Whose conversations a browser opens: its own, until it came by a recovery link."""
        ...

    def hand_over(self, browser: str, owner: str) -> None:
        """From now on the browser opens the conversations of this owner; those that it began itself go with it."""
        ...

    def put(self, secret: str, link: Link) -> None:
        """Keeps a link in place of the one before of the same kind, owner, conversation and group."""
        ...

    def find(self, secret: str) -> Link | None:
        """What a link is for; None when there is none, or no longer."""
        ...

    def of(self, owner: str) -> tuple[Link, ...]:
        """The links that an owner made and that still open something."""
        ...

    def revoke(self, link: Link) -> None:
        """The link opens nothing from now on."""
        ...

    def earlier(self, owner: str, most: int) -> tuple[Earlier, ...]:
        """The stored conversations of an owner in which something was asked, last used first."""
        ...


class NoLinks:
    """Without a store nothing outlives the process, and there are no links."""

    kept = False

    def owner_of(self, browser: str) -> str:
        """A browser opens its own conversations."""
        return browser

    def hand_over(self, browser: str, owner: str) -> None:
        """Nothing is kept."""

    def put(self, secret: str, link: Link) -> None:
        """Nothing is kept."""

    def find(self, secret: str) -> Link | None:  # noqa: ARG002 - the protocol's signature
        """Nothing was kept."""
        return None

    def of(self, owner: str) -> tuple[Link, ...]:  # noqa: ARG002
        """Nothing was kept."""
        return ()

    def revoke(self, link: Link) -> None:
        """Nothing was kept."""

    def earlier(self, owner: str, most: int) -> tuple[Earlier, ...]:  # noqa: ARG002
        """Nothing was kept."""
        return ()


class StoredLinks:
    """Links in a database."""

    kept = True

    def __init__(self, database: Database) -> None:
        self._database = database

    def owner_of(self, browser: str) -> str:
        """Its own conversations, until it came by a recovery link."""
        found = self._database.rows("SELECT owner FROM tally_browsers WHERE browser = ?", (browser,))
        return str(found[0][0]) if found else browser

    def hand_over(self, browser: str, owner: str) -> None:
        """In one transaction with the conversations that the browser began."""
        before = self.owner_of(browser)
        self._database.write(
            (
                "DELETE FROM tally_notes WHERE name = ? AND conversation_id IN"  # open copies are old now
                " (SELECT conversation_id FROM tally_conversations WHERE owner = ?)",
                (CHANGED_BY, before),
            ),
            ("UPDATE tally_conversations SET owner = ? WHERE owner = ?", (owner, before)),
            (
                "INSERT INTO tally_browsers VALUES (?, ?) ON CONFLICT (browser) DO UPDATE SET owner = excluded.owner",
                (browser, owner),
            ),
        )

    def put(self, secret: str, link: Link) -> None:
        """In one transaction with the end of the one before."""
        row = (_hash(secret), link.kind, link.owner, link.conversation_id, link.group, time.time())
        self._database.write(
            _deletion(link), ("INSERT INTO tally_links VALUES (?, ?, ?, ?, ?, ?)", row)
        )  # fmt: skip

    def find(self, secret: str) -> Link | None:
        """By the secret's hash."""
        found = self._database.rows(f"SELECT {_COLUMNS} FROM tally_links WHERE secret = ?", (_hash(secret),))  # noqa: S608 - our own words
        return Link(*found[0]) if found else None

    def of(self, owner: str) -> tuple[Link, ...]:
        """Oldest first."""
        found = self._database.rows(f"SELECT {_COLUMNS} FROM tally_links WHERE owner = ? ORDER BY made", (owner,))  # noqa: S608
        return tuple(Link(*row) for row in found)

    def revoke(self, link: Link) -> None:
        """Deletes it."""
        self._database.write(_deletion(link))

    def earlier(self, owner: str, most: int) -> tuple[Earlier, ...]:
        """Those whose first question was noted."""
        found = self._database.rows(
            "SELECT kept.conversation_id, title.content, kept.last_used FROM tally_conversations kept"
            " JOIN tally_notes title ON title.conversation_id = kept.conversation_id AND title.name = ?"
            " WHERE kept.owner = ? ORDER BY kept.last_used DESC LIMIT ?",
            (TITLE, owner, most),
        )
        return tuple(Earlier(*row) for row in found)


TITLE = "first_question"
"""The note of a conversation that names it in lists."""
_COLUMNS = "kind, owner, conversation_id, audience, made"


def _deletion(link: Link) -> tuple[str, tuple[str, ...]]:
    sql = "DELETE FROM tally_links WHERE kind = ? AND owner = ? AND conversation_id = ? AND audience = ?"
    return sql, (link.kind, link.owner, link.conversation_id, link.group)


def _hash(secret: str) -> str:
    """Of a secret with 256 random bits, for which one round of SHA-256 is enough."""
    return hashlib.sha256(b"tally-link:" + secret.encode("utf-8", "replace")).hexdigest()

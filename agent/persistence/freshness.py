"""Whether what a process has in memory of a conversation is what is stored: another process may have gone on with it.

Each process that changes a conversation leaves a mark of its own. Whoever finds another mark than the one it left or
found itself has an old copy.
"""

import secrets

from agent.persistence.database import Database, Statement

CHANGED_BY = "changed_by"


class Sameness:
    """The marks of a process. Safe to use from threads; a database that is not shared needs none."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: dict[str, str] = {}

    def write(self, conversation_id: str, *statements: Statement) -> None:
        """The statements, and the mark that they were written here, in one transaction. A copy that was old before
        stays old."""
        if not self._database.shared:
            self._database.write(*statements)
            return
        is_current = self.is_current(conversation_id)
        mark = secrets.token_hex(8)
        self._database.write(
            *statements,
            (
                "INSERT INTO tally_notes VALUES (?, ?, ?) ON CONFLICT (conversation_id, name)"
                " DO UPDATE SET content = excluded.content",
                (conversation_id, CHANGED_BY, mark),
            ),
        )
        if is_current:
            self._known[conversation_id] = mark

    def is_current(self, conversation_id: str) -> bool:
        """Whether nobody else has changed the conversation since it was opened here."""
        if not self._database.shared:
            return True
        return self._known.get(conversation_id, "") == self._mark(conversation_id)

    def opened(self, conversation_id: str) -> None:
        """What is read from now on is what is stored."""
        if self._database.shared:
            self._known[conversation_id] = self._mark(conversation_id)

    def closed(self, conversation_id: str) -> None:
        """Nothing of it is in memory any more."""
        self._known.pop(conversation_id, None)

    def _mark(self, conversation_id: str) -> str:
        found = self._database.rows(
            "SELECT content FROM tally_notes WHERE conversation_id = ? AND name = ?", (conversation_id, CHANGED_BY)
        )
        return str(found[0][0]) if found else ""

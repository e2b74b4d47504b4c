"""Whose conversations are whose: browsers, recovery links, and the conversations that a person comes back to."""

import secrets
from collections.abc import Collection
from dataclasses import dataclass

from agent.lifecycle import Lifecycle
from agent.persistence.links import Earlier, Link, Links

MOST_LISTED = 200
LONGEST_TITLE = 200  # characters


@dataclass(frozen=True)
class People:
    """Safe to use from threads. Every method raises StoreError when the store fails."""

    links: Links
    conversations: Lifecycle

    @property
    def kept(self) -> bool:
        """Whether there are links at all: they need a store."""
        return self.links.kept

    def owner_of(self, browser: str) -> str:
        """Whose conversations this browser opens: its own, until it came by a recovery link."""
        return self.links.owner_of(browser)

    def earlier(self, owner: str) -> tuple[Earlier, ...]:
        """The owner's conversations, stored or open, that hold a question or data, last used first, at most 200."""
        found = {one.conversation_id: one for one in self.links.earlier(owner, MOST_LISTED)}
        found |= {one.conversation_id: one for one in self.conversations.listed(owner)}
        return tuple(sorted(found.values(), key=lambda one: one.last_used, reverse=True)[:MOST_LISTED])

    def rename(self, conversation_id: str, title: str) -> None:
        """The conversation stands under this name in lists; one of blanks changes nothing."""
        if title.strip():
            self.conversations.rename(conversation_id, " ".join(title.split())[:LONGEST_TITLE])

    def make_recovery_link(self, owner: str) -> str:
        """A secret that opens the owner's conversations in any browser. It is told here and never again; the one before
        ends."""
        secret = secrets.token_urlsafe(32)
        self.links.put(secret, Link("recovery", owner))
        return secret

    def recovery_link(self, owner: str) -> Link | None:
        """The owner's recovery link, without its secret; None when there is none."""
        return next((link for link in self.links.of(owner) if link.kind == "recovery"), None)

    def revoke(self, link: Link) -> None:
        """The link opens nothing from now on."""
        self.links.revoke(link)

    def share_report(self, owner: str, conversation_id: str, group: str) -> str:
        """A secret that lets those of a group read the conversation's report. It is told here and never again; the one
        before for this group ends."""
        secret = secrets.token_urlsafe(32)
        self.links.put(secret, Link("report", owner, conversation_id, group))
        return secret

    def report_links(self, owner: str, conversation_id: str) -> tuple[Link, ...]:
        """With whom the owner shares the conversation's report."""
        return tuple(link for link in self.links.of(owner) if link.conversation_id == conversation_id)

    def shared_report(self, secret: str, groups: Collection[str]) -> str | None:
        """The conversation whose report may be read by this link in one of these groups; None when there is none."""
        link = self.links.find(secret)
        reads = link is not None and link.kind == "report" and link.group in groups
        return link.conversation_id if link and reads else None

    def recover(self, secret: str, browser: str) -> bool:
        """Opens the conversations of whoever made the link in this browser too, whose own ones go with them; whether
        the link still counts."""
        link = self.links.find(secret)
        if link is None or link.kind != "recovery":
            return False
        before = self.owner_of(browser)
        self.links.hand_over(browser, link.owner)
        self.conversations.hand_over(before, link.owner)
        return True

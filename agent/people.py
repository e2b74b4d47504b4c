"""Whose conversations are whose: browsers, recovery links, and the conversations that a person comes back to."""

import secrets
from dataclasses import dataclass

from agent.lifecycle import Lifecycle
from agent.persistence.links import Earlier, Link, Links

MOST_LISTED = 20


@dataclass(frozen=True)
class People:
    """Safe to use from threads. Every method raises StoreError when the store fails."""

    links: Links
    conversations: Lifecycle

    @property
    def kept(self) -> bool:
        """Whether there are links and earlier conversations at all: they need a store."""
        return self.links.kept

    def owner_of(self, browser: str) -> str:
        """Whose conversations this browser opens: its own, until it came by a recovery link."""
        return self.links.owner_of(browser)

    def earlier(self, owner: str) -> tuple[Earlier, ...]:
        """The owner's stored conversations, last used first, at most 20."""
        return self.links.earlier(owner, MOST_LISTED)

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

"""Whose conversations are whose: browsers, recovery links, and the conversations that a person comes back to."""

import secrets
import threading
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from agent.errors import TallyError
from agent.persistence.links import Earlier, Link, Links
from agent.sandbox.results import CodeError, CodeResult
from agent.sessions.lifecycle import Lifecycle
from agent.settings import Settings

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


# ----------------------------------------------------------------
# Who may run programs and connect a model, where people sign in. Without sign-in everybody may.


Right = Literal["run_programs", "connect_models"]
EVERYONE = "everyone"
NO_MODELS = "You may not connect a language model here; ask whoever runs Tally (TALLY_MODELS_FOR)."
NO_PROGRAMS = "You may not run programs here; ask whoever runs Tally (TALLY_PROGRAMS_FOR)."


class NotAllowedError(TallyError):
    """Something that whoever runs Tally keeps to others."""

    actor = "person"


class Rights:
    """What each person may do, by the groups that they came with. Safe to use from threads."""

    def __init__(self, settings: Settings) -> None:
        self._sign_in = settings.sign_in
        self._may: Mapping[Right, frozenset[str]] = {
            "run_programs": _names(settings.programs_for),
            "connect_models": _names(settings.models_for),
        }
        self._lock = threading.Lock()
        self._known_as: dict[str, frozenset[str]] = {}

    def note(self, person: str, known_as: frozenset[str]) -> None:
        """A person who signed in: their groups, and their address if the provider says that it is theirs."""
        with self._lock:
            self._known_as[person] = frozenset(name.casefold() for name in known_as)

    def has(self, person: str, right: Right) -> bool:
        """Whether the person may. Nobody may of whom nothing is known, where people sign in."""
        if not self._sign_in:
            return True
        with self._lock:
            known_as = self._known_as.get(person)
        named = self._may[right]
        return known_as is not None and (EVERYONE in named or bool(named & known_as))


def run_nothing(code: str, datasets: Mapping[str, Any], **_: Any) -> CodeResult:  # noqa: ARG001 - a CodeRunner
    """Runs no program, for a person who may not."""
    return CodeResult(False, CodeError("off", NO_PROGRAMS))


def _names(setting: str) -> frozenset[str]:
    return frozenset(name.strip().casefold() for name in setting.split(",") if name.strip())

"""Data that were removed while the person was being asked: what was shown for them runs on no others."""

from collections.abc import Sequence

from agent.grounding.citations import lock_text
from agent.nodes.turn_facts import TurnRuntime, profiles
from agent.nodes.words import say
from agent.state import AgentState, ResolvedText


def removed_datasets(state: AgentState, runtime: TurnRuntime, read: str) -> list[str]:
    """The names of the data sets that a program or call reads and that were removed since the turn began; [] if none.

    `read` is its text. One that names no data set may read all of them.
    """
    before = state.get("dataset_summary") or {}
    named = [key for key in before if key in read] or list(before)
    here = {profile.dataset_id for profile in profiles(runtime)}
    told = (before[key] for key in named if key not in here)
    return [str(one["name"]) for one in told if isinstance(one, dict)]


def told_gone(names: Sequence[str]) -> ResolvedText:
    """The sentence for the person."""
    return lock_text(say("say.gone", names=", ".join(names)), {}, names=names)

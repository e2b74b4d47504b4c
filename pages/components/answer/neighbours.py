"""What the turns around a turn show, so that nothing stands on the page twice."""

from collections.abc import Sequence
from dataclasses import dataclass

from agent.state import TurnRecord


@dataclass(frozen=True)
class Neighbours:
    """What a turn leaves to others."""

    shown_later: frozenset[str] = frozenset()  # results that a later turn of the same work shows again
    plan_goes_on: bool = False  # a later turn, or the one on its way, shows the plan as it is then
    files_offered: frozenset[str] = frozenset()  # by the turns before


def neighbours_of(turns: Sequence[TurnRecord], place: int, *, running: bool) -> Neighbours:
    """The neighbours of the turn at `place`. The results of an answered checkpoint stand with the latest turn that
    shows them; everything else stays where it was asked for."""
    turn, later = turns[place], turns[place + 1 :]
    was_checkpoint = turn["pending"] is not None and turn["pending"]["kind"] == "checkpoint"
    again = {name for other in later for name in other["artifact_ids"]} if was_checkpoint else set()
    offered = {path for other in turns[:place] for path in files_of(other)}
    return Neighbours(
        shown_later=frozenset(again),
        plan_goes_on=_has_same_plan(turn, later) or (running and not later),
        files_offered=frozenset(offered),
    )


def files_of(turn: TurnRecord) -> list[str]:
    """The names of the files that a turn gives, the report first."""
    return [path for path in (turn.get("report_file_path"), turn.get("data_file_path")) if path]


def _has_same_plan(turn: TurnRecord, later: Sequence[TurnRecord]) -> bool:
    titles = _titles(turn)
    return bool(titles) and any(_titles(other) == titles for other in later)


def _titles(turn: TurnRecord) -> list[str]:
    return [task["title"] for task in turn.get("plan_tasks", [])]

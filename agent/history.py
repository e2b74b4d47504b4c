"""What a conversation's turns say together: which are undone, which answer counts, which question was set aside.

Turns are only ever added, so each of these is read from the marks that later turns carry.
"""

from collections.abc import Mapping, Sequence

from agent.records import PendingInput, TurnRecord


def since_start_over(turns: Sequence[TurnRecord]) -> list[TurnRecord]:
    """The turns after the last one that started over; all when none did."""
    places = [place for place, turn in enumerate(turns) if turn.get("command") == "start_over"]
    return list(turns[places[-1] + 1 :]) if places else list(turns)


def undone(turns: Sequence[TurnRecord]) -> frozenset[str]:
    """The ids of the turns that the person took back."""
    return frozenset(turn["undoes"] for turn in turns if "undoes" in turn)


def standing(turns: Sequence[TurnRecord]) -> list[TurnRecord]:
    """The turns that later questions may refer to: since the last new start, not undone, and no commands."""
    gone = undone(turns)
    return [turn for turn in since_start_over(turns) if turn["turn_id"] not in gone and not turn.get("command")]


def answers(turns: Sequence[TurnRecord]) -> list[TurnRecord]:
    """The standing turns that computed an answer, oldest first."""
    return [turn for turn in standing(turns) if turn["status"] == "answered" and turn["artifact_ids"]]


def read_anew(turn: TurnRecord, versions: Mapping[str, int]) -> dict[str, int]:
    """The data sets that were read anew since a turn answered, each with the version that it was answered on.
    `versions` are those of now, by data set id; one that is gone is not among the found."""
    used = turn.get("data_versions", {})
    return {dataset_id: version for dataset_id, version in used.items() if versions.get(dataset_id, 0) > version}


def set_aside(turns: Sequence[TurnRecord]) -> PendingInput | None:
    """The question that was open when another one was asked, if it was not taken up since; the latest of several."""
    taken = {turn["takes_up"] for turn in turns if "takes_up" in turn}
    aside = [turn["set_aside"] for turn in since_start_over(turns) if "set_aside" in turn]
    return next((one for one in reversed(aside) if one["checkpoint_id"] not in taken), None)

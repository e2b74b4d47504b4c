"""Questions for a line: `regress pay on age`, `how much does rent rise per unit of area?`; which column is which."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from agent.reasoning.rules.reading.column_names import column_sets
from agent.reasoning.rules.reading.columns import ColumnLink
from agent.reasoning.rules.reading.frame import ColumnRef, Frame, MetricSlot
from agent.reasoning.rules.reading.kinds.associations import free_links
from agent.reasoning.rules.reading.measures import is_number, ref
from agent.reasoning.rules.reading.parse import Parts
from agent.reasoning.rules.reading.text import is_cjk, joined

Role = Literal["x", "y"]
_PAIR = 2
_REACH = 4  # tokens between "per" and the column: per year of age
_MOST_LEVELS = 50
_TIMES = frozenset({"year", "month"})


def regression(parts: Parts) -> Frame | None:
    """A least squares line. None where it is not told which column is explained by which, unless either may be."""
    if not _asks_for_a_line(parts):
        return None
    fixed = {item[0].column for item in parts.conditions if item[0].op == "=="}
    links = [
        link
        for link in free_links(parts)
        if _can_take_part(link) and not _is_in_a_mark(link, parts) and ref(link.first) not in fixed
    ]
    if len(links) < _PAIR or any(_chooses_rows(link, parts) for link in links):
        return None
    roles = _roles(parts, links)
    if "x" in roles.values() and None in roles.values():
        return None  # `where urgent is no`: a column that nothing gives a part in the line may choose rows
    explained = [link for link in links if roles[link.start] == "y"]
    others = [link for link in links if roles[link.start] != "y"]
    candidates = _explained(parts, links, explained, others)
    if not candidates:
        return None
    return Frame(
        intent="regression",
        dataset_id=parts.table.dataset_id,
        metrics=[MetricSlot(columns=candidates, agg="mean", words=parts.question.tagged(*_TAGS)[0].text)],
        columns=[ref(link.first) for link in links],
        conditions=parts.conditions,
        stats=["r2"] if parts.question.has("r_squared") else [],
    )


_TAGS = ("regression", "r_squared", "per_unit", "controlled", "unit_of", "each")


def _asks_for_a_line(parts: Parts) -> bool:
    question = parts.question
    if question.has("plot", "plot:", "corr_matrix", "method:"):
        return False
    if question.has("regression", "r_squared"):
        return True
    is_controlled = question.has("controlled") and question.has("effect", "corr", "growth", "how_much", "rises")
    return question.has("per_unit") or is_controlled or _rises_with_each(parts)


def _rises_with_each(parts: Parts) -> bool:
    """`how much does the fare rise per kilometre of distance?`: not over time, which has a growth of its own."""
    question = parts.question
    if not (question.has("how_much", "unit_of") and question.has("growth", "rises")):
        return False
    for mark in question.tagged("each"):
        behind = [
            link
            for link in question.links
            if mark.end <= link.start <= mark.end + _REACH and not _is_in_a_mark(link, parts)
        ]
        if behind and is_number(behind[0].first.column):
            return not column_sets(behind[0].first.name, question.words) & _TIMES
    return False


def _can_take_part(link: ColumnLink) -> bool:
    column = link.first.column
    return is_number(column) or (column.kind in ("text", "boolean") and 1 < column.unique <= _MOST_LEVELS)


def _is_in_a_mark(link: ColumnLink, parts: Parts) -> bool:
    """The unit of `per unit of area`, which a column may be called too."""
    marks = parts.question.tagged("unit_of", "per_unit", "regression", "r_squared", "controlled", "regression_role")
    return any(mark.start <= link.start and link.end <= mark.end for mark in marks)


def _chooses_rows(link: ColumnLink, parts: Parts) -> bool:
    """`for urgent = yes`: what only says which rows is nothing that explains."""
    return [token.text for token in parts.question.tokens[link.end : link.end + 1]] in (["="], ["=="], ["equals"])


def _explained(
    parts: Parts, links: Sequence[ColumnLink], explained: list[ColumnLink], others: list[ColumnLink]
) -> list[ColumnRef]:
    """The column that is explained; both of two where nothing tells, unless only the fit is asked for, which is the
    same either way.
    """
    if not explained and len(others) > 1:
        free = [link for link in others if is_number(link.first.column)]
        if len(links) != _PAIR or not free:
            return []
        if len(free) == 1:
            return [ref(free[0].first)]
        only_fit = parts.question.has("r_squared") and not any(
            _DIRECTED.search(mark.text) for mark in parts.question.tagged("regression")
        )
        return [ref(free[-1].first)] if only_fit else [ref(link.first) for link in free]
    if len(explained) != 1 or not others or not is_number(explained[0].first.column):
        return []
    return [ref(explained[0].first)]


_DIRECTED = re.compile(r"slope|coefficient|\bline\b|steigung|koeffizient|gerade|傾き|係数|直線")
"""Words for what changes with the direction."""


def _roles(parts: Parts, links: Sequence[ColumnLink]) -> dict[int, Role | None]:
    """What each column is, by the words before and right behind it; a list goes on as it began."""
    tokens, cues = parts.question.tokens, parts.question.words.regression
    is_effect = parts.question.has("effect")
    found: dict[int, Role | None] = {}
    last: Role | None = None
    ends = [0, *(link.end for link in links)]
    starts = [*(link.start for link in links), len(tokens)]
    for place, link in enumerate(links):
        before = joined(tokens[ends[place] : link.start])
        behind = joined(tokens[link.end : starts[place + 1]])
        role = _told_behind(behind, cues) or _told_before(before, cues, is_effect=is_effect)
        continues = role is None and place > 0 and _only_joins(before, cues)
        last = last if continues else role
        found[link.start] = last
    _lead_on(links, found, parts, cues)
    if "y" not in found.values() and list(found.values()).count(None) == 1 and "x" in found.values():
        found = {start: role or "y" for start, role in found.items()}
    return found


def _lead_on(
    links: Sequence[ColumnLink], found: dict[int, Role | None], parts: Parts, cues: dict[str, tuple[str, ...]]
) -> None:
    """A role told behind the last of a list is that of all: `age and height as predictors`, 年齢と身長を説明変数."""
    for one, other in reversed(list(pairwise(links))):
        between = joined(parts.question.tokens[one.end : other.start])
        if found[one.start] is None and found[other.start] is not None and _only_joins(between, cues):
            found[one.start] = found[other.start]


def _told_before(text: str, cues: dict[str, tuple[str, ...]], *, is_effect: bool) -> Role | None:
    """The role by the cue that stands nearest before the name."""
    kind = "effect" if is_effect and cues["effect_y"] else "before"
    places: dict[Role, int] = {
        role: max((_last_place(cue, text) for cue in cues[f"{kind}_{role}"]), default=-1) for role in ("x", "y")
    }
    neither = max((_last_place(cue, text) for cue in cues["neither"]), default=-1)
    if places["x"] == places["y"] or neither > max(places.values()):
        return None
    return "x" if places["x"] > places["y"] else "y"


def _told_behind(text: str, cues: dict[str, tuple[str, ...]]) -> Role | None:
    """The role by the longest cue that follows the name at once."""
    roles: tuple[Role, Role] = ("y", "x")
    said = text.replace(" ", "") if is_cjk(text) else text
    fitting = [
        (len(cue), role)
        for role in roles
        for cue in cues[f"behind_{role}"]
        if re.match(re.escape(cue) + ("" if is_cjk(cue) else r"(?!\w)"), said)
    ]
    return max(fitting)[1] if fitting else None


def _last_place(cue: str, text: str) -> int:
    """Where the cue ends for the last time in the text; -1 where it is not."""
    edge = "" if is_cjk(cue) else r"(?!\w)"
    start = "" if is_cjk(cue) else r"(?<!\w)"
    return max((match.end() for match in re.finditer(start + re.escape(cue) + edge, text)), default=-1)


def _only_joins(text: str, cues: dict[str, tuple[str, ...]]) -> bool:
    left = text
    for word in sorted(cues["joins"], key=len, reverse=True):
        left = re.sub(re.escape(word) if is_cjk(word) else rf"(?<!\w){re.escape(word)}(?!\w)", " ", left)
    return not left.strip()

"""The best of each group in prose: the top earner in each department, the product that sells best in each category."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

from agent.reasoning.rules.narration.operations.groups import LEADERS, RANKED, Told
from agent.reasoning.rules.narration.scene import Scene
from agent.specs.measures import GroupbyAgg, RowLookup
from agent.state import Cell

NAMING = 2
"""At most this many columns name a row."""


@dataclass(frozen=True)
class _Places:
    """What is told of each group: the columns that tell groups apart, those that name what is ranked, and its value."""

    by: Sequence[str]
    naming: Sequence[str]
    ranked: str
    value: Callable[[int], str]


def tell_rows_within(scene: Scene[RowLookup]) -> str:
    """The row or rows of each group, with the value that they are ranked by."""
    spec, table = scene.spec, scene.main
    column = spec.order_by or ""
    texts = [name for name in table.text_columns() if name not in (*spec.by, column)]
    shown = table.has(column)
    naming = _enough(scene, texts) or (() if shown else _others(scene))
    places = _Places(spec.by, naming, column, lambda row: table.key(row, column, scene.phrases) if shown else "")
    is_date = table.formats.get(column) == "date"
    ends = {"max": "latest", "min": "earliest"} if is_date else {"max": "highest", "min": "lowest"}
    end = "further" if spec.skip else ends.get(spec.which, spec.which)
    return _within_sentence(scene, f"within.{end}", scene.wording.name(column), places)


def tell_groups_within(scene: Scene[GroupbyAgg], metrics: Sequence[Told]) -> str:
    """The best groups within each of the others, with their metrics."""
    spec, table = scene.spec, scene.main
    ranked = next((told for told in metrics if spec.sort and told.column == spec.sort.by), metrics[0])

    def value(row: int) -> str:
        if len(metrics) == 1:
            return table.key(row, ranked.column, scene.phrases)
        parts = [
            scene.say("line.part", metric=told.words, value=table.key(row, told.column, scene.phrases))
            for told in metrics
        ]
        return scene.say("list.between").join(parts)

    ascending = bool(spec.sort and spec.sort.ascending)
    several = bool(spec.top_k and spec.top_k > 1)
    end = ("bottom" if several else "lowest") if ascending else ("top" if several else "highest")
    said = ranked.subject if end in ranked.ends and not several and ranked.subject else ranked.words
    naming = [name for name in spec.group_cols if name not in spec.top_per]
    return _within_sentence(scene, f"within.{end}", said, _Places(spec.top_per, naming, ranked.column, value))


def _within_sentence(scene: Scene[RowLookup] | Scene[GroupbyAgg], lead: str, metric: str, places: _Places) -> str:
    table = scene.main
    groups = [list(rows) for _, rows in groupby(table.order, lambda row: _key(scene, row, places.by))]
    cut = not table.is_whole
    whole = groups[:-1] if cut and len(groups) > 1 else groups  # the last one may go on beyond the preview
    told = whole[:RANKED]
    named = scene.phrases.joined([scene.wording.derived_name(name, scene.spec) for name in places.by])
    lines = [_line(scene, rows, places) for rows in told]
    opening = scene.say(lead, metric=metric, groups=named, where=scene.where)
    return f"{opening}\n\n{scene.phrases.bullets(lines)}"


def _key(scene: Scene[RowLookup] | Scene[GroupbyAgg], row: int, by: Sequence[str]) -> tuple[Cell, ...]:
    return tuple(scene.main.value(row, name) for name in by)


def _line(scene: Scene[RowLookup] | Scene[GroupbyAgg], rows: Sequence[int], places: _Places) -> str:
    """One group: who holds each place, ties side by side."""
    table = scene.main
    shown = table.has(places.ranked)
    tied = [list(same) for _, same in groupby(rows, lambda row: table.value(row, places.ranked) if shown else row)]
    entries = [_entry(scene, same, places) for same in tied[:RANKED]]
    return scene.say(
        "line.one", group=scene.label(table, rows[0], places.by), value=scene.say("list.between").join(entries)
    )


def _entry(scene: Scene[RowLookup] | Scene[GroupbyAgg], same: Sequence[int], places: _Places) -> str:
    value = places.value(same[0])
    if not places.naming:
        return value
    names = [scene.label(scene.main, row, places.naming) for row in same[:LEADERS]]
    named = scene.say("within.many", names=scene.say("list.between").join(names))
    named = named if len(same) > LEADERS else scene.phrases.joined(names)
    return scene.say("within.entry", names=named, value=value) if value else named


def _others(scene: Scene[RowLookup]) -> Sequence[str]:
    """Columns that tell a row where no text does and nothing is ranked."""
    return [name for name in scene.main.columns if name not in scene.spec.by][:NAMING]


def _enough(scene: Scene[RowLookup], texts: Sequence[str]) -> Sequence[str]:
    """As many columns as it takes to tell the rows apart, two at most."""
    table = scene.main
    cells = [table.value(row, texts[0]) for row in table.order] if texts else []
    return texts[:1] if len(set(cells)) == len(cells) else texts[:NAMING]

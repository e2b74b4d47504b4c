"""Rows looked up, in prose: who holds the extreme, and what stands in the rows that match."""

from collections.abc import Mapping, Sequence

from agent.reasoning.rules.narration.operations.groups import FEW, LEADERS, RANKED
from agent.reasoning.rules.narration.operations.within import tell_rows_within
from agent.reasoning.rules.narration.scene import Narrator, Scene
from agent.specs.measures import RowLookup

NAMING = 2
"""At most this many columns name a row."""
FACTS = 6
"""At most this many cells of a row are told."""


def tell_row_lookup(scene: Scene[RowLookup]) -> str:
    """The row or rows asked for: an extreme with its ties, a ranking, or the rows that match."""
    return tell_rows_within(scene) if scene.spec.by else LOOKUPS[scene.spec.which](scene)


def tell_extreme(scene: Scene[RowLookup]) -> str:
    """The highest or lowest value and whose it is; ties are all named, or counted when they are many."""
    table, column = scene.main, _ordered_by(scene)
    end = scene.say(_end(scene, scene.spec.which == "max"), column=scene.wording.column(column))
    naming = _naming(scene)
    if not table.has(column):
        return _tell_holders(scene, end)
    value = table.ref(0, column)
    if len(table.rows) == 1:
        key = "lookup.extreme" if naming else "lookup.extreme_unnamed"
        lead = scene.say(key, value=value, end=end, row=scene.label(table, 0, naming), where=scene.where)
        facts = _facts(scene, 0, (column, *naming))
        return f"{lead}\n\n{facts}" if facts else lead
    lead = scene.say("lookup.tied", value=value, end=end, count=table.count, where=scene.where)
    if not naming:
        return lead
    named = scene.phrases.bullets(scene.label(table, row, naming) for row in table.order[:RANKED])
    return f"{lead}\n\n{named}"


def tell_ranked(scene: Scene[RowLookup]) -> str:
    """The first rows by a column, each with its value."""
    table, column = scene.main, _ordered_by(scene)
    naming = _naming(scene)
    end = scene.say(_end(scene, scene.spec.which == "top"), column=scene.wording.column(column))
    if scene.spec.skip:
        return _tell_listed(scene, scene.say("lookup.further", end=end, where=scene.where))
    if not naming or not table.has(column):
        return _tell_listed(scene, scene.say("lookup.ranked", end=end, where=scene.where))
    lead = scene.say(
        "lookup.extreme",
        value=table.ref(0, column),
        end=end,
        row=scene.label(table, 0, naming),
        where=scene.where,
    )
    named = scene.phrases.bullets(
        scene.say("line.one", group=scene.label(table, row, naming), value=table.ref(row, column))
        for row in table.order[:RANKED]
    )
    return f"{lead}\n\n{named}"


def tell_matching(scene: Scene[RowLookup]) -> str:
    """How many rows match; the one row in full, the first of several by name."""
    table = scene.main
    if table.total_rows == 1:
        return f"{scene.say('lookup.one', where=scene.where)}\n\n{_facts(scene, 0, ())}"
    lead = scene.say("lookup.many", count=table.count, where=scene.where)
    if table.total_rows <= FEW:
        rows = scene.phrases.bullets(_cells(scene, row) for row in table.order)
        return f"{lead}\n\n{rows}"
    rows = scene.phrases.bullets(_cells(scene, row) for row in table.order[:LEADERS])
    return f"{lead}\n\n{rows}"


def tell_from_file(scene: Scene[RowLookup]) -> str:
    """The first or last rows of the file, or those after them."""
    key = "further_rows" if scene.spec.skip else f"{scene.spec.which}_rows"
    return _tell_listed(scene, scene.say(f"lookup.{key}", where=scene.where))


def _tell_listed(scene: Scene[RowLookup], lead: str) -> str:
    """The rows below a sentence: the one row in full, of many the first ones."""
    table = scene.main
    if len(table.rows) == 1:
        return f"{lead}\n\n{_facts(scene, 0, ())}"
    rows = scene.phrases.bullets(_cells(scene, row) for row in table.order[:FEW])
    return f"{lead}\n\n{rows}"


LOOKUPS = {
    "max": tell_extreme,
    "min": tell_extreme,
    "top": tell_ranked,
    "bottom": tell_ranked,
    "first": tell_from_file,
    "last": tell_from_file,
    "matching": tell_matching,
}


def _end(scene: Scene[RowLookup], is_largest: bool) -> str:
    if scene.main.formats.get(_ordered_by(scene)) == "date":
        return "lookup.latest" if is_largest else "lookup.earliest"
    return "lookup.max" if is_largest else "lookup.min"


def _tell_holders(scene: Scene[RowLookup], end: str) -> str:
    """Who holds an extreme whose value was not asked for: the cells of the rows."""
    table = scene.main
    if table.total_rows == 1:
        return scene.say("lookup.holder", row=_cells(scene, 0), end=end, where=scene.where)
    rows = scene.phrases.bullets(_cells(scene, row) for row in table.order[:RANKED])
    return f"{scene.say('lookup.holders', count=table.count, end=end, where=scene.where)}\n\n{rows}"


def _ordered_by(scene: Scene[RowLookup]) -> str:
    return scene.spec.order_by or ""


def _naming(scene: Scene[RowLookup]) -> tuple[str, ...]:
    """The columns that name a row: the table's keys, else its first texts and dates."""
    table = scene.main
    candidates = table.keys or table.text_columns()
    return tuple(column for column in candidates if column != scene.spec.order_by)[:NAMING]


def _facts(scene: Scene[RowLookup], row: int, told: Sequence[str]) -> str:
    table = scene.main
    columns = [column for column in table.columns if column not in told][:FACTS]
    return scene.phrases.bullets(
        scene.say("line.one", group=scene.wording.name(column), value=table.key(row, column, scene.phrases))
        for column in columns
    )


def _cells(scene: Scene[RowLookup], row: int) -> str:
    table = scene.main
    cells = [table.key(row, column, scene.phrases) for column in table.columns[:FACTS]]
    return scene.say("list.between").join(cells)


NARRATORS: Mapping[str, Narrator] = {
    "row_lookup": tell_row_lookup,
}

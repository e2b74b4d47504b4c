"""Places whose names come again elsewhere: a county is told by its name and its state."""

from agent.reasoning.rules.reading.column_names import name_words
from agent.reasoning.rules.reading.conditions import Alternatives
from agent.reasoning.rules.reading.frame import ColumnRef, GroupSlot, MetricSlot
from registry.profile import ColumnProfile, DatasetProfile

ADDED_UP = "added up"
DIFFERENT = "different names"
_WITHIN = (
    frozenset({"county", "city", "town", "municipality", "village", "parish", "district", "commune", "landkreis",
               "kreis", "stadt", "ort", "gemeinde", "市", "町", "村"}),
    frozenset({"state", "province", "region", "prefecture", "bundesland", "land", "県", "都道府県"}),
    frozenset({"country", "nation", "staat", "国"}),
)  # fmt: skip
_NEARLY_ROWS = 0.3  # share of the rows from which on a row is about such a place
_DISTINCT = 0.9


def with_wider_place(groups: list[GroupSlot], conditions: list[Alternatives], table: DatasetProfile) -> list[GroupSlot]:
    """The groups; a place whose name stands in many rows, not in all, together with the place that it lies in."""
    column = _plain_column(groups, table)
    level = _level_of(column) if column is not None else None
    if column is None or level is None or column.unique >= _DISTINCT * column.count:
        return groups
    if column.unique < _NEARLY_ROWS * column.count:
        return groups
    chosen = {item[0].column.column for item in conditions}
    wider = [
        other
        for other in table.columns
        if other.kind in ("text", "identifier") and other.unique < column.unique and (_level_of(other) or 0) > level
    ]
    if not wider or wider[0].name in chosen:
        return groups
    return [*groups, GroupSlot(columns=[ColumnRef(dataset_id=table.dataset_id, column=wider[0].name)])]


def names_or_rows(counted: MetricSlot, conditions: list[Alternatives], table: DatasetProfile) -> list[MetricSlot]:
    """`how many counties`: of names that come again elsewhere the rows, or the different names."""
    if counted.agg != "nunique" or not counted.columns:
        return [counted]
    told = with_wider_place([GroupSlot(columns=counted.columns[:1])], conditions, table)
    names = counted.model_copy(update={"words": DIFFERENT})
    return [MetricSlot(words="number of rows"), names] if len(told) > 1 else [counted]


def one_or_added_up(metrics: list[MetricSlot]) -> tuple[list[MetricSlot], bool]:
    """What the rows of one place are: parts to add up, or the same place said again. Each is a reading of its own."""
    if len(metrics) != 1 or metrics[0].agg != "sum" or len(metrics[0].columns) != 1:
        return metrics, False
    single = metrics[0].model_copy(update={"agg": "max", "words": "single value"})
    return [metrics[0].model_copy(update={"words": ADDED_UP}), single], True


def _plain_column(groups: list[GroupSlot], table: DatasetProfile) -> ColumnProfile | None:
    if len(groups) != 1 or len(groups[0].columns) != 1 or groups[0].part or groups[0].grain:
        return None
    column = groups[0].columns[0]
    return table.column(column.column) if column.dataset_id == table.dataset_id else None


def _level_of(column: ColumnProfile) -> int | None:
    """How wide the places of a column are, by the first word of its name that says so."""
    said = name_words(column.name)
    return next((level for level, words in enumerate(_WITHIN) if words & set(said)), None)

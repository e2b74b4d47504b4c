"""The rows of each group apart, for what is computed group by group."""

from dataclasses import dataclass, replace

import narwhals as nw

from agent.analysis.ordering import natural
from agent.analysis.rows import Prepared
from agent.analysis.source import records, row_count
from agent.analysis.tables import cell, key_column
from agent.errors import ActionLimitError
from agent.state import Cell, Ledger

MAX_GROUPS = 500


@dataclass(frozen=True)
class Part:
    """The rows of one group. `key` is the group as shown; `belongs` says of a row whether it is one of them."""

    key: Cell
    belongs: nw.Expr
    data: Prepared


def parts(data: Prepared, group: str) -> list[Part]:
    """The rows of each group, in the natural order of the groups; a missing key is one of them.

    ActionLimitError for more than 500 groups.
    """
    shown = key_column(data.schema[group])
    keys = records(data.frame.select(nw.col(group)).unique())[group]
    if len(keys) > MAX_GROUPS:
        raise ActionLimitError(f"{group} makes {len(keys):,} groups, too many to compare.", "Use a coarser column.")
    by_cell = {cell(key, shown): key for key in keys}
    made = []
    for name in natural(by_cell, data.schema[group].order):
        belongs = nw.col(group).is_null() if name is None else nw.col(group) == by_cell[name]
        frame = data.frame.filter(belongs)
        ledger = Ledger(**{**data.ledger, "rows_used": row_count(frame)})
        made.append(Part(name, belongs, replace(data, frame=frame, ledger=ledger)))
    return made

"""Back from groups that a step made of rows to the rows that they were made of."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import narwhals as nw

from agent.analysis.prepare import HasRows
from agent.analysis.rows import Prepared
from agent.analysis.source import Frame, row_count
from agent.analysis.transforms.dateparts import ordinal_expression
from agent.specs.base import AnyOf, Filter
from agent.specs.transforms import AggregateRows, Transform

_KEY = "__key{}"
_NOTHING = "\x00"
_WRITES = ("name", "col", "cols", "value")
"""The fields of steps that may name a column that the step makes anew."""


class RowsBefore:
    """The rows of a spec up to one of its steps."""

    def __init__(self, dataset_id: str | None, prepare: Sequence[Transform]) -> None:
        self.dataset_id = dataset_id
        self.prepare = list(prepare)
        self.filters: list[Filter | AnyOf] = []


def rows_of_groups(
    spec: HasRows, chosen: Prepared, prepare: Callable[[HasRows], Prepared]
) -> tuple[Prepared, int | None]:
    """The rows that the chosen groups were made of by the last step that makes groups, and how many groups these are.

    The chosen rows themselves with None where no step makes groups, and with 0 where it cannot be told any more of
    which rows a group was made, because a later step changed what names it. `prepare` gives the rows of a spec.
    """
    places = [at for at, step in enumerate(spec.prepare) if isinstance(step, AggregateRows)]
    if not places:
        return chosen, None
    last = spec.prepare[places[-1]]
    assert isinstance(last, AggregateRows)
    keys = list(dict.fromkeys([*last.by, *([last.date_col] if last.date_col is not None else [])]))
    if len(places) > 1 or any(_may_change(step, keys) for step in spec.prepare[places[-1] + 1 :]):
        return chosen, 0
    before = prepare(RowsBefore(spec.dataset_id, spec.prepare[: places[-1]]))
    groups, rows = _key(last, keys, chosen.frame), _key(last, keys, before.frame)
    joined = [_KEY.format(at) for at in range(len(keys))]
    found = rows.join(groups.select(joined).unique(), on=joined, how="semi").drop(joined)
    return replace(before, frame=found), row_count(chosen.frame)


def _key(step: AggregateRows, keys: Sequence[str], frame: Frame) -> Frame:
    """The rows with what names their group as texts: a missing key names a group too, and would match nothing."""
    dtypes = frame.collect_schema()
    made = []
    for at, name in enumerate(keys):
        key = nw.col(name)
        if name == step.date_col and step.grain is not None:
            key = ordinal_expression(name, step.grain).cast(nw.Float64)
        elif dtypes[name].is_numeric():
            key = key.cast(nw.Float64)
        made.append(key.cast(nw.String).fill_null(_NOTHING).alias(_KEY.format(at)))
    return frame.with_columns(made)


def _may_change(step: Transform, keys: Sequence[str]) -> bool:
    """Whether a step may write into a column that names the groups, or makes other rows."""
    if step.step in ("join", "unpivot"):
        return True
    if step.step in ("filter_rows", "drop_missing", "drop_duplicates"):
        return False
    written = [getattr(step, name, None) for name in _WRITES]
    named = [name for each in written for name in (each if isinstance(each, list) else [each])]
    return any(name in keys for name in named)

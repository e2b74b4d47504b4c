"""join: columns of another data set by key, with the ledger of what matched."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import narwhals as nw

from agent.analysis.filtering.filters import select_rows
from agent.analysis.frames.ledger import open_ledger, with_note, with_step
from agent.analysis.frames.rows import Prepared
from agent.analysis.frames.schema import Column, Schema, column_named, held_in, require, schema_of
from agent.analysis.frames.source import Frame, Table, lazy_frame, records, row_count
from agent.analysis.words import count_of, join_names, refusal, say
from agent.errors import ActionLimitError, SpecError
from agent.specs.base import compared_columns
from agent.specs.transforms import JoinDatasets
from registry.profile import DatasetProfile

MAX_JOINED_ROWS = 20_000_000
_KEY = "__key{}"
_PARTNERS = "__partners"


@dataclass(frozen=True)
class Brought:
    """A column of the other data set and its name here."""

    source: str
    name: str
    column: Column


def join_schema(step: JoinDatasets, schema: Schema, profiles: Mapping[str, DatasetProfile]) -> Schema:
    """The columns after the join. SpecError or DataError when data set, columns or keys do not fit."""
    return {**schema, **{brought.name: brought.column for brought in brought_columns(step, schema, profiles)}}


def brought_columns(step: JoinDatasets, schema: Schema, profiles: Mapping[str, DatasetProfile]) -> list[Brought]:
    """The columns that the join brings in. SpecError or DataError as in `join_schema`."""
    other = _other_schema(step, profiles)
    _check_keys(step, schema, other)
    require(other, compared_columns(step.right_filters))
    return _brought_from(step, schema, other)


def join_rows(step: JoinDatasets, data: Prepared, tables: Mapping[str, Table]) -> Prepared:
    """The joined rows. Missing keys match nothing; text keys match letter by letter."""
    schema = join_schema(step, data.schema, {key: table.profile for key, table in tables.items()})
    table = tables[step.dataset_id]
    brought = _brought_from(step, data.schema, schema_of(table.profile))
    partners, told = _chosen_partners(step, data, table)
    left, right, keys = _with_keys(step, data, partners, brought)
    matches, pairs = _partners(left, right, keys)
    joined, note = _join(step, left, right, keys, brought, table.name, pairs)
    shown = [name for name in left.collect_schema().names() if name not in keys]
    frame = joined.select(*shown, *[each.name for each in brought])
    added = pairs - matches if step.how in ("left", "inner") and not step.distinct_right else 0
    detail = say(
        "detail.join",
        how=say(f"join.{step.how}"),
        table=table.name,
        keys=join_names(step.left_on),
        matched=matches,
        unmatched=data.rows - matches,
        added=added,
    )
    sources = (matches if step.how == "inner" else data.rows) if added else None
    ledger = with_note(with_step(data.ledger, "join", detail, row_count(frame), sources), *told, note)
    ids = tuple(dict.fromkeys((*data.dataset_ids, table.dataset_id)))
    return replace(data, frame=frame, schema=schema, ledger=ledger, dataset_ids=ids)


def _chosen_partners(step: JoinDatasets, data: Prepared, table: Table) -> tuple[Frame, tuple[str, ...]]:
    """The rows of the other data set that `right_filters` leave, and how many these are."""
    right = lazy_frame(table)
    _same_engine(data, right, table)
    if not step.right_filters:
        return right, ()
    schema = schema_of(table.profile)
    frame, ledger = select_rows(right, schema, step.right_filters, open_ledger(table.name, row_count(right)))
    words = ", ".join(entry["detail"] for entry in ledger["steps"])
    used, total = ledger["rows_used"], ledger["rows_total"]
    told = say("note.partners", used=used, total=total, table=table.name, conditions=words)
    return frame, (told, *ledger["notes"])


def _same_engine(data: Prepared, right: Frame, table: Table) -> None:
    if data.frame.implementation != right.implementation:
        raise refusal("two_engines", one=data.ledger["dataset"], other=table.name)


def _with_keys(
    step: JoinDatasets, data: Prepared, right: Frame, brought: Sequence[Brought]
) -> tuple[Frame, Frame, list[str]]:
    """Both sides with key columns of one type; the right one with a key in every row and only what is brought in."""
    keys = [_KEY.format(at) for at in range(len(step.left_on))]
    here, there = data.frame.collect_schema(), right.collect_schema()
    mine, theirs = [], []
    for left_name, right_name, key in zip(step.left_on, step.right_on, keys, strict=True):
        both_whole = here[left_name].is_integer() and there[right_name].is_integer()
        floats = data.schema[left_name].storage == "number" and not both_whole
        mine.append((nw.col(left_name).cast(nw.Float64) if floats else nw.col(left_name)).alias(key))
        theirs.append((nw.col(right_name).cast(nw.Float64) if floats else nw.col(right_name)).alias(key))
    right = right.select(*theirs, *[nw.col(each.source).alias(each.name) for each in brought])
    for key in keys:
        right = right.filter(~nw.col(key).is_null())
    return data.frame.with_columns(mine), right, keys


def _partners(left: Frame, right: Frame, keys: list[str]) -> tuple[int, int]:
    """How many rows here have a partner there, and how many pairs that makes."""
    partners = right.group_by(keys).agg(nw.len().alias(_PARTNERS))
    matched = left.join(partners, on=keys, how="inner")
    counts = records(matched.select(nw.len().alias("n"), nw.col(_PARTNERS).sum().alias("pairs")))
    pairs = counts["pairs"][0]
    return int(counts["n"][0]), int(pairs) if pairs else 0


def _join(
    step: JoinDatasets, left: Frame, right: Frame, keys: list[str], brought: Sequence[Brought], name: str, pairs: int
) -> tuple[Frame, str]:
    if step.how in ("semi", "anti"):
        return left.join(right.select(keys).unique(), on=keys, how=step.how), ""
    if step.distinct_right:
        right, note = _one_row_a_key(right, keys, brought, name)
        return left.join(right, on=keys, how=step.how), note
    _refuse_explosion(step, pairs)
    return left.join(right, on=keys, how=step.how), ""


def _other_schema(step: JoinDatasets, profiles: Mapping[str, DatasetProfile]) -> Schema:
    if step.dataset_id not in profiles:
        known = ", ".join(f"{key} ({profile.name})" for key, profile in profiles.items())
        raise SpecError(f"There is no data set {step.dataset_id!r} to join.", f"Use one of: {known}.")
    return schema_of(profiles[step.dataset_id])


def _check_keys(step: JoinDatasets, schema: Schema, other: Schema) -> None:
    if len(step.left_on) != len(step.right_on):
        raise SpecError("left_on and right_on differ in length.", "Name one column there for each one here.")
    for here, there in zip(step.left_on, step.right_on, strict=True):
        mine, theirs = column_named(schema, here), column_named(other, there, "other_column")
        if mine.storage != theirs.storage:
            raise refusal(
                "two_kinds_of_key",
                here=here, mine=held_in(mine), there=there, theirs=held_in(theirs),
            )  # fmt: skip


def _brought_from(step: JoinDatasets, schema: Schema, other: Schema) -> list[Brought]:
    if step.how in ("semi", "anti"):
        return []
    wanted = step.columns or [name for name in other if name not in step.right_on]
    brought: list[Brought] = []
    for source in wanted:
        column = column_named(other, source, "other_column")
        name = source
        while name in schema or name in [each.name for each in brought]:
            name += "_right"
        brought.append(Brought(source, name, replace(column, name=name)))
    return brought


def _one_row_a_key(right: Frame, keys: list[str], brought: Sequence[Brought], name: str) -> tuple[Frame, str]:
    """One row a key: the smallest by the brought-in columns, the same in every engine; said when it had to choose."""
    distinct = right.unique(subset=[*keys, *[each.name for each in brought]], keep="any")
    several = distinct.group_by(keys).agg(nw.len().alias(_PARTNERS)).filter(nw.col(_PARTNERS) > 1)
    undecided = row_count(several)
    if not undecided:
        return distinct, ""
    chosen = distinct.unique(subset=keys, keep="first", order_by=[each.name for each in brought])
    return chosen, (
        say(
            "note.undecided",
            keys=count_of(undecided, "key"),
            table=name,
            columns=", ".join(each.name for each in brought[:3]),
        )
    )


def _refuse_explosion(step: JoinDatasets, pairs: int) -> None:
    if pairs > MAX_JOINED_ROWS:
        raise ActionLimitError(
            f"Joining by {' and '.join(step.left_on)} would make {pairs:,} rows.",
            "Join by more key columns, or take one row a key (distinct_right).",
        )

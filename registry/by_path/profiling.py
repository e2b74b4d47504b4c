"""The profile of a table on disk: the same as of a frame in memory, over all rows, computed by queries."""

import math
from collections.abc import Sequence
from typing import Any

import pandas as pd

from registry.by_path.engine import ROW, Session, name
from registry.columns.typing_rules import TypedColumn
from registry.profile import ColumnKind, ColumnProfile, NumericSummary, ValueCount
from registry.profiling import SAMPLE_LENGTH, SAMPLES, TOP_VALUES, shown_value
from registry.values.own_order import MOST, own_order
from registry.values.several_values import separator_of

LOOKED_AT = 5_000
"""Most frequent different texts that are looked at for several values in a cell."""


def column_profile(session: Session, rows: int, column: TypedColumn, description: str) -> ColumnProfile:
    """A column of the view `rows`, which has so many."""
    cell, kind = name(column.name), column.kind
    session.execute(
        f"CREATE OR REPLACE TEMP TABLE different AS SELECT {cell} AS value, count(*) AS n, min({ROW}) AS place "
        f"FROM rows WHERE {cell} IS NOT NULL GROUP BY 1"
    )
    unique, count = _one(session, "SELECT count(*), coalesce(sum(n), 0)::BIGINT FROM different")
    is_number, is_dated = kind == "number", kind in ("date", "datetime", "time")
    top = [] if is_number or not count else _top(session, LOOKED_AT if kind == "text" else TOP_VALUES)
    few = [str(value) for value, _ in top] if kind == "text" and unique <= MOST else []
    looked = [(str(value), n) for value, n in top] if kind == "text" else []
    first, last = _one(session, f"SELECT min({cell}), max({cell}) FROM rows") if is_dated and count else (None, None)
    return ColumnProfile(
        name=column.name,
        kind=kind,
        dtype=str(column.data.dtype),
        count=count,
        missing=rows - count,
        unique=unique,
        numeric=_numeric(session, cell, count) if is_number and count else None,
        first=None if first is None else shown_value(_plain(first), kind),
        last=None if last is None else shown_value(_plain(last), kind),
        top_values=tuple(ValueCount(shown_value(_plain(value), kind), n) for value, n in top[:TOP_VALUES]),
        unit=column.unit,
        samples=tuple(_samples(session, cell, kind, count, rows)),
        description=description,
        separator=separator_of([value for value, _ in looked], [n for _, n in looked]) if looked else "",
        order=own_order(few) if few else (),
    )


def repeated_rows(session: Session, columns: Sequence[str]) -> int:
    """How many rows of the view `rows` repeat an earlier one exactly."""
    cells = ", ".join(map(name, columns))
    every, different = _one(session, f"SELECT count(*), count(DISTINCT hash({cells})) FROM rows")
    if every == different:
        return 0
    return int(every - _one(session, f"SELECT count(*) FROM (SELECT DISTINCT {cells} FROM rows)")[0])


def _numeric(session: Session, cell: str, count: int) -> NumericSummary:
    number = f"{cell}::DOUBLE"
    least, most, mean, median, variance, whole = _one(
        session,
        f"SELECT min({cell}), max({cell}), avg({number}), median({number}), var_samp({number}), "
        f"bool_and({number} = floor({number})) FROM rows",
    )
    several = count > 1
    variance = float(variance) if several else math.nan
    std = math.sqrt(variance) if several else math.nan
    return NumericSummary(float(least), float(most), float(mean), float(median), std, variance, bool(whole))


def _top(session: Session, most: int) -> list[tuple[Any, int]]:
    return session.execute(f"SELECT value, n FROM different ORDER BY n DESC, place LIMIT {most}").fetchall()


def _samples(session: Session, cell: str, kind: ColumnKind, count: int, rows: int) -> list[str]:
    """Values of the head, the middle and the tail, then one of the rarest; each once."""
    if not count:
        return []
    rarest = session.execute("SELECT value FROM different ORDER BY n, place DESC LIMIT 1").fetchall()
    found = [row[0] for row in (*_spread(session, cell, count, rows), *rarest)]
    return list(dict.fromkeys(shown_value(_plain(value), kind)[:SAMPLE_LENGTH] for value in found))[:SAMPLES]


def _spread(session: Session, cell: str, count: int, rows: int) -> list[tuple[Any, ...]]:
    """The first two values, the one in the middle and the last two."""
    places = sorted({0, min(1, count - 1), count // 2, max(0, count - 2), count - 1})
    if count == rows:
        return session.execute(
            f"SELECT {cell} FROM rows WHERE {ROW} IN ({', '.join(map(str, places))}) ORDER BY {ROW}"
        ).fetchall()
    filled = f"SELECT {cell} AS value, row_number() OVER (ORDER BY {ROW}) - 1 AS nth FROM rows WHERE {cell} IS NOT NULL"
    return session.execute(
        f"SELECT value FROM ({filled}) WHERE nth IN ({', '.join(map(str, places))}) ORDER BY nth"
    ).fetchall()


def _plain(value: Any) -> object:
    return pd.Timestamp(value) if hasattr(value, "isoformat") else value


def _one(session: Session, sql: str) -> tuple[Any, ...]:
    return session.execute(sql).fetchall()[0]

"""Ways to read a text as a number or a moment in SQL. Which one a column needs is tried on cells that the reading rules
have typed: a way that gives anything else is none."""

from collections.abc import Iterator
from dataclasses import dataclass

from registry.by_path.engine import text
from registry.columns.missing_rules import EDGE_BLANKS

WHOLE = "[+-]?(0|[1-9][0-9]*)"
FRACTION = rf"{WHOLE}(\.[0-9]+)?"
POWER = rf"{FRACTION}([eE][+-]?[0-9]{{1,3}})?"
COMMA_FRACTION = f"{WHOLE}(,[0-9]+)?"
COMMA_GROUPS = r"[+-]?[0-9]{1,3}(,[0-9]{3})*(\.[0-9]+)?"
POINT_GROUPS = r"[+-]?[0-9]{1,3}(\.[0-9]{3})*(,[0-9]+)?"
ISO = r"[0-9]{4}-[0-9]{2}-[0-9]{2}([ T][0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,6})?)?)?"
ISO_WITH_ZONE = rf"{ISO}(Z|[+-][0-9]{{2}}:?[0-9]{{2}})"
DAYS = ("%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%Y/%m/%d", "%d-%m-%Y", "%m-%d-%Y", "%Y%m%d", "%d.%m.%y", "%d/%m/%y",
        "%m/%d/%y", "%d-%b-%Y", "%d %b %Y", "%b %d, %Y")  # fmt: skip
CLOCKS = ("", " %H:%M", " %H:%M:%S", " %I:%M %p", " %I:%M:%S %p")
MICROSECONDS = 1_000_000
EPOCH_OF_SHEETS = "TIMESTAMP '1899-12-30 00:00:00'"


@dataclass(frozen=True)
class Cast:
    """SQL that reads the text of a cell, NULL where it is written otherwise. `{c}` stands for the cell."""

    sql: str

    def of(self, cell: str) -> str:
        """The SQL for this cell."""
        return self.sql.replace("{c}", cell)


IS_ASCII = "strlen({c}) = length({c})"
_IS_BARE = f"{IS_ASCII} AND ascii({{c}}) > 32 AND ascii(right({{c}}, 1)) > 32"
_HAS_EDGE = f"regexp_matches({{c}}, {text(f'^[{EDGE_BLANKS}]|[{EDGE_BLANKS}]$')})"
TRIMMED = f"CASE WHEN {_IS_BARE} OR NOT {_HAS_EDGE} THEN {{c}} ELSE trim({{c}}, {text(EDGE_BLANKS)}) END"
"""Most cells have nothing to trim, and to look for 24 signs at both ends of each takes twenty times as long."""
AS_TEXT = Cast(f"nullif({TRIMMED}, '')")
NOTHING = Cast("NULL")


def casts_for(sql_type: str) -> Iterator[Cast]:
    """The ways to try for a column that is kept as this type, the most usual first."""
    if sql_type == "VARCHAR":
        yield AS_TEXT
    elif sql_type == "TIMESTAMP":
        yield from _moments()
    elif sql_type in ("BIGINT", "DOUBLE"):
        yield from _numbers(sql_type)
    yield NOTHING


def _numbers(sql_type: str) -> Iterator[Cast]:
    if sql_type == "BIGINT":
        yield _where(WHOLE, f"TRY_CAST({TRIMMED} AS BIGINT)")
        yield _where(COMMA_GROUPS, f"TRY_CAST(replace({TRIMMED}, ',', '') AS BIGINT)")
        yield _where(POINT_GROUPS, f"TRY_CAST(replace({TRIMMED}, '.', '') AS BIGINT)")
        return
    yield _where(POWER, f"TRY_CAST({TRIMMED} AS DOUBLE)")
    yield _where(COMMA_FRACTION, f"TRY_CAST(replace({TRIMMED}, ',', '.') AS DOUBLE)")
    yield _where(COMMA_GROUPS, f"TRY_CAST(replace({TRIMMED}, ',', '') AS DOUBLE)")
    yield _where(POINT_GROUPS, f"TRY_CAST(replace(replace({TRIMMED}, '.', ''), ',', '.') AS DOUBLE)")


def _moments() -> Iterator[Cast]:
    yield _where(ISO, f"TRY_CAST({TRIMMED} AS TIMESTAMP)")
    yield _where(ISO_WITH_ZONE, f"TRY_CAST({TRIMMED} AS TIMESTAMP)")
    for day in DAYS:
        written = ", ".join(text(day + clock) for clock in CLOCKS)
        yield Cast(f"try_strptime({TRIMMED}, [{written}])")
    seconds = f"TRY_CAST({TRIMMED} AS DOUBLE)"
    for factor in (MICROSECONDS, 1_000):
        yield _where(FRACTION, f"make_timestamp(CAST(round({seconds} * {factor}) AS BIGINT))")
    days = f"CAST(round({seconds} * {86_400 * MICROSECONDS}) AS BIGINT)"
    yield _where(FRACTION, f"{EPOCH_OF_SHEETS} + to_microseconds({days})")


def _where(pattern: str, read: str) -> Cast:
    return Cast(f"CASE WHEN regexp_full_match({TRIMMED}, {text(pattern)}) THEN {read} END")

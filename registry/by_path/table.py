"""A table of files on disk that is asked, not loaded: where its rows come from, and in which session."""

import os
import shutil
import tempfile
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pandas as pd
import psutil

from registry.by_path.engine import ROW, EngineLimits, Relation, Session, name, open_session, told_for
from registry.by_path.places import Place

_PREFIX = "table-"


class OwnFolder:
    """A folder of our own in the data home, which goes when nobody needs it any more. Those that a process left behind
    when it was killed go when the next one is made."""

    def __init__(self, home: Path) -> None:
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
        for left in home.glob(f"{_PREFIX}*"):
            process = left.name.removeprefix(_PREFIX).partition("-")[0]
            if process.isdecimal() and not psutil.pid_exists(int(process)):
                shutil.rmtree(left, ignore_errors=True)
        self.path = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-", dir=home))
        self._end = weakref.finalize(self, shutil.rmtree, self.path, True)

    def remove(self) -> None:
        """Deletes it with all that is in it."""
        self._end()


@dataclass(frozen=True)
class FileTable:
    """`sql` selects the rows, with their places in the column ROW, from `files` alone."""

    place: Place
    sql: str
    files: tuple[Path, ...]
    columns: tuple[str, ...]
    dtypes: Mapping[str, str] = field(repr=False)  # as a frame in memory would have them
    limits: EngineLimits
    folder: OwnFolder = field(repr=False, compare=False)

    def head(self, rows: int) -> pd.DataFrame:
        """The first rows. PathError when a file has changed, EngineError when it cannot be read."""
        return self.fetched(f"SELECT * EXCLUDE ({ROW}) FROM rows WHERE {ROW} < {int(rows)} ORDER BY {ROW}")

    def counts(self, column: str, among: Sequence[Any] | None = None) -> "pd.Series[int]":
        """How often each value of a column stands, the most frequent first; of these values only, where they are
        given. Errors as `head`."""
        of_column = f"SELECT {name(column)} AS value, count(*) AS n, min({ROW}) AS place FROM rows"
        where = f"{name(column)} IS NOT NULL" + (
            "" if among is None else f" AND {name(column)} IN (SELECT * FROM (SELECT unnest($among)))"
        )
        found = self.fetched(f"{of_column} WHERE {where} GROUP BY 1 ORDER BY n DESC, place", among)
        return pd.Series(found["n"].to_numpy(), index=found["value"], name=column)

    def fetched(self, sql: str, among: Sequence[Any] | None = None) -> pd.DataFrame:
        """What SQL over the view `rows` gives, in memory."""
        with told_for(self.place.name):
            session = opened([self])
            session.execute(f"CREATE VIEW rows AS {self.sql}")
            params = None if among is None else {"among": list(among)}
            found: pd.DataFrame = session.sql(sql, params=params).to_arrow_table().to_pandas()
            return found


def opened(tables: Sequence[FileTable]) -> Session:
    """One session that reaches the files of these tables. PathError when one of them has changed."""
    for table in tables:
        table.place.check_unchanged()
    first = tables[0]
    files = [path for table in tables for path in table.files]
    return open_session(first.limits, first.folder.path, files)


def asked_together(tables: Mapping[str, FileTable]) -> dict[str, Relation]:
    """The tables as relations of one session, so that they can be joined; none is read yet."""
    if not tables:
        return {}
    session = opened(list(tables.values()))
    return {key: session.sql(table.sql) for key, table in tables.items()}

"""Specs as a program that runs outside of Tally, and the data that it reads, as Tally read them."""

import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Any, cast

import pandas as pd

from agent.analysis.as_code import AsCode, as_code
from agent.analysis.frames.source import Table
from agent.analysis.words import refusal
from agent.specs.parse import Spec, parse_spec
from agent.specs.plain_data import spec_json
from agent.specs.plots import AggregatedPlot

_IMPORTS: Mapping[str, str] = {
    "np": "import numpy as np",
    "pd": "import pandas as pd",
    "plt": "import matplotlib.pyplot as plt",
    "px": "import plotly.express as px",
    "go": "import plotly.graph_objects as go",
    "make_subplots": "from plotly.subplots import make_subplots",
    "sns": "import seaborn as sns",
    "sklearn": "import sklearn",
    "scipy": "import scipy",
    "stats": "from scipy import stats",
    "statsmodels": "import statsmodels",
    "sm": "import statsmodels.api as sm",
    "smf": "import statsmodels.formula.api as smf",
}
"""The short names that programs use, and the line that gives each."""
_PRINTED = "for title, table in result.items():\n    print(title, table, sep='\\n')\n"
_DRAWN = "fig.write_html('chart.html')\n"
_SEVERAL_DRAWN = "for number, each in enumerate(fig, 1):\n    each.write_html(f'chart_{number}.html')\n"
_UNUSABLE = re.compile(r"[^\w.-]+")


@dataclass(frozen=True)
class ReadFile:
    """A file that a program reads, and the table that stands in it."""

    file_name: str
    table: Table

    def content(self) -> bytes:
        """The table as Parquet, which keeps what each column is."""
        target = io.BytesIO()
        cast(pd.DataFrame, self.table.frame).to_parquet(target, index=False)
        return target.getvalue()


@dataclass(frozen=True)
class Reproduction:
    """A whole program, and the files that it reads."""

    code: str
    files: tuple[ReadFile, ...]


@dataclass(frozen=True)
class Recomputation:
    """A program that leaves its tables in `result` and its chart in `fig`, and shows none of them. `titles` are the
    keys in `result` of the tables of each spec, in the order in which the specs were given."""

    code: str
    files: tuple[ReadFile, ...]
    titles: tuple[tuple[str, ...], ...]


def recomputation_of(specs: Sequence[Spec], tables: Mapping[str, Table], among: Sequence[Table]) -> Recomputation:
    """As `reproduction_of`; the files are named so that those of all tables `among` which these are stay apart."""
    files = _used(specs, tables, _files(among))
    told = _each_once(specs)
    written = _written(told, files)
    keys: dict[int, list[str]] = {}
    for name, title in zip(written.tables, written.titles, strict=True):
        keys.setdefault(int(name[1:].partition("_")[0]) - 1, []).append(title)
    titles = tuple(tuple(keys.get(_place(spec, told), ())) for spec in specs)
    whole = _whole(written.code, files, "")
    return Recomputation(whole.code, whole.files, titles)


def _place(spec: Spec, told: Sequence[Spec]) -> int:
    """Which of the specs that are told computes this one: itself, or the chart that draws its table."""
    return next(at for at, one in enumerate(told) if one == spec or getattr(one, "of", None) == spec)


def reproduction_of(specs: Sequence[Spec], tables: Mapping[str, Table]) -> Reproduction:
    """The program that computes the specs again from files beside it. Data sets are called as people call them.

    SpecError or DataError when a spec does not fit the data.
    """
    files = _used(specs, tables, None)
    body = _written(_each_once(specs), files).code
    return _whole(body, files, _ending(body))


def _used(
    specs: Sequence[Spec], tables: Mapping[str, Table], named: Mapping[str, ReadFile] | None
) -> Mapping[str, ReadFile]:
    """The files of the tables that the specs name, or of all where they name none; `named` gives files their names."""
    used = {key: table for key, table in tables.items() if any(_names(spec, key) for spec in specs)} or dict(tables)
    _check_in_memory(used.values())
    if named is None:
        return _files([*used.values()])
    return {name: file for name, file in named.items() if file.table.dataset_id in used}


def _check_in_memory(tables: Iterable[Table]) -> None:
    """DataError for a table that stays on disk: the file that a program reads would hold all of it."""
    for table in tables:
        if not isinstance(table.frame, pd.DataFrame):
            raise refusal("stays_on_disk", table=table.name)


def _written(specs: Sequence[Spec], files: Mapping[str, ReadFile]) -> AsCode:
    """The specs as a program that calls data sets as people call them."""
    called = {file.table.dataset_id: name for name, file in files.items()}
    renamed = [_with_names(spec, called) for spec in specs]
    return as_code(renamed, {name: replace(file.table.profile, dataset_id=name) for name, file in files.items()})


def with_reading(code: str, tables: Mapping[str, Table]) -> Reproduction:
    """A program that was written for these tables, with the lines that read them."""
    _check_in_memory(tables.values())
    files = _files([*tables.values()])
    called = {file.table.dataset_id: file for file in files.values()}
    return _whole(code if code.endswith("\n") else f"{code}\n", called, "")


def _whole(body: str, files: Mapping[str, ReadFile], ending: str) -> Reproduction:
    reads = {name: f"pd.read_parquet({file.file_name!r})" for name, file in files.items()}
    if len(reads) == 1:
        read = f"df = {next(iter(reads.values()))}\n"
    else:
        read = "datasets = {\n" + "".join(f"    {name!r}: {one},\n" for name, one in reads.items()) + "}\n"
    needed = [line for name, line in _IMPORTS.items() if re.search(rf"\b{name}\b", f"{read}{body}")]
    return Reproduction("\n".join([*needed, "", f"{read}{body}{ending}"]), tuple(files.values()))


def _ending(body: str) -> str:
    """Shows what was computed."""
    printed = _PRINTED if body.startswith("result = {}") else ""
    if "fig = figures" in body:
        return printed + _SEVERAL_DRAWN
    return printed + (_DRAWN if re.search(r"^fig = ", body, re.MULTILINE) else "")


def _files(tables: Sequence[Table]) -> dict[str, ReadFile]:
    """A file for each table by its name, which is made different where two share it."""
    made: dict[str, ReadFile] = {}
    for table in tables:
        name, number = table.name, 2
        while name in made:
            name, number = f"{table.name} ({number})", number + 1
        stem = _UNUSABLE.sub("_", PurePath(name).stem).strip("._") or "data"
        taken = {file.file_name for file in made.values()}
        file_name, number = f"{stem}.parquet", 2
        while file_name in taken:
            file_name, number = f"{stem}_{number}.parquet", number + 1
        made[name] = ReadFile(file_name, table)
    return made


def _each_once(specs: Sequence[Spec]) -> list[Spec]:
    """The specs without the table that a chart draws anyway, and without repeats."""
    told = [spec for place, spec in enumerate(specs) if spec not in specs[:place]]
    drawn = [spec.of for spec in told if isinstance(spec, AggregatedPlot) and spec.of and not spec.filters]
    return [spec for spec in told if spec not in drawn]


def _names(spec: Spec, dataset_id: str) -> bool:
    return json.dumps(dataset_id) in json.dumps(spec_json(spec))


def _with_names(spec: Spec, called: Mapping[str, str]) -> Spec:
    return parse_spec(cast(dict[str, object], _rename(spec_json(spec), called)))


def _rename(part: Any, called: Mapping[str, str]) -> Any:
    """The JSON of a spec with its data sets called otherwise."""
    if isinstance(part, dict):
        return {
            key: called.get(value, value) if key == "dataset_id" and isinstance(value, str) else _rename(value, called)
            for key, value in part.items()
        }
    return [_rename(each, called) for each in part] if isinstance(part, list) else part

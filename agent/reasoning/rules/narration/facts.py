"""The cells of results as facts, by which a form of answer is filled: which statistic, of which columns and group."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.reasoning.rules.narration.operations.summaries import LEVEL
from agent.reasoning.rules.narration.scene import Scene
from agent.reasoning.rules.narration.view import TableView
from agent.specs.measures import (
    Aggregates,
    ContingencyTest,
    Correlation,
    CorrelationMatrix,
    GroupbyAgg,
    Measure,
    Missingness,
    OlsRegression,
    Outliers,
    RowLookup,
    TimeTrend,
    metric_name,
)
from agent.specs.plots import Plot
from agent.specs.transforms import TreatOutliers
from agent.state import Cell

NAME = "name"
"""The statistic of a fact that is a name: whose value is the highest, which rows match."""
_SAME = {"rows": "count", "unique": "nunique", "missing_pct": "share", "share_pct": "share", "ratio_pct": "share",
         "ratio": "share"}  # fmt: skip
_LEADS = ("top", "bottom", "max", "min")


@dataclass(frozen=True)
class Fact:
    """One cell. `row` tells which facts stand beside each other; `traits` are words that tell it from its like."""

    statistic: str
    columns: tuple[str, ...]
    group: tuple[str, ...]
    table: TableView
    row: int
    column: str
    traits: frozenset[str] = frozenset()

    @property
    def value(self) -> Cell:
        """What the cell holds."""
        return self.table.value(self.row, self.column)

    @property
    def number(self) -> float | None:
        """The same as a number."""
        return self.table.number(self.row, self.column)

    @property
    def is_percent(self) -> bool:
        """Does 48.8 stand for 48.8 % here?"""
        return self.table.formats.get(self.column) == "percent"


def facts_of(scenes: Sequence[Scene[Measure | Plot]], *, leads: bool) -> list[Fact]:
    """The facts of the measures among the scenes. `leads`: the first group is what was asked for by name."""
    return [fact for scene in scenes if isinstance(scene.spec, Measure) for fact in _of_scene(scene, scene.spec, leads)]


def _of_scene(scene: Scene[Measure | Plot], spec: Measure, leads: bool) -> Iterator[Fact]:
    if isinstance(spec, CorrelationMatrix):
        yield from _pairs(scene.tables[1:], None)
    elif isinstance(spec, Correlation) and spec.by is None:
        yield from _pairs(scene.tables[:1], spec.target)
    elif isinstance(spec, RowLookup):
        yield from _looked_up(scene.main, spec.by)
    elif isinstance(spec, OlsRegression) and spec.by is None:
        yield from _regression(scene.tables)
    elif isinstance(spec, ContingencyTest):
        yield from _association(spec, scene.main)
    elif isinstance(spec, Outliers) and spec.by is None:
        yield from _outliers(spec, scene.tables)
    else:
        if isinstance(spec, Missingness):
            yield from _most_missing(scene.main)
        for table in scene.tables:
            yield from _plain(spec, table)
        first_of_all = not (isinstance(spec, GroupbyAgg) and spec.top_per)
        if leads and first_of_all and scene.main.keys and scene.main.rows:
            yield from (Fact(NAME, (key,), (), scene.main, 0, key) for key in scene.main.keys)


def _pairs(tables: Sequence[TableView], target: str | None) -> Iterator[Fact]:
    """Each pair with its coefficient, p and interval; of several with one target, whose link is the strongest."""
    for table in tables:
        for row in table.order:
            pair = (str(table.value(row, "a")), str(table.value(row, "b")))
            for column in table.columns:
                if column not in ("a", "b"):
                    yield Fact(column, pair, (), table, row, column)
        strongest = sorted(table.numbered("r"), key=lambda pair: -abs(pair[1]))
        if target is not None and len(strongest) > 1 and table.is_whole:
            row = strongest[0][0]
            yield from (Fact(NAME, (), (), table, row, side) for side in ("a", "b") if table.value(row, side) != target)


def _most_missing(table: TableView) -> Iterator[Fact]:
    """The column with the most missing cells, where there is one such."""
    most = table.ranked("missing")[:2]
    if most and table.number(most[0], "missing") and len(table.same_as(most[0], "missing")) == 1:
        yield Fact(NAME, (), (), table, most[0], "column")


def _looked_up(table: TableView, by: Sequence[str]) -> Iterator[Fact]:
    for row in table.order:
        group = tuple(str(table.value(row, key)) for key in by)
        for column in table.columns:
            kind = "value" if table.number(row, column) is not None else NAME
            yield Fact(kind, (column,), group, table, row, column)


def _outliers(spec: Outliers, tables: Sequence[TableView]) -> Iterator[Fact]:
    """With and without the outliers a statistic is another one, so the form has to say which."""
    for column in tables[0].columns:
        statistic, _, side = column.partition("_")
        traits = frozenset({side}) if side else frozenset()
        if column in ("mean", "std", "median"):  # what the limits were made from: those with all values
            traits = frozenset({"with"})
        yield Fact(statistic, (spec.column,), (), tables[0], 0, column, traits)
    for table in tables[1:]:
        yield from (
            Fact("outlying", (column,), (), table, row, column) for row in table.order for column in table.columns
        )


def _regression(tables: Sequence[TableView]) -> Iterator[Fact]:
    """The fit; the intercept; each coefficient, of several by its term. Of one x its p is that of the whole too."""
    terms, whole = tables
    alone = len(terms.rows) == _LINE
    yield from (Fact(name, (), (), whole, 0, name) for name in whole.columns if not (alone and name == "p"))
    for row in terms.order:
        term = str(terms.value(row, "term"))
        for name in terms.columns:
            if row == 0:
                intercept = {"coefficient": "intercept"}.get(name)
                yield from [Fact(intercept, (), (), terms, row, name)] if intercept else []
            elif name not in ("term", "level", "base"):
                yield Fact(name, (), () if alone else (term,), terms, row, name)


_LINE = 2  # terms of a straight line


def _association(spec: ContingencyTest, table: TableView) -> Iterator[Fact]:
    """The chi-square test; its p is left out where the exact test, which decides, says otherwise."""
    verdicts = {(table.number(row, "p") or 0) < LEVEL for row in table.order}
    told = [name for name in table.columns if name not in ("test", *(("p",) if len(verdicts) > 1 else ()))]
    yield from (Fact(name, (spec.rows, spec.columns), (), table, 0, name) for name in told if table.rows)


def _plain(spec: Measure, table: TableView) -> Iterator[Fact]:
    made: dict[str, tuple[str, str | None]] = {
        metric_name(column, agg): (agg, column)
        for column, aggs in (spec.metrics.items() if isinstance(spec, GroupbyAgg | TimeTrend) else ())
        for agg in aggs
    }
    if isinstance(
        spec, Aggregates
    ):  # conditions of their own: no plain statistic of a column, whatever they are called
        made |= {name: (f"named {name}", None) for name in (*spec.quantities, *spec.computed)}
    treated = any(isinstance(step, TreatOutliers) for step in spec.prepare)
    traits = frozenset({"without"}) if treated else frozenset[str]()
    own = [getattr(spec, name) for name in ("column", "value") if isinstance(getattr(spec, name, None), str)]
    for row in table.order:
        of_row = [str(table.value(row, "column"))] if table.has("column") else own
        group = tuple(str(table.value(row, key)) for key in table.keys if key != "column")
        for name in table.columns:
            if name in table.keys or name == "column":
                continue
            statistic, column = made.get(name, (name, None))
            columns = tuple(of_row) if column is None else () if column == "*" else (column,)
            yield Fact(_SAME.get(statistic, statistic), columns, group, table, row, name, traits)

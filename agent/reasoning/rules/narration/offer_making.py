"""Single questions with what they compute: each is worded as its answer will be, and computed on the data it names."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from agent.analysis.frames.source import Table
from agent.analysis.validate import check_spec
from agent.errors import TallyError
from agent.reasoning.rules.narration.column_roles import MOST_GROUPS, TableRoles, roles_of, yes_of
from agent.reasoning.rules.narration.strength import (
    Row,
    apart_in_change,
    apart_in_mean,
    apart_in_total,
    rows_of,
)
from agent.reasoning.rules.narration.suggestions import grain_of
from agent.specs.adding_up import ADDED_UP
from agent.specs.aggregations import Aggregation, metric_name
from agent.specs.base import AnyOf, Filter
from agent.specs.condition_words import conditions_words
from agent.specs.locales import column_words, date_words
from agent.specs.parse import Spec, parse_analysis
from agent.specs.plain_data import reading_json
from agent.specs.reading import Reading
from agent.specs.result_words import measure_words
from languages.phrase_files import Texts, read_language
from registry.profile import ColumnProfile

OFFERED = Path(__file__).parent / "offered"
TOP = 10
_MOST_TRIED = 8
_FEWEST_PERIODS = 3
_MOST_ROWS = 1_000_000
"""Beyond so many the first grouping is taken: trying each would keep the page waiting."""


@dataclass(frozen=True)
class Offer:
    """A question and what it computes."""

    question: str
    spec: Spec

    @property
    def reading(self) -> dict[str, Any]:
        """The one meaning of the question, as JSON."""
        return reading_json(Reading(reading_id="offered", label=self.question, specs=[self.spec]))


@dataclass(frozen=True)
class Asked:
    """What is computed of the rows: an aggregation of a column, or how many say yes in a column that says yes or no
    (`yes`); under the conditions and after the steps that an answer had, and how these are called (`kept`).
    """

    column: str = "*"
    aggregation: Aggregation = "count"
    yes: str | bool | int | None = None
    rows: Mapping[str, Any] = field(default_factory=dict)  # prepare, filters
    kept: tuple[str, ...] = ()

    @property
    def result(self) -> str:
        """The result column of its numbers."""
        return metric_name(self.column, self.aggregation) if self.yes is None else "ratio_pct"

    @property
    def filters(self) -> list[Any]:
        return list(self.rows.get("filters", []))

    def only(self, column: str, value: str, called: str) -> "Asked":
        """The same of the rows with one value."""
        more = [*self.filters, {"col": column, "op": "==", "value": value}]
        return replace(self, rows={**self.rows, "filters": more}, kept=(*self.kept, called))


class OfferMaker:
    """Makes the questions about one table. What cannot be computed on its data is not made."""

    def __init__(self, table: Table, tables: Mapping[str, Table], language: str) -> None:
        self.table, self._tables = table, tables
        self._profiles = {key: one.profile for key, one in tables.items()}
        self.roles: TableRoles = roles_of(table.profile)
        self.language = language
        self._texts = Texts(language, read_language(OFFERED, language))

    # ------------------------------------------------------------ the questions

    def by(self, asked: Asked, group: str) -> Iterator[Offer]:
        words = self._say("by", measure=self.called(asked), group=self._column(group))
        yield from self._made(words, self._grouped(asked, [group]), asked)

    def over_time(self, asked: Asked) -> Iterator[Offer]:
        if (date := self.date) and self.has_course(asked):
            grain = grain_of(date)
            words = self._say("by", measure=self.called(asked), group=self._say(f"grain.{grain}"))
            yield from self._made(words, self._trend(asked, date.name, grain), asked)

    def over_time_by(self, asked: Asked, date: str, grain: str, group: str) -> Iterator[Offer]:
        """How each group went, where a trend was told of all together."""
        both = self._say("and", one=self._say(f"grain.{grain}"), other=self._column(group))
        words = self._say("by", measure=self.called(asked), group=both)
        yield from self._made(words, self._trend(asked, date, grain) | {"group_col": group}, asked)

    def change(self, asked: Asked, date: str, grain: str, group: str = "") -> Iterator[Offer]:
        """Each period against the one before; of each group, where one is named and these can be told apart."""
        spec = self._trend(asked, date, grain) | {"growth": "previous"}
        period = self._say(f"grain.{grain}")
        if group:
            if self._count(group) > MOST_GROUPS:
                return
            spec |= {"group_col": group}
            period = self._say("and", one=period, other=self._column(group))
        yield from self._made(self._say(f"change.{grain}", measure=self.called(asked), grain=period), spec, asked)

    def top(self, asked: Asked) -> Iterator[Offer]:
        """The ten largest of what has many names, else of what names single rows."""
        for name in self.roles.names[:1]:
            words = self._say("top", measure=self.called(asked), group=self._column(name.name))
            sort = {"by": asked.result, "ascending": False}
            yield from self._made(words, self._grouped(asked, [name.name]) | {"sort": sort, "top_k": TOP}, asked)
            return
        for label in self.roles.labels[:1] if asked.column != "*" and self.table.profile.rows > TOP else ():
            words = self._say("top", measure=self._column(asked.column), group=self._column(label.name))
            columns = [label.name, asked.column]
            spec = {"op": "row_lookup", "which": "top", "order_by": asked.column, "k": TOP, "columns": columns}
            yield from self._made(words, {**spec, **asked.rows}, asked)

    def odd(self, column: ColumnProfile) -> Iterator[Offer]:
        spec = {"op": "outliers", "column": column.name}
        if any(row.get("count") for row in self._rows(spec)):
            yield from self._made(self._say("odd", column=self._column(column.name)), spec)

    def together(self, one: ColumnProfile, other: ColumnProfile) -> float:
        """How closely two columns of numbers go together, 0 to 1; 1 where it cannot be told."""
        rows = self._rows({"op": "correlation", "columns": [one.name, other.name]})
        return next((abs(float(row["r"])) for row in rows if row.get("r") is not None), 1.0)

    def relation(self, one: ColumnProfile, other: ColumnProfile) -> Iterator[Offer]:
        words = self._say("relation", one=self._column(one.name), other=self._column(other.name))
        yield from self._made(words, {"op": "correlation", "columns": [one.name, other.name]})

    def plain(self, key: str, op: str) -> Iterator[Offer]:
        """A question about the whole table."""
        yield from self._made(self._say(key), {"op": op})

    # ------------------------------------------------------------ what they are made of

    @cached_property
    def date(self) -> ColumnProfile | None:
        return next(iter(self.roles.dates), None)

    def rate(self, flag: ColumnProfile, rows: Asked = Asked()) -> Asked:
        """How many rows say yes."""
        yes = yes_of(flag)
        value = True if flag.kind == "boolean" else int(yes or 1) if flag.kind == "number" else yes
        return Asked(flag.name, "count", value, rows.rows, rows.kept)

    def called(self, asked: Asked) -> str:
        if asked.yes is None:
            return measure_words(asked.column, asked.aggregation, self.language, bare=True)
        flag = self.table.profile.column(asked.column)
        value = (yes_of(flag) if flag else None) or str(asked.yes)
        return self._say("rate", column=self._column(asked.column), value=value)

    def kept_words(self, conditions: Sequence[Filter | AnyOf]) -> tuple[str, ...]:
        """How conditions of an answer are called in a question that follows."""
        plain = [one for one in conditions if isinstance(one, Filter) and one.op == "==" and isinstance(one.value, str)]
        others = [one for one in conditions if one not in plain]
        named = [self.value_words(one.col, str(one.value)) for one in plain if isinstance(one, Filter)]
        told = conditions_words(others, self.language)
        return (*named, self._say("rows_where", conditions=told)) if told else (*named,)

    def value_words(self, column: str, value: str) -> str:
        """ "product a"; a period without its column: "November 2025"."""
        told = date_words(value, self.language)
        return told if told != value else self._say("value_of", column=self._column(column), value=value)

    def groups_by_strength(self, asked: Asked, used: Sequence[str] = ()) -> list[str]:
        """The groupings of the table that are not used, the one that tells most of the measure first."""
        free = self._free_groups(asked, used)
        if not free or self.table.profile.rows > _MOST_ROWS:
            return free
        found: dict[tuple[float, ...], tuple[float, str]] = {}
        for name in [*(one for one in used if self._count(one)), *free[:_MOST_TRIED]]:
            strength, sizes = self._strength(asked, name)
            found.setdefault(sizes, (strength, name))  # one that divides the rows alike would be told twice
        ranked = sorted(found.values(), key=lambda one: -one[0])
        return [name for _, name in ranked if name not in used]

    def groups_by_change(self, asked: Asked, used: Sequence[str], date: str, grain: str) -> list[str]:
        """The groupings with few enough groups to be seen over time, that which explains most of the last change
        between whole periods first."""
        periods = self._whole_periods(asked, date, grain)
        few = [name for name in self._free_groups(asked, used) if self._count(name) <= MOST_GROUPS]
        if len(few) < 2 or len(periods) < 2 or self.table.profile.rows > _MOST_ROWS:
            return few
        strength = {name: self._changed(asked, date, grain, name, periods[-2:]) for name in few[:_MOST_TRIED]}
        return sorted(strength, key=lambda name: -strength[name])

    def has_course(self, asked: Asked) -> bool:
        """Whether the rows are over enough periods to be told one after the other, most of them with rows; not where
        one period is all that is looked at."""
        if self.date is None or any(one.get("col") == self.date.name for one in asked.filters):
            return False
        spec = self._trend(Asked(rows=asked.rows), self.date.name, grain_of(self.date))
        periods = [row["rows"] for row in self._rows(spec)]
        return len(periods) >= _FEWEST_PERIODS and sum(map(bool, periods)) * 2 > len(periods)

    def _free_groups(self, asked: Asked, used: Sequence[str]) -> list[str]:
        fixed = {one.get("col") for one in asked.filters if one.get("op") == "=="}
        taken = {*used, *fixed, asked.column}
        free = [group for group in self.roles.groups if group.name not in taken]
        return [group.name for group in sorted(free, key=lambda one: one.kind == "identifier")]

    def _whole_periods(self, asked: Asked, date: str, grain: str) -> list[str]:
        spec = {"op": "time_trend", "date_col": date, "grain": grain, "metrics": {"*": ["count"]}, **asked.rows}
        return [str(row["period"]) for row in self._rows(spec) if not row["incomplete"] and row["rows"]]

    def _changed(self, asked: Asked, date: str, grain: str, group: str, periods: Sequence[str]) -> float:
        found: dict[Any, list[float]] = {}
        for row in self._rows(self._trend(asked, date, grain) | {"group_col": group}):
            if row["period"] in periods:
                size = row.get(asked.result)
                found.setdefault(row[group], [0.0, 0.0])[periods.index(row["period"])] = float(size or 0.0)
        return apart_in_change([one for one, _ in found.values()], [other for _, other in found.values()])

    def _strength(self, asked: Asked, group: str) -> tuple[float, tuple[float, ...]]:
        """How much the grouping tells, and the sizes of its groups."""
        if asked.yes is not None:
            found = self._rows(self._grouped(asked, [group]))
            shares = [(int(row["denominator"]), float(row["ratio"] or 0.0)) for row in found]
            strength = apart_in_mean([(size, share, share * (1 - share)) for size, share in shares])
            return strength, tuple(sorted(one for pair in shares for one in pair))
        metrics: dict[str, list[str]] = {"*": ["count"]}
        if asked.column != "*":
            metrics[asked.column] = ["sum", "mean", "var", "count"]
        found = self._rows({"op": "groupby_agg", "group_cols": [group], "metrics": metrics, **asked.rows})
        counts, name = [int(row["rows"]) for row in found], asked.column
        if name == "*":
            return apart_in_total(counts, sum(counts)), tuple(sorted(counts))
        totals = [float(row[f"{name}_sum"] or 0.0) for row in found]
        parts = [
            (int(row[f"{name}_count"]), float(row[f"{name}_mean"]), float(row[f"{name}_var"] or 0.0))
            for row in found
            if row[f"{name}_count"]
        ]
        added = apart_in_total(totals, sum(counts)) if asked.aggregation in ADDED_UP else 0.0
        return apart_in_mean(parts) + added, tuple(sorted([*counts, *totals]))

    def _rows(self, plain: Mapping[str, Any]) -> list[Row]:
        return rows_of({"dataset_id": self.table.dataset_id, **plain}, self._tables)

    def _count(self, name: str) -> int:
        column = self.table.profile.column(name)
        return column.unique if column else 0

    def _grouped(self, asked: Asked, groups: Sequence[str]) -> dict[str, Any]:
        if asked.yes is None:
            metrics = {asked.column: [asked.aggregation]}
            return {"op": "groupby_agg", "group_cols": [*groups], "metrics": metrics, **asked.rows}
        part = {"col": "*", "agg": "count", "filters": [{"col": asked.column, "op": "==", "value": asked.yes}]}
        known = {"col": "*", "agg": "count", "filters": [{"col": asked.column, "op": "not_null"}]}
        flag = self.table.profile.column(asked.column)
        whole = known if flag is None or flag.missing else {"col": "*", "agg": "count"}
        spec = {"op": "share_ratio", "mode": "ratio", "group_cols": [*groups], "numerator": part, "denominator": whole}
        return {**spec, "as_percent": True, **asked.rows}

    def _trend(self, asked: Asked, date: str, grain: str) -> dict[str, Any]:
        metrics = {asked.column: [asked.aggregation]}
        return {"op": "time_trend", "date_col": date, "grain": grain, "metrics": metrics, **asked.rows}

    def _made(self, words: str, plain: Mapping[str, Any], asked: Asked = Asked()) -> Iterator[Offer]:
        """The offer, unless its spec cannot be executed on the data."""
        try:
            spec = parse_analysis({"dataset_id": self.table.dataset_id, **plain})
            check_spec(spec, self._profiles)
        except TallyError:
            return  # it is not offered: there are others
        kept = self._say("between").join(asked.kept)
        yield Offer(self._say("where", question=words, value=kept) if kept else words, spec)

    def _say(self, key: str, **values: str) -> str:
        return self._texts.say(key, **values)

    def _column(self, name: str) -> str:
        return column_words(name, self.language)

"""Single questions with what they compute: each is worded as its answer will be, and computed on the data it names."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from agent.analysis.frames.source import Table
from agent.analysis.validate import check_spec
from agent.errors import TallyError
from agent.reasoning.rules.narration.asked import Asked, Offer, grouped, trend
from agent.reasoning.rules.narration.column_roles import MOST_GROUPS, TableRoles, roles_of, yes_of
from agent.reasoning.rules.narration.strength import Row, apart_in_change, apart_in_mean, apart_in_total, rows_of
from agent.reasoning.rules.narration.suggestions import grain_of
from agent.specs.adding_up import ADDED_UP
from agent.specs.base import AnyOf, Filter
from agent.specs.condition_words import conditions_words
from agent.specs.locales import column_words, date_words
from agent.specs.parse import parse_analysis
from agent.specs.result_words import measure_words
from languages.phrase_files import Texts, read_language
from registry.profile import ColumnProfile

OFFERED = Path(__file__).parent / "offered"
TOP = 10
_MOST_TRIED = 8
_FEWEST_PERIODS = 3
_MOST_ROWS = 300_000
"""Beyond so many the first grouping is taken, and nothing is tried: that would keep the page waiting."""


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
        yield from self._made(self._told(asked, self._column(group)), grouped(self.table.profile, asked, [group]))

    def over_time(self, asked: Asked) -> Iterator[Offer]:
        if (date := self.date) and self.has_course(asked):
            grain = grain_of(date)
            words = self._told(asked, self._say(f"grain.{grain}"))
            yield from self._made(words, trend(asked, date.name, grain))

    def over_time_by(self, asked: Asked, date: str, grain: str, group: str) -> Iterator[Offer]:
        """How each group went, where a trend was told of all together."""
        both = self._say("and", one=self._say(f"grain.{grain}"), other=self._column(group))
        yield from self._made(self._told(asked, both), trend(asked, date, grain) | {"group_col": group})

    def change(self, asked: Asked, date: str, grain: str, group: str = "") -> Iterator[Offer]:
        """Each period against the one before; of each group, where one is named and these can be told apart."""
        spec = trend(asked, date, grain) | {"growth": "previous"}
        by = self._say(f"grain.{grain}")
        if group:
            if self._count(group) > MOST_GROUPS:
                return
            spec |= {"group_col": group}
            by = self._say("and", one=by, other=self._column(group))
        yield from self._made(self._say(f"change.{grain}", question=self._told(asked, by)), spec)

    def top(self, asked: Asked) -> Iterator[Offer]:
        """The ten largest of what has many names, else of what names single rows."""
        for name in self.roles.names[:1]:
            words = self._say("top", question=self._told(asked, self._column(name.name)))
            sort = {"by": asked.result, "ascending": False}
            yield from self._made(words, grouped(self.table.profile, asked, [name.name]) | {"sort": sort, "top_k": TOP})
            return
        for label in self.roles.labels[:1] if asked.column != "*" and self.table.profile.rows > TOP else ():
            by = self._say("by", measure=self._column(asked.column), group=self._column(label.name))
            columns = [label.name, asked.column]
            spec = {"op": "row_lookup", "which": "top", "order_by": asked.column, "k": TOP, "columns": columns}
            yield from self._made(self._say("top", question=by), {**spec, **asked.rows})

    def odd(self, column: ColumnProfile) -> Iterator[Offer]:
        spec = {"op": "outliers", "column": column.name}
        if self._is_small and any(row.get("count") for row in self._rows(spec)):
            yield from self._made(self._say("odd", column=self._column(column.name)), spec)

    def together(self, one: ColumnProfile, other: ColumnProfile) -> float:
        """How closely two columns of numbers go together, 0 to 1 (Pearson); 1 where it cannot be told."""
        x, y, both = one.name, other.name, f"{one.name} {other.name}"
        if not self._is_small:
            return 0.0
        rows = self._rows({
            "op": "groupby_agg",
            "prepare": [{"step": "derive_column", "name": both, "expression": ["mul", x, y]}],
            "filters": [{"col": name, "op": "not_null"} for name in (x, y)],
            "metrics": {"*": ["count"], x: ["mean", "std"], y: ["mean", "std"], both: ["mean"]},
        })  # fmt: skip
        for row in rows:
            spread = (row[f"{x}_std"] or 0.0) * (row[f"{y}_std"] or 0.0)
            if row["rows"] > 1 and spread:
                shared = row[f"{both}_mean"] - row[f"{x}_mean"] * row[f"{y}_mean"]
                return abs(float(shared * row["rows"] / (row["rows"] - 1) / spread))
        return 1.0

    def relation(self, one: ColumnProfile, other: ColumnProfile) -> Iterator[Offer]:
        words = self._say("relation", one=self._column(one.name), other=self._column(other.name))
        yield from self._made(words, {"op": "correlation", "columns": [one.name, other.name]})

    def plain(self, key: str, op: str) -> Iterator[Offer]:
        """A question about the whole table."""
        yield from self._made(self._say(key), {"op": op})

    # ------------------------------------------------------------ what they are made of

    @property
    def _is_small(self) -> bool:
        return self.table.profile.rows <= _MOST_ROWS

    @property
    def date(self) -> ColumnProfile | None:
        return next(iter(self.roles.dates), None)

    def rate(self, flag: ColumnProfile, under: Asked) -> Asked:
        """How many rows say yes, under the conditions of `under`."""
        yes = yes_of(flag)
        value = True if flag.kind == "boolean" else int(yes or 1) if flag.kind == "number" else yes
        return Asked(flag.name, "count", value, under.rows, under.kept)

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
        named = [self.value_words(one.col, str(one.value)) for one in plain]
        told = conditions_words(others, self.language)
        return (*named, self._say("rows_where", conditions=told)) if told else (*named,)

    def value_words(self, column: str, value: str) -> str:
        """ "product a"; a period without its column: "November 2025"."""
        told = date_words(value, self.language)
        return told if told != value else self._say("value_of", column=self._column(column), value=value)

    def groups_by_strength(self, asked: Asked, used: Sequence[str] = ()) -> list[str]:
        """The groupings of the table that are not used, the one that tells most of the measure first."""
        free = self._free_groups(asked, used)
        if not (free and self._is_small):
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
        if len(few) < 2 or len(periods) < 2 or not self._is_small:
            return few
        strength = {name: self._changed(asked, date, grain, name, periods[-2:]) for name in few[:_MOST_TRIED]}
        return sorted(strength, key=lambda name: -strength[name])

    def has_course(self, asked: Asked) -> bool:
        """Whether the rows are over enough periods to be told one after the other, most of them with rows; not where
        one period is all that is looked at."""
        if self.date is None or any(one.get("col") == self.date.name for one in asked.filters):
            return False
        if not self._is_small:
            return True
        spec = trend(Asked(rows=asked.rows), self.date.name, grain_of(self.date))
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
        for row in self._rows(trend(asked, date, grain) | {"group_col": group}):
            if row["period"] in periods:
                size = row.get(asked.result)
                found.setdefault(row[group], [0.0, 0.0])[periods.index(row["period"])] = float(size or 0.0)
        return apart_in_change([one for one, _ in found.values()], [other for _, other in found.values()])

    def _strength(self, asked: Asked, group: str) -> tuple[float, tuple[float, ...]]:
        """How much the grouping tells, and the sizes of its groups."""
        if asked.yes is not None:
            found = self._rows(grouped(self.table.profile, asked, [group]))
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

    def _made(self, words: str, plain: Mapping[str, Any]) -> Iterator[Offer]:
        """The offer, unless its spec cannot be executed on the data."""
        try:
            spec = parse_analysis({"dataset_id": self.table.dataset_id, **plain})
            check_spec(spec, self._profiles)
        except TallyError:
            return  # it is not offered: there are others
        yield Offer(words, spec)

    def _told(self, asked: Asked, by: str) -> str:
        """What is asked, by what, and of which rows."""
        words = self._say("by", measure=self.called(asked), group=by)
        kept = self._say("between").join(asked.kept)
        return self._say("where", question=words, value=kept) if kept else words

    def _say(self, key: str, **values: str) -> str:
        return self._texts.say(key, **values)

    def _column(self, name: str) -> str:
        return column_words(name, self.language)

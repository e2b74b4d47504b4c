"""Questions on offer that carry their reading: what a table calls for, and what a good analyst asks of an answer next.

They are computed from the profile and the data, so that pressing one needs no reader and is answered as it is worded.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any, cast

from agent.analysis.execute import execute_analysis
from agent.analysis.frames.source import Table
from agent.analysis.validate import check_spec
from agent.artifacts import Artifact, TablePayload
from agent.errors import TallyError
from agent.reasoning.rules.narration.column_roles import adds_up, rank_of, yes_of
from agent.reasoning.rules.narration.suggestions import MOST_MISSING, Askable, askable, grain_of, question_phrases
from agent.specs.aggregations import Aggregation, metric_name
from agent.specs.locales import column_words, date_words
from agent.specs.measures import GroupbyAgg, TimeTrend
from agent.specs.parse import Spec, parse_analysis
from agent.specs.plain_data import reading_json, spec_json
from agent.specs.plots import AggregatedPlot
from agent.specs.reading import Reading
from agent.specs.result_words import measure_words
from languages.phrase_files import ENGLISH, Texts, read_language
from registry.profile import ColumnProfile, DatasetProfile

FIRST, NEXT = 6, 3
_FOLDER = Path(__file__).parent / "offered"
_MOST_TRIED = 6
_TOP = 10
_MOST_ROWS = 1_000_000
"""Beyond so many the first grouping is taken: trying each would keep the page waiting."""
_ONE_VALUE = frozenset({"day", "month", "year"})
"""Grains whose periods a condition can name."""


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
class _Measure:
    """What is asked of the rows: a column with an aggregation, under conditions that an answer had."""

    column: str
    aggregation: Aggregation
    rows: Mapping[str, Any] = field(default_factory=dict)  # dataset_id, prepare, filters

    @property
    def metrics(self) -> dict[str, list[Aggregation]]:
        return {self.column: [self.aggregation]}

    @property
    def result(self) -> str:
        return metric_name(self.column, self.aggregation)


def first_offers(tables: Sequence[Table], language: str = ENGLISH) -> list[Offer]:
    """Six questions that these tables call for, each of another kind as far as they go; [] without tables."""
    made = [[*_Asking(table, tables, language).first()] for table in tables]
    mixed = [offer for row in zip_longest(*made) for offer in row if offer is not None]
    return _distinct(mixed)[:FIRST]


def next_offers(
    spec: Spec,
    result: Artifact | None,
    tables: Sequence[Table],
    language: str = ENGLISH,
    *,
    asked: frozenset[str] = frozenset(),
) -> list[Offer]:
    """Three questions of an answer: why, against the period before, its biggest part alone; where these do not fit it,
    what else its table calls for. `result` is the answer's main table. None asks the same again, nor is
    among those `asked`.
    """
    table = next((one for one in tables if spec.dataset_id in (None, one.dataset_id)), None)
    if table is None:
        return []
    asking = _Asking(table, tables, language)
    found = _distinct([*asking.next(spec, result), *asking.first()])
    return [one for one in found if one.question not in asked and _computes(one.spec) != _computes(spec)][:NEXT]


def _computes(spec: Spec) -> dict[str, Any]:
    """What makes a computation another one."""
    plain = spec_json(spec)
    return {key: value for key, value in plain.items() if key not in ("sort", "top_k", "type") and value}


def _distinct(offers: Sequence[Offer]) -> list[Offer]:
    found: dict[str, Offer] = {}
    for offer in offers:
        found.setdefault(offer.question, offer)
    return list(found.values())


class _Asking:
    """What can be asked of one table."""

    def __init__(self, table: Table, tables: Sequence[Table], language: str) -> None:
        self._table, self._tables = table, {one.dataset_id: one for one in tables}
        self._profiles: Mapping[str, DatasetProfile] = {one.dataset_id: one.profile for one in tables}
        self._known: Askable = askable(table.profile, (table.profile,), language)
        self._language = language
        self._texts = Texts(language, read_language(_FOLDER, language))

    def first(self) -> Iterator[Offer]:
        """Over time, by the grouping that tells most, the largest ten, rates, what is odd; then what is left."""
        measure = self._main_measure()
        groups = self._groups_by_strength(measure, ())
        for made in (
            self._over_time(measure),
            *(self._by(measure, group) for group in groups[:1]),
            self._largest(measure),
            *(self._rate(column, groups) for column in self._flags()[:1]),
            self._odd(measure),
            *(self._by(measure, group) for group in groups[1:2]),
            *(self._rate(column, groups) for column in self._flags()[1:2]),
            self._offer("overview", {"op": "dataset_overview"}),
            *(self._by(measure, group) for group in groups[2:4]),
        ):
            yield from made

    def next(self, spec: Spec, result: Artifact | None) -> Iterator[Offer]:
        """Why, compared with before, the biggest alone: as far as they fit what was computed."""
        told = spec.measure if isinstance(spec, AggregatedPlot) else spec
        if not isinstance(told, GroupbyAgg | TimeTrend) or not told.metrics:
            return
        column, aggregations = next(iter(told.metrics.items()))
        plain = spec_json(told)
        measure = _Measure(column, aggregations[0], {name: plain.get(name, []) for name in ("filters", "prepare")})
        used = told.group_cols if isinstance(told, GroupbyAgg) else told.key_columns
        groups = self._groups_by_strength(measure, used)
        kept = ", ".join(self._said(each) for each in told.filters)
        if not told.filters or kept:
            yield from self._by(measure, groups[0] if groups else "", kept)
            yield from self._compared(measure, told, kept)
            yield from self._biggest(measure, told, result, groups, kept)

    # ------------------------------------------------------------ the questions

    def _by(self, measure: _Measure, group: str, kept: str = "") -> Iterator[Offer]:
        if group:
            words = self._say("by", measure=self._called(measure), group=self._column(group))
            yield from self._made(words, {"op": "groupby_agg", "group_cols": [group], **self._sums(measure)}, kept)

    def _over_time(self, measure: _Measure, kept: str = "") -> Iterator[Offer]:
        for date in self._dates()[:1]:
            grain = grain_of(date)
            words = self._say("by", measure=self._called(measure), group=self._grain(grain))
            yield from self._made(words, self._trend(measure, date.name, grain), kept)

    def _compared(self, measure: _Measure, told: GroupbyAgg | TimeTrend, kept: str) -> Iterator[Offer]:
        if isinstance(told, TimeTrend):
            date, grain = told.date_col, str(told.grain)
        elif dates := self._dates():
            date, grain = dates[0].name, grain_of(dates[0])
        else:
            return
        if isinstance(told, TimeTrend) and told.growth != "none":
            return
        words = self._say("change", measure=self._called(measure), grain=self._grain(grain))
        yield from self._made(words, self._trend(measure, date, grain) | {"growth": "previous"}, kept)

    def _biggest(
        self, measure: _Measure, told: GroupbyAgg | TimeTrend, result: Artifact | None, groups: Sequence[str], kept: str
    ) -> Iterator[Offer]:
        """The row of the largest number by itself, by another grouping or over time."""
        largest = _largest_key(result, measure.result)
        is_trend = isinstance(told, TimeTrend)
        if largest is None or (isinstance(told, TimeTrend) and (told.group_col or told.grain not in _ONE_VALUE)):
            return
        column = told.date_col if isinstance(told, TimeTrend) else largest[0]
        condition = {"col": column, "op": "==", "value": largest[1]}
        alone = _Measure(measure.column, measure.aggregation, {
            **measure.rows, "filters": [*measure.rows.get("filters", []), condition]
        })  # fmt: skip
        value = date_words(str(largest[1]), self._language) if is_trend else str(largest[1])
        said = ", ".join(part for part in (kept, value) if part)
        if groups:
            yield from self._by(alone, groups[0], said)
        elif not is_trend:
            yield from self._over_time(alone, said)

    def _largest(self, measure: _Measure) -> Iterator[Offer]:
        """The ten largest of a column of many names."""
        named = self._many()
        if not named:
            return
        words = self._say("top", measure=self._called(measure), group=self._column(named[0].name))
        sort = {"by": measure.result, "ascending": False}
        spec = {"op": "groupby_agg", "group_cols": [named[0].name], "sort": sort, "top_k": _TOP}
        yield from self._made(words, {**spec, **self._sums(measure)})

    def _rate(self, column: ColumnProfile, groups: Sequence[str]) -> Iterator[Offer]:
        """How large the part of yes is, by the grouping that tells most."""
        by = next((group for group in groups if group != column.name), None)
        yes = yes_of(column)
        if by is None or yes is None:
            return
        value = True if column.kind == "boolean" else yes
        part = {"col": "*", "agg": "count", "filters": [{"col": column.name, "op": "==", "value": value}]}
        known = {"col": "*", "agg": "count", "filters": [{"col": column.name, "op": "not_null"}]}
        spec = {"op": "share_ratio", "mode": "ratio", "group_cols": [by], "numerator": part, "denominator": known}
        words = self._say("rate", column=self._column(column.name), value=yes, group=self._column(by))
        yield from self._made(words, {**spec, "as_percent": True})

    def _odd(self, measure: _Measure) -> Iterator[Offer]:
        """What is odd: rows that stand twice, gaps, or numbers far from the others."""
        profile = self._table.profile
        if profile.duplicate_rows:
            yield from self._offer("repeated", {"op": "duplicate_check"})
        elif any(column.missing for column in profile.columns):
            yield from self._offer("missing", {"op": "missingness"})
        elif measure.column != "*":
            words = self._say("odd", column=self._column(measure.column))
            yield from self._made(words, {"op": "outliers", "column": measure.column})

    def _offer(self, key: str, spec: dict[str, Any]) -> Iterator[Offer]:
        yield from self._made(self._say(key), spec)

    def _made(self, words: str, plain: dict[str, Any], kept: str = "") -> Iterator[Offer]:
        """The offer, unless its spec cannot be executed on the data."""
        try:
            spec = parse_analysis({"dataset_id": self._table.dataset_id, **plain})
            check_spec(spec, self._profiles)
        except TallyError:
            return  # it is not offered: there are others
        yield Offer(self._say("where", question=words, value=kept) if kept else words, spec)

    # ------------------------------------------------------------ what they are made of

    def _say(self, key: str, **values: str) -> str:
        return self._texts.say(key, **values)

    def _column(self, name: str) -> str:
        return column_words(name, self._language)

    def _called(self, measure: _Measure) -> str:
        return measure_words(measure.column, measure.aggregation, self._language, bare=True)

    def _grain(self, grain: str) -> str:
        phrases = question_phrases(self._language)
        return phrases.say(f"grain.{grain}") if phrases.has(f"grain.{grain}") else grain

    def _said(self, condition: Any) -> str:
        """A condition as one names it: its value; "" for one that needs more words."""
        value, is_plain = getattr(condition, "value", None), getattr(condition, "op", "") == "=="
        return date_words(value, self._language) if is_plain and isinstance(value, str) else ""

    def _sums(self, measure: _Measure) -> dict[str, Any]:
        return {**measure.rows, "metrics": measure.metrics}

    def _trend(self, measure: _Measure, date: str, grain: str) -> dict[str, Any]:
        return {"op": "time_trend", "date_col": date, "grain": grain, **self._sums(measure)}

    def _dates(self) -> Sequence[ColumnProfile]:
        return sorted(self._known.dates, key=lambda column: column.missing_share > 0.05)

    def _main_measure(self) -> _Measure:
        """The column that the table is about: money that adds up, then counts, then any number; else its rows."""
        columns = [column for name in self._known.values if (column := self._table.profile.column(name))]
        if not columns:
            return _Measure("*", "count")
        best = min(columns, key=rank_of)
        return _Measure(best.name, "sum" if adds_up(best) else "mean")

    def _many(self) -> list[ColumnProfile]:
        """Columns of too many names to see each, which stand in several rows."""
        named = [column for column in self._table.profile.columns if column.kind in ("text", "identifier")]
        return [one for one in named if _TOP < one.unique <= one.count / 2 and one.missing_share < MOST_MISSING]

    def _flags(self) -> list[ColumnProfile]:
        return [column for column in self._table.profile.columns if yes_of(column) is not None]

    def _groups_by_strength(self, measure: _Measure, used: Sequence[str]) -> list[str]:
        """The groupings of the table that are not used, the one that explains most of the measure first."""
        taken = {*used, *(column.name for column in (*self._flags(), *self._many()))}
        free = [name for name in self._known.groups if name not in taken and not self._is_fixed(name, measure)]
        if len(free) < 2 or self._table.profile.rows > _MOST_ROWS:
            return free
        tried = free[:_MOST_TRIED]
        strength = {name: self._strength(measure, name) for name in tried}
        return sorted(tried, key=lambda name: -strength[name]) + free[_MOST_TRIED:]

    def _is_fixed(self, name: str, measure: _Measure) -> bool:
        return any(one.get("col") == name and one.get("op") == "==" for one in measure.rows.get("filters", []))

    def _strength(self, measure: _Measure, group: str) -> float:
        """0 where all groups are alike, more the further apart they are."""
        plain = {"op": "groupby_agg", "group_cols": [group], **self._sums(measure)}
        try:
            made = execute_analysis(parse_analysis({"dataset_id": self._table.dataset_id, **plain}), self._tables)[0]
        except TallyError:
            return 0.0
        table = cast(TablePayload, made["payload"])
        at = table["columns"].index(measure.result)
        sizes = [abs(float(size)) for row in table["rows"] if isinstance(size := row[at], int | float)]
        whole = sum(sizes)
        if len(sizes) < 2 or not whole:
            return 0.0
        concentration = sum((size / whole) ** 2 for size in sizes)
        return (concentration * len(sizes) - 1) / (len(sizes) - 1)


def _largest_key(result: Artifact | None, column: str) -> tuple[str, str] | None:
    """The column and the value that name the row of the largest number; None where no one text does."""
    if result is None or result["kind"] != "table":
        return None
    table = cast(TablePayload, result["payload"])
    keys = table["key_columns"]
    if len(keys) != 1 or column not in table["columns"]:
        return None
    key, at = table["columns"].index(keys[0]), table["columns"].index(column)
    named = [(row[at], row[key]) for row in table["rows"]]
    sizes = [(size, name) for size, name in named if isinstance(size, int | float) and isinstance(name, str)]
    return (keys[0], max(sizes)[1]) if len(sizes) > 1 else None

"""Questions on offer that carry their reading: what a table calls for, and what a good analyst asks of an answer next.

They are computed from the profile and the data, so that pressing one needs no reader and is answered as it is worded.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice, zip_longest
from typing import Any, cast

from agent.analysis.frames.source import Table
from agent.artifacts import Artifact, TablePayload
from agent.reasoning.rules.narration.asked import Asked, Offer
from agent.reasoning.rules.narration.column_roles import adds_up
from agent.reasoning.rules.narration.offer_making import OfferMaker
from agent.reasoning.rules.narration.suggestions import grain_of
from agent.specs.base import Filter
from agent.specs.measures import GroupbyAgg, ShareRatio, TimeTrend
from agent.specs.parse import Spec
from agent.specs.plain_data import spec_json
from agent.specs.plots import AggregatedPlot
from languages.phrase_files import ENGLISH
from registry.profile import ColumnProfile

__all__ = ["Offer", "first_offers", "next_offers"]

FIRST, NEXT = 6, 3
_ONE_VALUE = frozenset({"day", "month", "year"})
"""Grains whose periods a condition can name."""
_WORTH_TELLING = 0.01
"""From this part of missing cells on, these are the first that is odd."""
_MOST_COMPARED, _NEARLY_THE_SAME = 5, 0.95
"""A second column that goes along with the first as closely, such as gross with net, tells nothing new."""
_SAID_OTHERWISE = frozenset({"sort", "top_k", "type", "which"})


def first_offers(tables: Sequence[Table], language: str = ENGLISH) -> list[Offer]:
    """Six questions that these tables call for, each of another kind as far as they go; [] without tables."""
    made = [_first(OfferMaker(table, _by_id(tables), language)) for table in tables]
    mixed = (offer for row in zip_longest(*made) for offer in row if offer is not None)
    return [*islice(_distinct(mixed), FIRST)]


def next_offers(
    spec: Spec,
    result: Artifact | None,
    tables: Sequence[Table],
    language: str = ENGLISH,
    *,
    asked: frozenset[str] = frozenset(),
    answered: Sequence[Spec] = (),
) -> list[Offer]:
    """Three questions of an answer: why, against the period before, its biggest part alone; where these do not fit it,
    what else its table calls for. `result` is the answer's main table. None is worded as one of those `asked`, nor
    computes what was `answered`.
    """
    table = next((one for one in tables if spec.dataset_id in (None, one.dataset_id)), None)
    if table is None:
        return []
    maker = OfferMaker(table, _by_id(tables), language)
    known = [_computes(one) for one in (spec, *answered)]
    found = (
        one
        for one in _distinct(chain(_next(maker, spec, result), _first(maker)))
        if one.question not in asked and _computes(one.spec) not in known
    )
    return [*islice(found, NEXT)]


def _by_id(tables: Sequence[Table]) -> Mapping[str, Table]:
    return {one.dataset_id: one for one in tables}


def _computes(spec: Spec) -> dict[str, Any]:
    """What makes a computation another one."""
    plain = spec_json(spec)
    return {key: value for key, value in plain.items() if key not in _SAID_OTHERWISE and value}


def _distinct(offers: Iterable[Offer]) -> Iterator[Offer]:
    """Without those that are worded as one before, or compute the same; no further ones are made than are taken."""
    questions, computed = set[str](), list[dict[str, Any]]()
    for offer in offers:
        if offer.question not in questions and _computes(offer.spec) not in computed:
            questions.add(offer.question)
            computed.append(_computes(offer.spec))
            yield offer


# ---------------------------------------------------------------- of a new table


def _first(maker: OfferMaker) -> Iterator[Offer]:
    """Over time, by the grouping that tells most, the largest ten, rates, what is odd; then what is left."""
    measures, flags = maker.roles.measures, maker.roles.flags
    main = _asked_of(maker)
    groups = maker.groups_by_strength(main)
    odd = _oddities(maker)
    yield from maker.over_time(main)
    for group in groups[:1]:
        yield from maker.by(main, group)
    yield from maker.top(main)
    for flag in flags[:1]:
        yield from _rate(maker, maker.rate(flag, Asked()))
    yield from islice(odd, 1)
    for group in groups[1:2]:
        yield from maker.by(main, group)
    for flag in flags[1:2]:
        yield from _rate(maker, maker.rate(flag, Asked()))
    others = (one for one in measures[1:_MOST_COMPARED] if maker.together(measures[0], one) < _NEARLY_THE_SAME)
    for other in islice(others, 1):
        strongest = maker.groups_by_strength(_asked(other))
        yield from maker.by(_asked(other), strongest[0]) if strongest else maker.top(_asked(other))
        yield from maker.relation(measures[0], other)
    if main.column != "*":
        for group in groups[:1]:
            yield from maker.by(Asked(), group)
    yield from odd
    yield from maker.plain("overview", "dataset_overview")
    if maker.date and maker.has_course(main) and main.column != "*":
        yield from maker.change(main, maker.date.name, grain_of(maker.date))
    for group in groups[2:4]:
        yield from maker.by(main, group)


def _asked_of(maker: OfferMaker) -> Asked:
    """The column that the table is about: money that adds up, then counts, then any number; else its rows."""
    return next(map(_asked, maker.roles.measures), Asked())


def _asked(column: ColumnProfile) -> Asked:
    return Asked(column.name, "sum" if adds_up(column) else "mean")


def _rate(maker: OfferMaker, rate: Asked) -> Iterator[Offer]:
    for group in maker.groups_by_strength(rate)[:1]:
        yield from maker.by(rate, group)


def _oddities(maker: OfferMaker) -> Iterator[Offer]:
    """Rows that stand twice, gaps, numbers far from the others: those that there are."""
    profile = maker.table.profile
    if profile.duplicate_rows:
        yield from maker.plain("repeated", "duplicate_check")
    if any(column.missing_share >= _WORTH_TELLING for column in profile.columns):
        yield from maker.plain("missing", "missingness")
    for column in maker.roles.measures[:1]:
        yield from maker.odd(column)


# ---------------------------------------------------------------- of an answer


def _next(maker: OfferMaker, spec: Spec, result: Artifact | None) -> Iterator[Offer]:
    """Why, compared with before, the biggest alone: as far as they fit what was computed."""
    told = spec.measure if isinstance(spec, AggregatedPlot) else spec
    asked = _asked_by(maker, told)
    if asked is None:
        return
    if isinstance(told, TimeTrend):
        yield from _after_trend(maker, asked, told, result)
    elif isinstance(told, GroupbyAgg | ShareRatio):
        yield from _after_groups(maker, asked, told.group_cols, result)


def _asked_by(maker: OfferMaker, told: Spec | None) -> Asked | None:
    """What an answer told of the rows; None where no question follows from it."""
    if isinstance(told, ShareRatio):
        part = told.numerator
        flag = _flag_of(maker, told)
        kept = spec_json(told)
        return maker.rate(flag, _rows(maker, kept, told)) if part is not None and flag is not None else None
    if not isinstance(told, GroupbyAgg | TimeTrend) or not told.metrics:
        return None
    column, aggregations = next(iter(told.metrics.items()))
    under = _rows(maker, spec_json(told), told)
    return Asked(column, aggregations[0], None, under.rows, under.kept)


def _rows(maker: OfferMaker, plain: Mapping[str, Any], told: GroupbyAgg | TimeTrend | ShareRatio) -> Asked:
    rows = {name: plain[name] for name in ("filters", "prepare") if plain.get(name)}
    return Asked(rows=rows, kept=maker.kept_words(told.filters))


def _flag_of(maker: OfferMaker, told: ShareRatio) -> Any:
    """The column of yes and no whose part of yes was told; None for other ratios."""
    wanted = [one.col for one in (told.numerator.filters if told.numerator else []) if isinstance(one, Filter)]
    return next((flag for flag in maker.roles.flags if wanted == [flag.name]), None)


def _after_trend(maker: OfferMaker, asked: Asked, told: TimeTrend, result: Artifact | None) -> Iterator[Offer]:
    date, grain, used = told.date_col, str(told.grain), told.key_columns
    largest = _largest_key(result, asked.result)
    if not used:
        for group in maker.groups_by_change(asked, used, date, grain)[:1]:
            yield from maker.over_time_by(asked, date, grain, group)
    if told.growth == "none":
        yield from maker.change(asked, date, grain)
    if largest is not None and not used and grain in _ONE_VALUE:
        alone = asked.only(date, largest[1], maker.value_words(date, largest[1]))
        for group in maker.groups_by_strength(alone)[:1]:
            yield from maker.by(alone, group)
    for group in maker.groups_by_strength(asked, used)[:1]:
        yield from maker.by(asked, group)
    yield from maker.over_time(asked)


def _after_groups(maker: OfferMaker, asked: Asked, used: Sequence[str], result: Artifact | None) -> Iterator[Offer]:
    others = maker.groups_by_strength(asked, used)
    largest = _largest_key(result, asked.result)
    for group in others[:1]:
        yield from maker.by(asked, group)
    if asked.yes is None and maker.date and maker.has_course(asked):
        yield from maker.change(asked, maker.date.name, grain_of(maker.date), *used[:1])
    if largest is not None:
        alone = asked.only(*largest, maker.value_words(*largest))
        for group in maker.groups_by_strength(alone)[:1]:
            yield from maker.by(alone, group)
        if asked.yes is None:
            yield from maker.over_time(alone)


def _largest_key(result: Artifact | None, column: str) -> tuple[str, str] | None:
    """The column and the value that name the row of the largest number, of periods that the data cover whole; None
    where no one text does."""
    if result is None or result["kind"] != "table":
        return None
    table = cast(TablePayload, result["payload"])
    keys = table["key_columns"]
    if len(keys) != 1 or column not in table["columns"]:
        return None
    key, at = table["columns"].index(keys[0]), table["columns"].index(column)
    partial = set(table.get("incomplete", []))
    named = [(row[at], row[key]) for row in table["rows"] if row[key] not in partial]
    sizes = [(size, name) for size, name in named if isinstance(size, int | float) and isinstance(name, str)]
    return (keys[0], max(sizes)[1]) if len(sizes) > 1 else None

"""A question -> a frame: the intent and the slots that its words fill."""

from dataclasses import dataclass, replace

from agent.reasoning.rules.reading.adjectives import adjectives, is_told_of, only_describes
from agent.reasoning.rules.reading.calendar_columns import calendar_conditions, own_years
from agent.reasoning.rules.reading.cell_states import flag_conditions, null_conditions, still_conditions
from agent.reasoning.rules.reading.column_names import column_sets
from agent.reasoning.rules.reading.columns import ColumnLink
from agent.reasoning.rules.reading.comparisons import column_comparisons
from agent.reasoning.rules.reading.conditions import Alternatives, date_conditions, value_conditions
from agent.reasoning.rules.reading.frame import ColumnRef, MetricSlot
from agent.reasoning.rules.reading.groups import Grouping, find_groups
from agent.reasoning.rules.reading.instead_of import is_replaced
from agent.reasoning.rules.reading.lasting import span_conditions
from agent.reasoning.rules.reading.measures import (
    default_aggregation,
    is_number,
    numeric_candidates,
    of_one_thing,
    ref,
    sold_for,
    things_once,
)
from agent.reasoning.rules.reading.numeric_conditions import number_conditions, statistic_conditions
from agent.reasoning.rules.reading.question import Question
from agent.reasoning.rules.reading.ranks import is_rank
from agent.reasoning.rules.reading.row_nouns import opens_with_rows
from agent.reasoning.rules.reading.signs import sign_conditions
from agent.reasoning.rules.reading.spans import positions_of
from agent.reasoning.rules.reading.tables_meant import table_for
from agent.reasoning.rules.reading.text import joined
from agent.reasoning.rules.reading.text_conditions import text_conditions
from agent.reasoning.rules.reading.times import season_conditions, time_conditions, weekday_conditions
from agent.reasoning.rules.reading.wide import aggregation_of, made_columns
from agent.specs.measures import Aggregation
from registry.profile import DatasetProfile

_AGGREGATIONS: tuple[Aggregation, ...] = ("mean", "median", "sum", "min", "max", "std", "var", "range")


@dataclass(frozen=True)
class Parts:
    """What a question is made of, before its intent is told."""

    question: Question
    table: DatasetProfile
    grouping: Grouping
    conditions: list[Alternatives]
    metric_links: tuple[ColumnLink, ...]
    other_links: tuple[ColumnLink, ...]  # text, identifier and date columns with no role yet
    aggregations: tuple[Aggregation, ...]

    @property
    def metrics(self) -> list[MetricSlot]:
        """Every aggregate asked for, of every column named."""
        found: list[MetricSlot] = []
        own = self._aggregations_of_each()
        for link in self.metric_links:
            columns = chosen_by_direction(link, self.question)
            said = own.get(link.start) or self.aggregations
            chosen = said or (self.default_for(link),)
            words = joined(self.question.tokens[link.start : link.end])
            default = not said and not self.question.has("count")  # how many loaves: their sum is asked for
            slots = [MetricSlot(columns=columns, agg=agg, words=words, by_default=default) for agg in chosen]
            fresh = [self._measured(slot, link) for slot in slots]
            found += [slot for slot in fresh if not any(_same_measure(slot, other) for other in found)]
        return found

    def _measured(self, slot: MetricSlot, link: ColumnLink) -> MetricSlot:
        """Revenue is money that was paid; a column named by its own words, or called dear, is taken as it stands."""
        if link.literal or not self._says_revenue(link):
            return slot
        return sold_for(slot, self.question.dataset(link.first.dataset_id), self.question.words)

    def _says_revenue(self, link: ColumnLink) -> bool:
        tokens = self.question.tokens[link.start : link.end]
        said = frozenset().union(*(self.question.words.sets_of((token.stem,)) for token in tokens))
        said |= self.question.words.sets_of(tuple(token.stem for token in tokens))
        return bool(said & {"revenue", "money"})

    def _aggregations_of_each(self) -> dict[int, tuple[Aggregation, ...]]:
        """`mean pulse and total steps`: each column's own, where every aggregate stands before a column."""
        found: dict[int, tuple[Aggregation, ...]] = {}
        end, last = 0, tuple[Aggregation, ...]()
        for link in self.metric_links:
            marks = [mark for mark in self.question.tagged("agg:") if end <= mark.start < link.start]
            said = {tag[4:] for mark in marks for tag in mark.tags if tag[:4] == "agg:"} & set(self.aggregations)
            last = tuple(agg for agg in self.aggregations if agg in said) or last
            found[link.start] = last
            end = link.end
        behind = any(mark.start >= end for mark in self.question.tagged("agg:"))
        told = {agg for chosen in found.values() for agg in chosen}
        return {} if behind or told != set(self.aggregations) or not all(found.values()) else found

    def default_for(self, link: ColumnLink) -> Aggregation:
        """What an unaggregated column means: its extreme for "the highest temperature", else by its kind."""
        extremes = self.question.tagged("high", "low")
        near = [mark for mark in extremes if mark.start <= link.start <= mark.end + 1]
        if near and not self.grouping.asked:
            return "max" if "high" in near[-1].tags else "min"
        if self._says_revenue(link) and not link.literal:
            return "sum"  # revenue is the sum of what was paid, whatever the column is called
        if of_one_thing(self.question):
            return "mean"
        numeric = next((item for item in link.candidates if is_number(item.column)), link.first)
        table = self.question.dataset(numeric.dataset_id)
        counted = any(mark.end == link.start for mark in self.question.tagged("count"))
        whole = numeric.column.numeric is not None and (numeric.column.numeric.is_integer or counted)
        money = column_sets(numeric.name, self.question.words) & {"price", "fee", "cost", "age", "year"}
        if self.question.has("count") and whole and link.literal and not money and not self.question.has("rows"):
            return "sum"  # how many loaves were baked
        if numeric.name in made_columns(table):
            return aggregation_of(table)
        return default_aggregation(numeric.column, self.question.words)

    @property
    def aggregations_beyond_extremes(self) -> bool:
        """Whether an average, sum or the like is asked for, beyond highest and lowest."""
        return any(agg not in ("min", "max") for agg in self.aggregations)


def _same_measure(slot: MetricSlot, other: MetricSlot) -> bool:
    return slot.agg == other.agg and slot.columns == other.columns


def chosen_by_direction(link: ColumnLink, question: Question) -> list[ColumnRef]:
    """The columns that a link may mean; "hottest" and "highest temperature" choose a maximum over a minimum."""
    columns = numeric_candidates(link)
    if len(columns) < 2:
        return columns
    ranks = {candidate.name for candidate in link.candidates if is_rank(candidate.column)}
    if question.has("high", "low", "comparative") and ranks:  # the happiest: by its score, which its rank is made of
        columns = [column for column in columns if column.column not in ranks] or columns
    wanted = "maximum" if question.has("high", "agg:max") else "minimum" if question.has("low", "agg:min") else None
    named = [column for column in columns if wanted and wanted in column_sets(column.column, question.words)]
    return named or columns


def parts_of(question: Question, hint: str | None, year: int | None) -> Parts:
    """Gives every link, value, date and number of the question its role."""
    question, compared_columns = column_comparisons(question)
    table = table_for(question, hint)
    question, spans = span_conditions(question, table)
    grouping = find_groups(question, table)
    nulls, null_links = null_conditions(question)
    texts, text_links = text_conditions(question, table)
    clock, clock_tokens = time_conditions(question, table)
    bounds = tuple(bound for bound in question.bounds if not positions_of(bound) & clock_tokens)
    question = replace(question, bounds=bounds)
    numbers, number_links = number_conditions(question)
    statistics, statistic_links, statistic_marks = statistic_conditions(question)
    numbers, number_links = [*numbers, *statistics], number_links | statistic_links
    flags, flag_links = flag_conditions(question, grouping.links | null_links | text_links | number_links)
    used = grouping.links | null_links | text_links | number_links | flag_links
    compared = frozenset(ref.column for slot in grouping.slots for ref in slot.columns if not slot.grain)
    skip = compared if question.has("test", "difference") else frozenset()
    named = [] if texts else value_conditions(question, skip, table, compared)
    undated, in_years, year_links = own_years(question, table)
    used |= year_links - grouping.order_links
    dates = [
        *date_conditions(undated, table, year),
        *calendar_conditions(question, table),
        *in_years,
        *weekday_conditions(question, table),
        *season_conditions(question, table),
        *clock,
    ]
    bounded = frozenset(slot.column for item in numbers for slot in item)
    described = [item for item in adjectives(question, table) if item[0].column not in bounded]
    conditions = [
        *compared_columns, *named, *flags, *texts, *nulls, *still_conditions(question, table), *numbers, *dates,
        *described, *sign_conditions(question, table), *spans,
    ]  # fmt: skip
    free = tuple(
        link
        for link in question.links
        if link.start not in used
        and not _is_only_bounded(link, bounded, question)
        and not (only_describes(link, question) or is_told_of(link, question))
    )
    return Parts(
        question=question,
        table=table,
        grouping=grouping,
        conditions=_either_of(_once(conditions)),
        metric_links=tuple(link for link in free if any(is_number(item.column) for item in link.candidates)),
        other_links=tuple(link for link in free if not any(is_number(item.column) for item in link.candidates)),
        aggregations=_aggregations(question, statistic_marks),
    )


def _either_of(conditions: list[Alternatives]) -> list[Alternatives]:
    """`2 and 3 bedrooms`, `in 2022 and in 2023`: two values of one column cannot both be, so either is meant."""
    found: list[Alternatives] = []
    for item in conditions:
        place = next((index for index, other in enumerate(found) if _same_place(other, item)), None)
        if place is None:
            found.append(item)
            continue
        kept, value = found[place][0], item[0].value
        values = kept.value if isinstance(kept.value, list) else [kept.value]
        joined = [each for each in [*values, value] if each is not None and not isinstance(each, list)]
        words = f"{kept.words} {item[0].words}"
        found[place] = [kept.model_copy(update={"op": "in", "value": joined, "words": words})]
    return found


def _same_place(one: Alternatives, other: Alternatives) -> bool:
    """Whether two plain equalities are about the same column, so that both at once leave no row."""
    plain = len(one) == len(other) == 1 and one[0].op in ("==", "in") and other[0].op == "=="
    return plain and (one[0].column, one[0].part) == (other[0].column, other[0].part)


def _is_only_bounded(link: ColumnLink, bounded: frozenset[ColumnRef], question: Question) -> bool:
    """A second word for a column that has its bound measures nothing where rows are counted: out ... 30 days."""
    counts = question.has("count") or opens_with_rows(question)
    return counts and not question.has("agg:") and ref(link.first) in bounded


def _aggregations(question: Question, conditions: frozenset[int]) -> tuple[Aggregation, ...]:
    """The aggregates asked for; those that conditions compare with ("above the average") are none."""
    said = [
        tag[4:]
        for mark in question.marks
        if mark.start not in conditions and not is_replaced(mark, question)
        for tag in sorted(mark.tags)
        if tag[:4] == "agg:"
    ]
    if not said and _asks_both_ends(question):
        return ("min", "max")
    said += _ends_joined(question) if said else []
    return tuple(agg for agg in _AGGREGATIONS if agg in said)


def _ends_joined(question: Question) -> list[str]:
    """`average and biggest fine`: a superlative in a list of aggregates is one of them."""
    found = []
    for mark in question.tagged("high", "low"):
        before = [token.text for token in question.tokens[max(0, mark.start - 2) : mark.start]]
        behind = [token.text for token in question.tokens[mark.end : mark.end + 1]]
        ends = {other.end for other in question.tagged("agg:")}
        starts = {other.start for other in question.tagged("agg:")}
        listed = before[-1:] in (["and"], ["und"], [","]) and mark.start - 1 in ends
        leads = behind in (["and"], ["und"], [","]) and mark.end + 1 in starts
        if listed or leads:
            found.append("max" if "high" in mark.tags else "min")
    return found


def _asks_both_ends(question: Question) -> bool:
    """`youngest and oldest`, `cheapest and most expensive`: the lowest and the highest value."""
    lows, highs = question.tagged("low"), question.tagged("high")
    joined = [
        (one, other)
        for one in lows
        for other in highs
        if one is not other
        and abs(one.start - other.start) >= 1
        and _gap_is_and(question, one.end, other.start, other.end, one.start)
    ]
    return bool(joined)


def _gap_is_and(question: Question, end: int, start: int, other_end: int, other_start: int) -> bool:
    between = question.tokens[end:start] or question.tokens[other_end:other_start]
    return [token.text for token in between] in (["and"], ["und"], ["&"], ["and", "the"], ["/"], ["と"])


def _once(conditions: list[Alternatives]) -> list[Alternatives]:
    """The same condition found by two words is one condition."""
    kept: dict[str, Alternatives] = {}
    for item in conditions:
        kept.setdefault(f"{item[0].column} {item[0].op} {item[0].value} {item[0].part}", item)
    return list(kept.values())


def shared_slots(parts: Parts) -> dict[str, object]:
    """Slots that every intent fills in the same way."""
    question = parts.question
    once = question.has("each_once") and (bool(parts.metric_links) or things_once(question, parts.table) is None)
    return {
        "dataset_id": parts.table.dataset_id,
        "groups": list(parts.grouping.slots),
        "conditions": parts.conditions,
        "deduplicated": once or question.has("deduplicated"),
    }

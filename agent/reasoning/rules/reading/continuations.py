"""Follow-ups of a kind of their own, in the order in which they are tried: "plot it", "and the shortest?"."""

from collections.abc import Callable

from agent.reasoning.rules.reading.ends import other_end, sorted_by_name
from agent.reasoning.rules.reading.frame import Frame
from agent.reasoning.rules.reading.judging import (
    counted_instead,
    extreme_of_groups,
    judged_by,
    other_column_missing,
    part_of_each,
    part_of_those,
    rate_of_total,
    share_of_the_table,
    tested,
    the_opposite,
)
from agent.reasoning.rules.reading.other_measures import another_measure, each_of_before, measured_anew
from agent.reasoning.rules.reading.other_rows import all_again, other_side, others, period_before
from agent.reasoning.rules.reading.parse import Parts
from agent.reasoning.rules.reading.partners import listed_orphans
from agent.reasoning.rules.reading.redrawing import as_a_table, chart
from agent.reasoning.rules.reading.related_statistics import (
    another_partner,
    correlation,
    outlier_limit,
    related_in_each_group,
    statistics,
)
from agent.reasoning.rules.reading.running import running_total
from agent.reasoning.rules.reading.shifting import following_period, growth_of_before, other_half
from agent.reasoning.rules.reading.turning import (
    correlation_of_axes,
    name_of_that,
    once_each,
    overall_total,
    rest_of_a_column,
    sorted_anew,
    the_other_way,
)
from agent.reasoning.rules.reading.within_turns import of_each

Continuation = Callable[[Frame, Frame, Parts], Frame | None]


def first_again(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`go back to the first one`: the first question of the talk, as it was."""
    question = parts.question
    says_more = question.links or question.values or question.dates or question.has("plot", "plot:", "agg:", "share")
    return last if question.has("first_one") and not says_more and not fresh.groups else None


CONTINUATIONS: tuple[Continuation, ...] = (
    first_again,
    of_each,
    all_again,
    as_a_table,
    other_side,
    growth_of_before,
    running_total,
    listed_orphans,
    the_other_way,
    overall_total,
    sorted_anew,
    name_of_that,
    correlation_of_axes,
    rest_of_a_column,
    once_each,
    other_half,
    following_period,
    tested,
    sorted_by_name,
    the_opposite,
    counted_instead,
    other_column_missing,
    part_of_each,
    share_of_the_table,
    part_of_those,
    rate_of_total,
    judged_by,
    measured_anew,
    extreme_of_groups,
    each_of_before,
    other_end,
    period_before,
    others,
    another_partner,
    correlation,
    related_in_each_group,
    outlier_limit,
    statistics,
    chart,
    another_measure,
)
"""Tried in this order; the first that fits gives the frame."""

"""Follow-ups that draw what was told: plot it, as a bar chart, biggest first."""

from agent.reasoning.rules.reading.charts import drawn_again, stack_of
from agent.reasoning.rules.reading.frame import Frame
from agent.reasoning.rules.reading.inheriting import not_spread_out
from agent.reasoning.rules.reading.parse import Parts


def chart(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`plot it`, `draw the yearly totals`, `show the first one as a bar chart, biggest first`."""
    question = parts.question
    asks = question.has("plot", "plot:", "stack:") and last.intent in ("aggregate", "periods", "ratio", "summary")
    if not asks or parts.metric_links or fresh.conditions or (fresh.metrics and fresh.metrics[0].columns):
        return None
    if fresh.intent == "matrix" or (fresh.metrics and fresh.groups):
        return None
    growth = "none" if question.has("agg:", "that") and last.growth != "none" and question.has("agg:") else last.growth
    return last.model_copy(
        update={
            "intent": "aggregate",
            "plot": drawn_again(question, last),
            "stack": stack_of(question),
            "groups": fresh.groups if fresh.groups and not last.groups else last.groups,
            "conditions": last.conditions if last.groups else not_spread_out(last.conditions, fresh),
            "order": fresh.order or last.order,
            "growth": growth,
        }
    )


def as_a_table(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`as a table please`, `and as numbers?` after a chart: the same figures without it."""
    says_more = parts.metric_links or fresh.conditions or fresh.groups or parts.question.has("plot", "plot:", "agg:")
    if not parts.question.has("as_table") or last.intent != "aggregate" or says_more:
        return None
    return last.model_copy(update={"plot": None})

"""Times and scores: exact counts and sums, quantiles of the latest, OpenMetrics text without data."""

import re

from agent.metrics import KEPT, MetricsStore
from tests.agent.scripted_review import WORKFLOW, without_model


def test_count_mean_and_p95_of_a_series() -> None:
    store = MetricsStore()
    for number in range(1, 101):
        store.observe_tool("count_values", number / 1000, failed=False)
    (summary,) = store.summaries()
    assert (summary.count, round(summary.mean, 4), summary.p95) == (100, 0.0505, 0.095)


def test_only_the_latest_are_kept_for_quantiles_and_all_are_counted() -> None:
    store = MetricsStore()
    for _ in range(KEPT):
        store.observe("tally_turn_seconds", 9.0)
    for _ in range(KEPT):
        store.observe("tally_turn_seconds", 1.0)
    (summary,) = store.summaries()
    assert (summary.count, summary.p95, summary.total) == (2 * KEPT, 1.0, 10.0 * KEPT)


def test_a_reviewed_turn_is_measured_by_tool_step_and_with_and_without_critic() -> None:
    service, conversation = without_model()
    turn = service.ask(conversation, "average salary by department", workflow=WORKFLOW)
    found = {(one.name, one.labels): one for one in service.metrics.summaries()}
    tool = found["tally_tool_seconds", (("outcome", "done"), ("tool", "aggregate_data"))]
    assert (tool.count, tool.total) == (1, turn["tool_calls"][0]["seconds"])
    planner = found["tally_node_seconds", (("node", "query_agent"), ("workflow", WORKFLOW))]
    assert planner.count == 2  # it plans, and it interprets
    with_critic = found["tally_turn_seconds", (("status", "answered"), ("workflow", WORKFLOW))]
    without = found["tally_turn_without_critic_seconds", (("workflow", WORKFLOW),)]
    assert with_critic.total == turn["seconds"] > without.total > 0
    assert not [name for name, _ in found if name == "tally_critic_score"], "nobody judged it"


def test_openmetrics_text_is_well_formed() -> None:
    store = MetricsStore()
    store.observe("tally_tool_seconds", 0.25, tool='odd "name"\n')
    store.observe_score(0.9, passed=True)
    text = store.openmetrics()
    assert text.endswith("# EOF\n")
    assert "# TYPE tally_tool_seconds summary\n# UNIT tally_tool_seconds seconds\n# HELP tally_tool_seconds " in text
    assert 'tally_tool_seconds{tool="odd \\"name\\"\\n",quantile="0.95"} 0.25\n' in text
    sample = re.compile(r'^[a-z_]+(\{([a-z_]+="([^"\\\n]|\\.)*",?)*\})? [0-9.e+-]+$')
    assert all(line.startswith("# ") or sample.match(line) for line in text.splitlines())


def test_nothing_measured_is_an_empty_text() -> None:
    assert MetricsStore().openmetrics() == "# EOF\n"

"""Times, scores, tools and judgements on the activity page."""

from streamlit.testing.v1 import AppTest

from tests.pages.conftest import texts
from tests.pages.scripted_service import ScriptedService
from tests.pages.test_chat import ask, with_sample
from tests.pages.test_other_pages import at


def frame_with(app: AppTest, column: str) -> list[list[object]]:
    return [list(row) for frame in app.dataframe if column in frame.value.columns for row in frame.value.to_numpy()]


def test_every_judgement_and_every_tool_of_a_turn_is_listed(app: AppTest, service: ScriptedService) -> None:
    at(ask(with_sample(app), service, "what was judged?"), "activity")
    shown = texts(app)
    assert "1. :material/report: 0.30 of 1, not passed: It names no region" in shown
    assert "2. :material/report: 0.55 of 1, not passed: The filter is missing" in shown
    assert "](http" not in shown
    ((tool, _, came, seconds),) = frame_with(app, "What came of it")
    assert (tool, str(came)[:3], seconds) == ("count_values", "No.", 0.004)


def test_a_turn_without_a_critic_names_none(app: AppTest, service: ScriptedService) -> None:
    at(ask(with_sample(app), service, "mean amount"), "activity")
    assert "critic" not in texts(app).lower()


def test_nothing_is_said_of_times_while_nothing_was_measured(app: AppTest, service: ScriptedService) -> None:
    at(app, "activity")
    assert "Times and scores" not in [box.label for box in app.expander]


def test_times_and_scores_are_told_with_count_mean_and_95th_percentile(app: AppTest, service: ScriptedService) -> None:
    for taken in (0.1, 0.3):
        service.metrics.observe_tool("aggregate_data", taken, failed=False)
    service.metrics.observe_score(0.9, passed=True)
    ask(with_sample(app), service, "mean amount")
    service.metrics.observe_turn(service.turns(app.query_params["c"])[0])
    service.metrics.observe("tally_turn_without_critic_seconds", 0.2, workflow="tool_agent")
    at(app, "activity")
    assert frame_with(app, "Tool")[-1][:4] == ["aggregate_data, done", 2, 0.2, 0.3]
    assert ["passed", 1, 0.9, 0.9] in frame_with(app, "Verdict")
    ways = frame_with(app, "Way to answer")
    assert ["Ask, answered", 1, 0.32, 0.32] in ways
    assert ["Reviewed", 1, 0.2, 0.2] in ways
    steps = [row for row in frame_with(app, "Step") if str(row[0]).startswith("Ask: ")]
    assert ["Ask: Computing", 1, 0.3, 0.3] in steps

"""A long table is drawn whole, though a page holds its first rows only."""

from typing import cast

from agent.analysis.execute import execute_analysis
from agent.analysis.frames.tables import preview
from agent.service import AnalystService
from agent.specs.parse import parse_analysis
from agent.state import Artifact
from pages.components.answer.turn_view import _drawn
from tests.agent.reasoning.narration.worked import shop


class Kept:
    """What a service keeps: one whole table."""

    def __init__(self, whole: Artifact) -> None:
        self.whole = whole

    def artifact(self, _conversation: str, _name: str) -> Artifact:
        return self.whole


def test_the_largest_of_a_long_table_are_drawn_and_not_those_of_its_first_rows() -> None:
    table = shop("sku,units\n" + "".join(f"item {at:03},{at}\n" for at in range(150)), "long.csv")
    spec = {"op": "groupby_agg", "group_cols": ["sku"], "metrics": {"units": ["sum"]}}
    whole = execute_analysis(parse_analysis(spec), {table.dataset_id: table})[0]
    figure = _drawn(cast(AnalystService, Kept(whole)), "c", [preview(whole, 100)])
    assert figure is not None
    (bars,) = cast(dict[str, list[dict[str, list[str]]]], figure["payload"])["data"]
    assert bars["x"][0] == "item 149"

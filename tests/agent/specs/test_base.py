"""What all specs share."""

import pytest

from agent.specs.parse import parse_analysis


@pytest.mark.parametrize("names", ["region", ["region"]])
def test_one_name_may_stand_where_a_list_of_names_is_expected(names: object) -> None:
    joined = {"step": "join", "dataset_id": "d2", "left_on": names, "right_on": names}
    spec = parse_analysis({"op": "groupby_agg", "group_cols": names, "metrics": {"*": ["count"]}, "prepare": [joined]})
    assert spec.model_dump(include={"group_cols"}) == {"group_cols": ["region"]}
    assert spec.prepare[0].model_dump(include={"left_on", "right_on"}) == {
        "left_on": ["region"],
        "right_on": ["region"],
    }

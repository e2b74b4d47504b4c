"""What a model sees of earlier specs, and the way back from its words, also inside conditions joined by OR."""

from pydantic import JsonValue

from agent.reasoning.chat.shown.veil import Veil
from agent.reasoning.sharing import Sharing
from registry.store import DatasetStore

STAFF = b"name,department,salary\nAnna Zabrowski,Sales,10\nBob Quillon,Engineering,20\n"


def veiled(question: str = "") -> tuple[Veil, str]:
    """A veil over staff whose names are held back behind an alias, and the question as it goes out."""
    store = DatasetStore()
    dataset = store.add("c", "staff.csv", STAFF)
    sharing = Sharing({(dataset.dataset_id, "name"): "alias"})
    veil = Veil([dataset.profile], sharing)
    return veil, veil.hide(question, store.find_values("c", question))


def test_placeholders_come_back_inside_or_and_in_steps() -> None:
    veil, asked = veiled("salary of Anna Zabrowski")
    assert "Zabrowski" not in asked and "value_1" in asked
    either: dict[str, JsonValue] = {
        "any": [[{"col": "column_1", "op": "==", "value": "value_1"}], [{"col": "salary", "op": ">", "value": 15}]]
    }
    spec = veil.back({"op": "row_lookup", "filters": [either], "prepare": [
        {"step": "set_missing", "cols": ["column_1"], "values": ["value_1"]},
        {"step": "flag_rows", "name": "own", "filters": [either]},
    ]})  # fmt: skip
    real = {
        "any": [[{"col": "name", "op": "==", "value": "Anna Zabrowski"}], [{"col": "salary", "op": ">", "value": 15}]]
    }
    assert spec["filters"] == [real]
    assert spec["prepare"] == [
        {"step": "set_missing", "cols": ["name"], "values": ["Anna Zabrowski"]},
        {"step": "flag_rows", "name": "own", "filters": [real]},
    ]


def test_an_earlier_spec_with_conditions_anywhere_is_not_told_where_columns_are_held_back() -> None:
    veil, _ = veiled()
    secret: JsonValue = {"any": [[{"col": "name", "op": "==", "value": "Anna Zabrowski"}]]}
    specs: list[dict[str, JsonValue]] = [
        {"op": "row_lookup", "filters": [secret]},
        {"op": "share_ratio", "group_cols": ["department"], "value": {"filters": [secret]}},
        {"op": "share_ratio", "mode": "ratio", "numerator": {"filters": [secret]}, "denominator": {}},
        {"kind": "bar", "of": {"op": "row_lookup", "filters": [secret]}},
        {"op": "row_lookup", "prepare": [{"step": "join", "dataset_id": "D1", "right_filters": [secret]}]},
    ]
    assert [veil.spec(spec) for spec in specs] == [None] * len(specs)
    plain: dict[str, JsonValue] = {"op": "groupby_agg", "group_cols": ["department"], "metrics": {"*": ["count"]}}
    assert veil.spec(plain) == plain

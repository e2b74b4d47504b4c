"""Specs made from the language's own JSON schema: whatever the schema lets through, with columns that may fit."""

from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import strategies as st
from pydantic import JsonValue, TypeAdapter

from agent.specs.expressions import OPERATORS
from agent.specs.measures import AnalysisSpec
from agent.specs.plots import PlotSpec

Node = Mapping[str, Any]
SCHEMA: Node = TypeAdapter(AnalysisSpec | PlotSpec).json_schema()
DEFINITIONS: Node = SCHEMA["$defs"]
DEEPEST = 4  # of nested models: a plot of a measure with a step with a filter
ODD = ["", "nothing like it", "2024-01", "2024", "2024-W03", "12:30", "North", "west", "true", "3", "-1", "1e400"]


NUMERIC = frozenset({"column", "columns", "a", "b", "target", "y", "metrics", "order_by", "outcome", "value"})
DATES = frozenset({"date_col"})
"""Fields that mostly want a number, or a date, so that many specs do run."""
RARE = frozenset({"prepare", "filters"})
"""Fields of inner models that are left out: conditions and steps stand at the top."""
FORMS: Mapping[str, tuple[frozenset[str], ...]] = {
    "quantities": (frozenset({"metrics"}), frozenset({"quantities"}), frozenset({"metrics", "quantities"})),
    "of": (frozenset({"x"}), frozenset({"x", "y"}), frozenset({"of"})),
    "pair_by": (frozenset({"a", "b"}), frozenset({"a", "value"}), frozenset({"value", "group", "pair_by"})),
    "mode": (frozenset({"group_cols"}), frozenset({"mode", "numerator", "denominator"})),
}
"""A field that models have -> the fields of each of their forms: one form is made whole, most of the time."""

GROUPS = st.sampled_from(["region", "shop", "paid"])
AMOUNTS = st.sampled_from(["amount", "units", "Jan", "Feb"])
CONDITIONS = st.sampled_from([
    {"col": "region", "op": "==", "value": "North"}, {"col": "region", "op": "in", "value": ["West", "south"]},
    {"col": "amount", "op": ">", "value": {"agg": "mean"}}, {"col": "units", "op": "between", "value": [1, 4]},
    {"col": "day", "op": ">=", "value": "2024"}, {"col": "day", "op": "<", "value": {"date": "today", "shift": -1}},
    {"col": "note", "op": "is_null"}, {"col": "shop", "op": "!=", "value": "A"},
    {"any": [[{"col": "shop", "op": "==", "value": "A"}], [{"col": "paid", "op": "==", "value": True}]]},
])  # fmt: skip
"""Conditions on the made table, whatever form they have."""


def list_of(*items: st.SearchStrategy[Any]) -> st.SearchStrategy[list[Any]]:
    """Lists of one item of each."""
    return st.tuples(*items).map(list)


def by_column(aggregations: Sequence[str]) -> st.SearchStrategy[dict[str, Any]]:
    """Metrics of one column."""
    return st.dictionaries(AMOUNTS, st.lists(st.sampled_from(aggregations), min_size=1, max_size=2, unique=True),
                           min_size=1, max_size=1)  # fmt: skip


SOME = ("sum", "mean", "median", "std", "count", "nunique", "p90", "first", "skew")
FITTED: Mapping[str, tuple[Mapping[str, st.SearchStrategy[Any]], ...]] = {
    "GroupbyAgg": ({"group_cols": list_of(GROUPS), "metrics": by_column(SOME)},),
    "CompareGroups": (
        {"value": AMOUNTS, "group": GROUPS},
        {"value": AMOUNTS, "group": st.just("shop"), "subject": st.sampled_from(["code", "region", "year"])},
    ),
    "CompareColumns": (
        {"a": st.just("Jan"), "b": st.just("Feb")}, {"a": AMOUNTS, "value": st.integers(0, 20)},
        {"value": AMOUNTS, "group": st.just("shop"), "pair_by": st.sampled_from(["year", "sale"])},
    ),
    "ContingencyTest": ({"rows": st.just("region"), "columns": st.just("shop")},),
    "Correlation": ({"columns": st.just(["amount", "units"])},),
    "OlsRegression": ({"y": st.just("amount"), "x": st.sampled_from([["units"], ["units", "region"]])},),
    "ShareRatio": (
        {"mode": st.just("composition"), "group_cols": list_of(GROUPS)},
        {"mode": st.just("ratio"), "numerator": st.just({"col": "amount", "agg": "sum"}),
         "denominator": st.just({"col": "units", "agg": "sum"})},
    ),
    "TimeTrend": ({"date_col": st.just("day"), "metrics": by_column(SOME)},),
    "Heatmap": ({"x": st.just("region"), "color": st.just("shop")},),
    "Pareto": ({"x": GROUPS},),
    "Pie": ({"x": GROUPS},),
    "Scatter": ({"x": AMOUNTS, "y": AMOUNTS},),
    "AddDatePart": (
        {"col": st.just("day"), "part": st.sampled_from(["month", "decade", "day_of_year", "weekday", "year_week"])},
        {"col": st.just("day"), "part": st.just("fiscal_year"), "start_month": st.integers(2, 12)},
    ),
    "AggregateRows": (
        {"by": list_of(GROUPS), "metrics": by_column(SOME)},
        {"by": st.just([]), "metrics": by_column(SOME), "date_col": st.just("day"),
         "grain": st.sampled_from(["month", "year"])},
    ),
    "CastType": ({"col": st.sampled_from(["time", "units", "year", "code", "day"])},),
    "DeriveColumn": ({"name": st.just("made"), "expression": st.sampled_from([
        ["mul", "amount", 2], ["pct_change", "Feb", "Jan"], ["sub", "day", "day"], ["coalesce", "amount", "units"],
        ["round", ["div", "amount", "units"], 1], ["log", "amount"]])},),
    "FillMissing": (
        {"cols": list_of(st.just("amount")), "method": st.sampled_from(["mean", "median", "mode", "ffill"])},
        {"cols": list_of(st.just("region")), "method": st.just("constant"), "value": st.just("none")},
    ),
    "FilterRows": ({"filters": list_of(CONDITIONS)},),
    "FlagRows": ({"name": st.just("made"), "filters": list_of(CONDITIONS)},),
    "JoinDatasets": ({"dataset_id": st.just("D2"), "left_on": st.just(["shop"]), "right_on": st.just(["shop"])},),
    "RecodeColumn": (
        {"col": st.just("units"), "name": st.just("made"), "edges": st.sampled_from([[0, 2, 6], [0, 1, 3, 9]])},
        {"col": st.just("region"), "name": st.just("made"), "mapping": st.just({"North": "N", "south": 4})},
    ),
    "Rescale": ({"col": AMOUNTS},),
    "SetMissing": (
        {"cols": list_of(st.just("region")), "values": st.just(["North"])},
        {"cols": list_of(st.just("units")), "values": st.sampled_from([[0], [1, 2]])},
    ),
    "TextPart": ({"col": st.sampled_from(["note", "region", "sale"]), "name": st.just("made"),
                  "separator": st.sampled_from([" ", "-"])},),
    "TreatOutliers": ({"col": AMOUNTS},),
    "SplitValues": ({"col": st.sampled_from(["note", "region"]), "separator": st.sampled_from([" ", "-", "[]"])},),
    "Window": (
        {"how": st.just("rank"), "order_by": AMOUNTS, "name": st.just("made")},
        {"how": st.sampled_from(["lag", "lead", "diff", "pct_change", "running", "run_length"]), "col": AMOUNTS,
         "name": st.just("made"), "order_by": st.sampled_from([None, "sale", "Jan", "day"])},
        {"how": st.just("moving"), "col": AMOUNTS, "name": st.just("made"), "n": st.integers(2, 9)},
        {"how": st.just("running"), "agg": st.sampled_from(["mean", "count", "min"]), "col": AMOUNTS,
         "name": st.just("made"), "order_by": st.sampled_from(["day", "year"])},
    ),
    "Unpivot": (
        {"cols": st.just(["Jan", "Feb"]), "name": st.just("which"), "value": st.just("made")},
        {"cols": st.just(["Jan", "Feb"]), "name": st.just("which"), "value": st.just("made"),
         "periods": st.just({"Jan": "2024-01", "Feb": "2024-02"})},
    ),
}  # fmt: skip
"""A model -> fields that fit the made table together: most of what is drawn has them, so that it is run as well."""


class Maker:
    """Strategies for the parts of the schema, where text is most often a column of the data or a value of it.

    `columns` are all, `numbers` and `dates` those that are so.
    """

    def __init__(
        self,
        columns: Sequence[str],
        numbers: Sequence[str],
        dates: Sequence[str],
        values: Sequence[str],
        datasets: Sequence[str],
    ) -> None:
        self.columns = st.sampled_from([*columns])
        self.numbers = st.sampled_from([*numbers])
        self.dates = st.sampled_from([*dates])
        self.values = st.sampled_from([*values, *ODD])
        self.datasets = st.sampled_from([*datasets])

    def spec(self, name: str) -> st.SearchStrategy[dict[str, JsonValue]]:
        """Specs of one model of the language."""
        return self.model(DEFINITIONS[name], 0)

    def step(self, name: str) -> st.SearchStrategy[dict[str, JsonValue]]:
        """Specs that prepare the data by one step of the language, and look at all that came of it."""
        made = self.model(DEFINITIONS[name], 1)
        return made.map(lambda step: {"type": "analysis", "op": "dataset_overview", "prepare": [step]})

    def model(self, node: Node, depth: int) -> st.SearchStrategy[dict[str, JsonValue]]:
        """An object with its required fields, and some of the others; most have fields that fit together."""
        fitted = FITTED.get(str(node.get("title")), ())
        anything = self.any_model(node, depth)
        if not fitted or depth >= DEEPEST:
            return anything
        fitting = st.sampled_from(fitted).flatmap(lambda fields: self.any_model(node, depth, fields))
        return st.integers(0, 3).flatmap(lambda drawn: fitting if drawn else anything)

    def any_model(
        self, node: Node, depth: int, fitting: Mapping[str, st.SearchStrategy[Any]] | None = None
    ) -> st.SearchStrategy[dict[str, JsonValue]]:
        """An object with its required fields, or those that fit together, and some of the others."""
        fields = node["properties"]
        required = {name for name in fields if name in node.get("required", ()) or "const" in fields[name]}
        others = [name for name in fields if name not in required and not (depth >= DEEPEST and nested(fields[name]))]
        optional = [name for name in others if depth == 0 or name not in RARE]
        forms = next((FORMS[name] for name in FORMS if name in fields and depth < DEEPEST), ())
        whole = st.just(frozenset(fitting)) if fitting else st.sampled_from([*forms, frozenset[str]()])
        few = st.lists(st.sampled_from(optional), max_size=2, unique=True) if optional else st.just(list[str]())

        def of(chosen: tuple[frozenset[str], list[str]]) -> st.SearchStrategy[dict[str, JsonValue]]:
            form, more = chosen
            others = [*forms, *FITTED.get(str(node.get("title")), ())]
            apart = {name for other in others for name in other} - form if form else set[str]()
            kept = [name for name in fields if name in required | form or (name in more and name not in apart)]
            drawn = {name: self.value(fields[name], name, depth) for name in kept}
            return st.fixed_dictionaries({**drawn, **(fitting or {})})

        made = st.tuples(whole, few).flatmap(of)
        return made.map(fitting_value) if {"col", "op", "value"} <= {*fields} else made

    def value(self, node: Node, name: str, depth: int) -> st.SearchStrategy[Any]:
        """Values of a field."""
        if "const" in node:
            return st.just(node["const"])
        if "enum" in node:
            return st.sampled_from(node["enum"])
        if "$ref" in node:
            return self.referred(node["$ref"].rsplit("/", 1)[1], name, depth)
        choices = node.get("anyOf") or node.get("oneOf")
        if choices:
            usable = [each for each in choices if not (depth >= DEEPEST and nested(each))] or choices
            return st.one_of([self.value(each, name, depth) for each in usable])
        return self.plain(node, name, depth)

    def referred(self, name: str, field: str, depth: int) -> st.SearchStrategy[Any]:
        """Values of a definition; an expression refers to itself."""
        if name == "Expression":
            return self.expression()
        node = DEFINITIONS[name]
        return self.model(node, depth + 1) if "properties" in node else self.value(node, field, depth)

    def expression(self) -> st.SearchStrategy[Any]:
        """Nested lists of an operator and its operands."""
        leaves = st.one_of(self.numbers, self.numbers, self.columns, st.integers(-2, 9), st.floats(-2, 2), self.values)
        return st.recursive(
            leaves,
            lambda inner: st.tuples(st.sampled_from(OPERATORS), st.lists(inner, max_size=3)).map(
                lambda made: [made[0], *made[1]]
            ),
            max_leaves=4,
        )

    def plain(self, node: Node, name: str, depth: int) -> st.SearchStrategy[Any]:
        """Texts, numbers, lists and dictionaries."""
        kind = node.get("type")
        if kind == "array":
            return self.array(node, name, depth)
        if kind == "object":
            return self.mapping(node, name, depth)
        if kind == "integer":
            return st.integers(node.get("minimum", -2), min(node.get("maximum", 400), 400))
        if kind == "number":
            least, most = node.get("minimum", node.get("exclusiveMinimum", -10)), node.get("maximum", 100)
            return st.floats(least, most, exclude_min="exclusiveMinimum" in node)
        return {"boolean": st.booleans(), "null": st.none()}.get(str(kind), self.text(name))

    def text(self, name: str) -> st.SearchStrategy[str]:
        """A column, a value, a data set, or a name that is to be made."""
        if name == "dataset_id":
            return self.datasets
        if name in ("name", "title", "separator"):
            return st.sampled_from(["made", "made too", " "])
        if name == "date_format":
            return st.sampled_from(["%Y-%m-%d", "%d", "%Q %", "nonsense"])
        if name == "value":
            return st.one_of(self.values, self.numbers, self.columns)
        fitting = self.numbers if name in NUMERIC else self.dates if name in DATES else self.columns
        return st.integers(0, 9).flatmap(lambda drawn: fitting if drawn else st.one_of(self.columns, self.values))

    def array(self, node: Node, name: str, depth: int) -> st.SearchStrategy[list[Any]]:
        """Lists of the length that is allowed, mostly short."""
        least = node.get("minItems", 0)
        most = min(node.get("maxItems", least + 2), least + 2)
        if name == "expression":
            return self.expression().filter(lambda made: isinstance(made, list))
        inner = self.value(node.get("items", {}), name, depth)
        fewest = st.sampled_from([least, *[max(least, 1)] * 4])
        return fewest.flatmap(lambda few: st.lists(inner, min_size=few, max_size=max(most, few)))

    def mapping(self, node: Node, name: str, depth: int) -> st.SearchStrategy[dict[str, Any]]:
        """Dictionaries: of columns (metrics), of cells (mapping), of names (quantities)."""
        inner = self.value(node.get("additionalProperties", {}), name, depth)
        odd = st.one_of(self.columns, st.sampled_from(["*", "made", "North", "3"]))
        keys = st.integers(0, 3).flatmap(lambda drawn: self.numbers if drawn and name in NUMERIC else odd)
        return st.dictionaries(keys, inner, min_size=1, max_size=2)


def nested(node: Node) -> bool:
    """Does a field hold models?"""
    text = str(node)
    return "$ref" in text and "Expression" not in text


def fitting_value(condition: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """A condition whose operator has as many values as it takes, where it is not so already."""
    op, value = condition.get("op"), condition.get("value")
    if op in ("is_null", "not_null"):
        return {name: each for name, each in condition.items() if name != "value"}
    if op in ("in", "not_in", "between"):
        listed: list[JsonValue] = value if isinstance(value, list) else [value if value is not None else 3]
        return {**condition, "value": [*listed, 4, 5][:2] if op == "between" else listed or [2]}
    if value is None or isinstance(value, list):
        return {**condition, "value": value[0] if value else 2}
    return condition

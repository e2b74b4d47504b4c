"""Specs made from the language's own JSON schema: whatever the schema lets through, with columns that may fit."""

from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import strategies as st
from pydantic import JsonValue, TypeAdapter

from agent.specs.expressions import OPERATORS
from agent.specs.measures import AnalysisSpec
from agent.specs.plots import PlotSpec
from tests.agent.specs.combined_fields import TOGETHER
from tests.agent.specs.fitting_fields import AMOUNTS, CONDITIONS, FITTED, GROUPS

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
STEPS = sorted(name for name, node in DEFINITIONS.items() if "step" in node.get("properties", {}))


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

    def combined(self, name: str) -> st.SearchStrategy[dict[str, JsonValue]]:
        """Specs of one model with many of its fields at once, after steps and under conditions that fit the made table,
        often about the column that a step made; for a step what `step` makes, behind another one."""
        if name in STEPS:
            behind = st.tuples(st.lists(self.any_step(), max_size=1), self.fitted(name))
            return behind.map(lambda drawn: {"type": "analysis", "op": "row_lookup", "prepare": [*drawn[0], drawn[1]]})
        steps = st.lists(self.any_step(), max_size=2)
        filters = st.lists(CONDITIONS, max_size=1)
        columns = st.one_of(AMOUNTS, GROUPS, st.just("day"))
        return st.tuples(self.fitted(name), steps, filters, columns, st.booleans()).map(
            lambda drawn: _about_made(*drawn)
        )

    def any_step(self) -> st.SearchStrategy[dict[str, JsonValue]]:
        """A step that fits the made table, most of the time."""
        return st.sampled_from(STEPS).flatmap(self.fitted)

    def fitted(self, name: str) -> st.SearchStrategy[dict[str, JsonValue]]:
        """An object of a model with fields that fit together, and no others; anything for a model without such."""
        forms = [*FITTED.get(name, ()), *TOGETHER.get(name, ())]
        if not forms:
            return self.model(DEFINITIONS[name], 1)
        always = {
            field: st.just(node["const"]) for field, node in DEFINITIONS[name]["properties"].items() if "const" in node
        }
        made = st.sampled_from(forms).flatmap(lambda form: st.fixed_dictionaries({**always, **form}))
        return made.map(lambda drawn: {field: value for field, value in drawn.items() if value is not None})

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


def _about_made(
    spec: dict[str, JsonValue], steps: Sequence[JsonValue], filters: Sequence[JsonValue], column: str, is_made: bool
) -> dict[str, JsonValue]:
    """The spec behind these steps and conditions; where they make a column, it stands in the place of another one."""
    made = is_made and any(isinstance(step, dict) and step.get("name") == "made" for step in steps)
    own: Any = called_otherwise(spec, {column: "made"}) if made else spec
    return {**({"filters": [*filters]} if filters else {}), **own, **({"prepare": [*steps]} if steps else {})}


def called_otherwise(part: Any, names: Mapping[str, str]) -> Any:
    """A part of a spec with other names of columns, also where a result column is named after one."""
    if isinstance(part, dict):
        return {_called(key, names): called_otherwise(value, names) for key, value in part.items()}
    if isinstance(part, list):
        return [called_otherwise(each, names) for each in part]
    return _called(part, names) if isinstance(part, str) else part


def _called(text: str, names: Mapping[str, str]) -> str:
    found = next((name for name in names if text == name or text.startswith(f"{name}_")), None)
    return text if found is None else names[found] + text[len(found) :]


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

"""What a model may see of the data in one prompt, and the way back from its words to the real names.

Columns held back keep their name and type, or get an alias; their values in the question become placeholders. Headers
that read like instructions get an alias too. Data sets are D1, D2, ... because their ids are long.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pydantic import JsonValue

from agent.reasoning.chat.shown.profile_text import Written
from agent.reasoning.chat.shown.quoting import reads_like_instruction
from agent.reasoning.egress import Cargo
from agent.reasoning.sharing import Sharing
from registry.profile import ColumnProfile, DatasetProfile
from registry.shared_keys import SharedKey
from registry.value_index import ValueMatch

_PREFIXES = ("column_", "hidden_column_", "veiled_field_")
FindValues = Callable[[str], tuple[ValueMatch, ...]]
"""Which words of a text name cells of the data."""
_STRING = re.compile(r"(?P<mark>['\"])(?P<name>\w+)(?P=mark)")
_TABLE_NAME = re.compile(r"(?P<head>\bdatasets\s*(?:\[|\.get\()\s*)(?P<mark>['\"])(?P<name>\w+)(?P=mark)")
HOLDS_VALUES = frozenset({"filters", "having", "groups", "prepare"})
"""Keys of a spec, at any depth, under which values of the data may stand."""


class Veil:
    """One prompt's view of the data. `datasets` is what may be told, `bare` the columns told by name and type."""

    def __init__(
        self, datasets: Sequence[DatasetProfile], sharing: Sharing | None = None, matches: Sequence[ValueMatch] = ()
    ) -> None:
        self.sharing = sharing or Sharing()
        self._ids = {profile.dataset_id: f"D{number}" for number, profile in enumerate(datasets, 1)}
        self._real_ids = {short: dataset_id for dataset_id, short in self._ids.items()}
        self._aliases = self._named(datasets)
        self._odd_headers = tuple(name for _, name in self._aliases if reads_like_instruction(name))
        self._real_names = {alias: column for (_, column), alias in self._aliases.items()}
        self._hidden: dict[str, list[ValueMatch]] = {}
        self.withheld = tuple(column for dataset_id, column in self.sharing.withheld if dataset_id in self._ids)
        self.bare = frozenset(
            (self._ids[dataset_id], self._aliases.get((dataset_id, column), column))
            for dataset_id, column in self.sharing.withheld
            if dataset_id in self._ids
        )
        self.datasets = tuple(self._seen(profile) for profile in datasets)
        self.matches = tuple(self._seen_match(match) for match in matches if self._may_tell(match))

    @property
    def aliases(self) -> tuple[str, ...]:
        """The aliases that stand for names."""
        return tuple(self._real_names)

    # ------------------------------------------------------------ outward

    def hide(self, text: str, matches: Sequence[ValueMatch]) -> str:
        """What a person wrote, with values of held-back columns as placeholders and aliases for aliased names.
        `matches` are the values that words of this text name.
        """
        held = [match for match in matches if (match.dataset_id, match.column) in self.sharing.withheld]
        parts: list[str] = []
        place = 0
        for start, end in sorted({(match.start, match.start + len(match.words)) for match in held}):
            if start >= place:
                named = [match for match in held if match.start == start]
                parts += [text[place:start], self._placeholder(named)]
                place = end
        return self.text("".join([*parts, text[place:]]))

    def _placeholder(self, matches: list[ValueMatch]) -> str:
        known = next((name for name, hidden in self._hidden.items() if hidden[0].words == matches[0].words), None)
        name = known or f"value_{len(self._hidden) + 1}"
        self._hidden[name] = matches
        return name

    def text(self, text: str) -> str:
        """Text with aliases in place of aliased names."""
        for (_, column), alias in sorted(self._aliases.items(), key=lambda item: -len(item[0][1])):
            text = re.sub(rf"(?<!\w){re.escape(column)}(?!\w)", alias, text, flags=re.IGNORECASE)
        return text

    def alias(self, dataset_id: str, column: str) -> str:
        """A column's name as it may go out."""
        return self._aliases.get((dataset_id, column), column)

    def short_id(self, dataset_id: str) -> str:
        """What a data set is called in prompts; "" for one that is not in this one."""
        return self._ids.get(dataset_id, "")

    def column(self, name: str) -> str:
        """The name of a result column (`salary_mean`) with the alias of the column that it was made from."""
        for (_, column), alias in sorted(self._aliases.items(), key=lambda item: -len(item[0][1])):
            if name == column or name.startswith(f"{column}_"):
                return alias + name[len(column) :]
        return name

    def keys(self, keys: Sequence[SharedKey]) -> tuple[SharedKey, ...]:
        """What two data sets share, in the names that may go out; what is known of values held back stays here."""
        return tuple(
            replace(
                key, left_id=self._ids[key.left_id], left=self.alias(key.left_id, key.left),
                right_id=self._ids[key.right_id], right=self.alias(key.right_id, key.right),
            )
            for key in keys
            if {key.left_id, key.right_id} <= self._ids.keys()
            and not {(key.left_id, key.left), (key.right_id, key.right)} & self.sharing.withheld.keys()
        )  # fmt: skip

    def spec(self, spec: Mapping[str, JsonValue]) -> dict[str, JsonValue] | None:
        """An earlier spec as the model may see it; None when it holds values that are held back."""
        if self.sharing.restricted and _holds_values(dict(spec)):
            return None
        seen: dict[str, JsonValue] = _with_ids(map_strings(dict(spec), self.text), self._ids)
        sort = spec.get("sort")
        if isinstance(sort, dict) and isinstance(sort.get("by"), str):  # names a result column, such as salary_mean
            return {**seen, "sort": {**sort, "by": self.column(str(sort["by"]))}}
        return seen

    # ------------------------------------------------------------ inward

    def back(self, value: dict[str, JsonValue]) -> dict[str, JsonValue]:
        """What the model wrote, with the real names, data sets and values."""
        real: dict[str, JsonValue] = _with_ids(map_strings(self._with_values(value), self.back_text), self._real_ids)
        return real

    def back_text(self, text: str) -> str:
        """Text with the real names in place of aliases."""
        for alias, column in self._real_names.items():
            text = re.sub(rf"{re.escape(alias)}(?!\d)", lambda _, name=column: name, text)  # type: ignore[misc]
        for placeholder, matches in self._hidden.items():
            text = re.sub(rf"\b{placeholder}\b", lambda _, found=matches: found[0].words, text)  # type: ignore[misc]
        return text

    def program(self, code: str) -> str:
        """A program with the names of data sets and columns that the model knows. Values in it stay as they are."""
        for dataset_id, short in self._ids.items():
            code = code.replace(dataset_id, short)
        return self.text(code)

    def back_program(self, code: str) -> str:
        """A program of the model with the real data sets, columns and values, each written as Python writes it."""
        values = {name: matches[0].value for name, matches in self._hidden.items()}
        known = {**self._real_names, **values}

        def real(found: re.Match[str]) -> str:
            return repr(known[found["name"]]) if found["name"] in known else found[0]

        def table(found: re.Match[str]) -> str:
            return found["head"] + repr(self._real_ids.get(found["name"], found["name"]))

        code = _TABLE_NAME.sub(table, _STRING.sub(real, code))
        return self.back_text(code)

    def _with_values(self, node: dict[str, JsonValue]) -> dict[str, JsonValue]:
        """Placeholders as the values they stand for; in a filter the one of its own column, in a step of several
        columns the one of the first that has it.
        """
        cols = node.get("cols")
        names = [node.get("col"), *(cols if isinstance(cols, list) else [])]
        own = [self._real_names.get(str(name), str(name)) for name in names if name is not None]

        def real(value: JsonValue) -> JsonValue:
            if isinstance(value, str) and value in self._hidden:
                matches = self._hidden[value]
                return next((match.value for match in matches if match.column in own), matches[0].value)
            if isinstance(value, list):
                return [real(item) for item in value]
            return self._with_values(value) if isinstance(value, dict) else value

        return {key: real(value) for key, value in node.items()}

    def named(self, written: Written) -> Cargo:
        """What was written about the data, for the ledger, in real names."""
        return Cargo(
            columns=tuple(self.back_text(name) for name in written.columns),
            samples=tuple((self.back_text(name), count) for name, count in written.samples.items()),
            figures=tuple(dict.fromkeys(self.back_text(name) for name in written.figures)),
            withheld=self.withheld,
            flagged=tuple(dict.fromkeys([*written.flagged, *self._odd_headers])),
        )

    # ------------------------------------------------------------ building

    def _named(self, datasets: Sequence[DatasetProfile]) -> dict[tuple[str, str], str]:
        names = " ".join(name.casefold() for profile in datasets for name in profile.column_names)
        prefix = next((prefix for prefix in _PREFIXES if prefix not in names), _PREFIXES[-1])
        places = [(profile.dataset_id, name) for profile in datasets for name in profile.column_names]
        return {
            key: f"{prefix}{number}"
            for number, key in enumerate(places, 1)
            if self.sharing.withheld.get(key) == "alias" or reads_like_instruction(key[1])
        }

    def _seen(self, profile: DatasetProfile) -> DatasetProfile:
        return replace(
            profile,
            dataset_id=self._ids[profile.dataset_id],
            columns=tuple(self._seen_column(profile.dataset_id, column) for column in profile.columns),
        )

    def _seen_column(self, dataset_id: str, column: ColumnProfile) -> ColumnProfile:
        key = (dataset_id, column.name)
        seen = replace(column, name=self._aliases.get(key, column.name))
        if key in self.sharing.withheld:
            nothing = replace(seen, description="", count=0, missing=0, unique=0, numeric=None)
            return replace(nothing, first=None, last=None, top_values=(), samples=(), unit=None)
        if self.sharing.no_samples:
            return replace(seen, first=None, last=None, top_values=(), samples=())
        return seen

    def _seen_match(self, match: ValueMatch) -> ValueMatch:
        column = self._aliases.get((match.dataset_id, match.column), match.column)
        return replace(match, dataset_id=self._ids.get(match.dataset_id, match.dataset_id), column=column)

    def _may_tell(self, match: ValueMatch) -> bool:
        return not self.sharing.no_samples and (match.dataset_id, match.column) not in self.sharing.withheld


def _holds_values(node: JsonValue) -> bool:
    """Whether values of the data may stand in a spec, or in what it is made of (a part of a ratio, a drawn measure)."""
    if isinstance(node, dict):
        return any((key in HOLDS_VALUES and bool(part)) or _holds_values(part) for key, part in node.items())
    return isinstance(node, list) and any(_holds_values(part) for part in node)


def map_strings(node: JsonValue, change: Callable[[str], str]) -> Any:
    """The JSON with every string, keys included, changed."""
    if isinstance(node, str):
        return change(node)
    if isinstance(node, list):
        return [map_strings(item, change) for item in node]
    if isinstance(node, dict):
        return {change(key): map_strings(value, change) for key, value in node.items()}
    return node


def _with_ids(node: Any, ids: Mapping[str, str]) -> Any:
    """The JSON with every `dataset_id` written as `ids` has it; an unknown one stays, to be refused by name."""
    if isinstance(node, list):
        return [_with_ids(item, ids) for item in node]
    if isinstance(node, dict):
        return {
            key: ids.get(value, value) if key == "dataset_id" and isinstance(value, str) else _with_ids(value, ids)
            for key, value in node.items()
        }
    return node

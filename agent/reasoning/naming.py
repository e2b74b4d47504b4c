"""What the words of a question name: columns by their headers, aggregates, counts and times, in any language."""

import re
import tomllib
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Literal

from rapidfuzz import fuzz

from agent.analysis.validate import fit
from agent.specs.parse import Spec
from agent.specs.plain_data import spec_json, texts_in
from agent.specs.transforms import JoinDatasets
from registry.columns.category_rules import header_words
from registry.profile import DatasetProfile
from registry.shared_keys import SharedKey
from registry.value_index import base_forms

SAME_WORD = 88
"""Of 100: how alike two words must be to be one in another form."""
SHORTEST_TELLING = 3
"""Letters: shorter words of a header (no, of) alone name no column."""
Asked = Literal["count", "time"]
_FILE = Path(__file__).with_name("asked_words.toml")
_WORD = re.compile(r"[^\W_\u3040-\u30ff\u3400-\u9fff]+|[\u3040-\u30ff\u3400-\u9fff]+")
_NO_BLANKS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
"""Scripts that write words without blanks between them."""


def names_column(question: str, column: str, datasets: Sequence[DatasetProfile]) -> bool:
    """Whether all words of a column's name stand in the question, and no column has more of them there."""
    wanted = header_words(column)
    if _NO_BLANKS.search(column):
        return plain(column) in plain(question)
    said = said_words(question)
    longer = (header_words(name) for table in datasets for name in table.column_names if name != column)
    return _are_said(wanted, said) and not any(set(wanted) < set(other) and _are_said(other, said) for other in longer)


def touches_column(question: str, column: str) -> bool:
    """Whether any telling word of a column's name stands in the question."""
    return _place(question, column) is not None


def columns_named(question: str, table: DatasetProfile) -> list[str]:
    """The columns of a table that a question names, in its order: by all words of their names, else by any."""
    whole = [name for name in table.column_names if names_column(question, name, (table,))]
    places = {name: place for name in whole or table.column_names if (place := _place(question, name)) is not None}
    return sorted(places, key=lambda name: places[name])


def also_meant(question: str, column: str, table: DatasetProfile) -> list[str]:
    """Other columns that the words which name this one fit as well; none where its whole name is said."""
    if names_column(question, column, (table,)):
        return []
    said = [word for word in said_words(question) if touches_column(word, column)]
    return [name for name in table.column_names if name != column and any(touches_column(word, name) for word in said)]


def aggregates_asked(question: str) -> frozenset[str]:
    """The aggregates that a question asks for by their words."""
    return frozenset(name for name, words in _asked_words("aggregates").items() if _has_any(question, words))


def asks(question: str, what: Asked) -> bool:
    """Whether a question has words of a kind: "count" for how many, "time" for periods and courses."""
    return _has_any(question, _asked_words("kinds")[what])


def said_words(text: str) -> list[str]:
    """The words of a text in lower case."""
    return _WORD.findall(plain(text))


def plain(text: str) -> str:
    """One form of the same characters, in lower case."""
    return unicodedata.normalize("NFKC", text).casefold()


def is_same_word(word: str, said: str) -> bool:
    """Whether two words are one, but for a slip, an ending or a plural."""
    return any(fuzz.ratio(word, form) >= SAME_WORD for form in base_forms(said))


def _are_said(wanted: Sequence[str], said: Sequence[str]) -> bool:
    return bool(wanted) and all(any(is_same_word(word, one) for one in said) for word in wanted)


def _place(question: str, column: str) -> int | None:
    """Where the question names a column first, as a count of its words or characters; None where it does not."""
    if _NO_BLANKS.search(column):
        at = plain(question).find(plain(column))
        return at if at >= 0 else None
    wanted = header_words(column)
    telling = [word for word in wanted if len(word) >= SHORTEST_TELLING] or wanted
    said = said_words(question)
    return next((at for at, one in enumerate(said) if any(is_same_word(word, one) for word in telling)), None)


def _has_any(question: str, words: Sequence[str]) -> bool:
    text = plain(question)
    return any(word in text if _NO_BLANKS.search(word) else re.search(rf"\b{re.escape(word)}", text) for word in words)


def _asked_words(part: str) -> Mapping[str, list[str]]:
    words: Mapping[str, list[str]] = _tables()[part]
    return words


@cache
def _tables() -> Mapping[str, Mapping[str, list[str]]]:
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))


# ----------------------------------------------------------------
# A reading that names a column of another table, with no step that brings it in: the one join that can be meant. The
# built-in reader now and then forgets the step. It is added only where it leaves nothing open: the columns stand in
# one other table, one key leads there, and that table has each key once, so that no row is multiplied or chosen.


def bring_columns_in(spec: Spec, datasets: Sequence[DatasetProfile], keys: Sequence[SharedKey]) -> Spec:
    """The spec over the table that has its columns, or with a join that brings them in; itself where it can be executed
    as it is, and where more than one way or none makes it so.
    """
    profiles = {table.dataset_id: table for table in datasets}
    if len(profiles) == 1 or fit([spec], datasets):
        return spec
    ways = [way for way in _ways(spec, profiles, keys) if fit([way], datasets)]
    return ways[0] if len(ways) == 1 else spec


def _ways(spec: Spec, profiles: Mapping[str, DatasetProfile], keys: Sequence[SharedKey]) -> list[Spec]:
    """The spec over each table that has all columns of tables which it names, else with each join that lacks none."""
    named = {
        text for text in texts_in(spec_json(spec)) if any(text in table.column_names for table in profiles.values())
    }
    whole = [one for one in profiles.values() if named <= set(one.column_names) and one.dataset_id != spec.dataset_id]
    if whole:
        return [spec.model_copy(update={"dataset_id": one.dataset_id}) for one in whole]
    here = profiles.get(spec.dataset_id or "")
    if here is None:
        return []
    lacking = [name for name in sorted(named) if name not in here.column_names]
    return [
        spec.model_copy(update={"prepare": [_join(key, lacking), *spec.prepare]})
        for key in (*keys, *(key.turned() for key in keys))
        if key.left_id == here.dataset_id and _names_once(profiles[key.right_id], key.right)
        and set(lacking) <= set(profiles[key.right_id].column_names)
    ]  # fmt: skip


def _names_once(table: DatasetProfile, column: str) -> bool:
    key = table.column(column)
    return key is not None and key.unique == key.count


def _join(key: SharedKey, columns: list[str]) -> JoinDatasets:
    return JoinDatasets(dataset_id=key.right_id, left_on=[key.left], right_on=[key.right], columns=columns)

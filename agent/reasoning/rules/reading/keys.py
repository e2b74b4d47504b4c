"""By which columns do two data sets belong together? By the values that they share, then by their names."""

from collections.abc import Iterator

from agent.reasoning.prompts import ReadQuestion
from agent.reasoning.rules.reading.column_names import file_words, name_words
from agent.reasoning.rules.reading.frame import ColumnRef, Frame
from agent.reasoning.rules.reading.text import tokens_of
from registry.profile import ColumnProfile, DatasetProfile
from registry.shared_keys import SharedKey

_SEMANTIC = 0.5
_SAME_NAME = 0.6
_RELATED = 0.3
_EQUALLY_GOOD = 0.1
_GENERIC = frozenset({"id", "no", "nr", "number", "code", "key", "name", "ref"})


class NoKeyError(Exception):
    """Two data sets have no column in common that could join them."""

    def __init__(self, left: str, right: str) -> None:
        super().__init__(f"{left} and {right}")
        self.left, self.right = left, right


class SeveralKeysError(Exception):
    """Several columns here name the things of the other data set: which one is meant has to be asked."""

    def __init__(self, columns: tuple[str, ...], other: str) -> None:
        super().__init__(f"{', '.join(columns)} and {other}")
        self.columns, self.other = columns, other


def join_key(
    left: DatasetProfile,
    right: DatasetProfile,
    keys: tuple[SharedKey, ...] = (),
    named: frozenset[str] = frozenset(),
) -> tuple[str, str]:
    """The columns that two data sets share; `named` are columns that the question names, which decide between equals.

    NoKeyError if there is none, SeveralKeysError if several are equally good.
    """
    found = [
        key
        for shared in keys
        for key in (shared, shared.turned())
        if (key.left_id, key.right_id) == (left.dataset_id, right.dataset_id)
    ]
    scored = [(_fitness(key, left, right), key) for key in found if not key.numbered or _related(key, left, right)]
    if not scored:
        return _by_name(left, right)
    best = max(score for score, _ in scored)
    equal = [key for score, key in scored if score >= best - _EQUALLY_GOOD]
    meant = [key for key in equal if key.left in named or key.right in named] or equal
    if len({key.left for key in meant}) > 1 and len({key.right for key in meant}) == 1:
        raise SeveralKeysError(tuple(key.left for key in meant), right.name)
    if len({key.right for key in meant}) > 1 and len({key.left for key in meant}) == 1:
        raise SeveralKeysError(tuple(key.right for key in meant), left.name)
    first = max(meant, key=lambda key: _fitness(key, left, right))
    return first.left, first.right


def with_keys(frame: Frame | None, prompt: ReadQuestion, last: Frame | None) -> Frame | None:
    """The frame with the key columns that the question names; a key once chosen holds for the questions after it."""
    if frame is None or not prompt.shared_keys:
        return frame
    text = " ".join(token.text for token in tokens_of(prompt.question))
    keys = {column for key in prompt.shared_keys for column in (key.left, key.right)}
    named = sorted(name for name in keys if " ".join(token.text for token in tokens_of(name)) in text)
    return frame.model_copy(update={"via": named or (last.via if last else [])})


def has_key(left: DatasetProfile, right: DatasetProfile, keys: tuple[SharedKey, ...]) -> bool:
    """Whether two data sets can be joined at all."""
    try:
        join_key(left, right, keys)
    except NoKeyError:
        return False
    except SeveralKeysError:
        return True
    return True


def joined_with(
    column: ColumnRef, datasets: tuple[DatasetProfile, ...], keys: tuple[SharedKey, ...]
) -> Iterator[tuple[DatasetProfile, str]]:
    """The data sets that list the things that a column names, each with its own column of them."""
    for shared in keys:
        for key in (shared, shared.turned()):
            if (key.left_id, key.left) != (column.dataset_id, column.column):
                continue
            left, right = (_table(name, datasets) for name in (key.left_id, key.right_id))
            if not key.numbered or _related(key, left, right):
                yield right, key.right


def _table(dataset_id: str, datasets: tuple[DatasetProfile, ...]) -> DatasetProfile:
    return next(table for table in datasets if table.dataset_id == dataset_id)


def _fitness(key: SharedKey, left: DatasetProfile, right: DatasetProfile) -> float:
    same = _folded(key.left) == _folded(key.right)
    return key.covered + (_SAME_NAME if same else _RELATED if _related(key, left, right) else 0.0)


def _related(key: SharedKey, left: DatasetProfile, right: DatasetProfile) -> bool:
    """Whether the names speak of one thing: a word in common, or one column is called like the other's file."""
    mine, theirs = _words(key.left), _words(key.right)
    return bool(
        _folded(key.left) == _folded(key.right)
        or mine & theirs
        or mine & file_words(right)
        or theirs & file_words(left)
    )


def _words(name: str) -> frozenset[str]:
    return frozenset(name_words(name)) - _GENERIC


def _folded(name: str) -> str:
    return name.casefold().replace("_", " ").strip()


def _by_name(left: DatasetProfile, right: DatasetProfile) -> tuple[str, str]:
    """Columns of the same name, identifiers first; else an identifier and the other file's id."""

    def names(table: DatasetProfile) -> dict[str, ColumnProfile]:
        return {_folded(column.name): column for column in table.columns}

    mine, theirs = names(left), names(right)
    shared = [name for name in mine if name in theirs]
    ranked = sorted(shared, key=lambda name: (mine[name].kind != "identifier", -theirs[name].unique))
    if ranked and (
        mine[ranked[0]].kind == "identifier"
        or theirs[ranked[0]].unique >= _SEMANTIC * right.rows
        or mine[ranked[0]].unique >= _SEMANTIC * left.rows
    ):
        return mine[ranked[0]].name, theirs[ranked[0]].name
    for name, column in mine.items():
        for other, partner in theirs.items():
            both = column.kind == partner.kind == "identifier"
            if both and (
                other in ("id", "key", "code") and name.endswith(f" {other}") and name.split()[0] in right.name
            ):
                return column.name, partner.name
    raise NoKeyError(left.name, right.name)

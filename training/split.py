"""Which part of the questions is for what: by file, so that no table of the training part is measured on."""

import hashlib
from collections.abc import Iterable
from typing import Literal, get_args

from training.corpora import Line

Split = Literal["train", "dev", "closed"]
SPLITS: tuple[Split, ...] = get_args(Split)
_TRAIN, _DEV = 60, 80  # percent: up to 60 train, up to 80 dev, the rest stays closed


def splits(lines: Iterable[Line]) -> dict[str, Split]:
    """The part of each file (`corpus/name`). Files that one question brings together are in the same part."""
    together: dict[str, str] = {}

    def root(name: str) -> str:
        while together.setdefault(name, name) != name:
            name = together[name]
        return name

    for line in lines:
        names = [root(f"{line.corpus}/{table}") for table in line.meaning.tables]
        for name in names:
            together[name] = min(names)
    return {name: _part(root(name)) for name in together}


def _part(name: str) -> Split:
    place = int(hashlib.sha256(name.encode()).hexdigest(), 16) % 100
    return "train" if place < _TRAIN else "dev" if place < _DEV else "closed"

"""`python -m training.label`: every question put to the rules, with whether their reading gives what is meant.

Kept in `out/training/labelled.pkl`, which is not part of the tree.
"""

import os
import pickle
import warnings
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import groupby

from training.asking import Asked, Data, asked, loaded
from training.corpora import Line, folders, lines_of
from training.labelled import LABELLED, Labelled
from training.results import Answered, executed, same_answer
from training.split import Split, splits

_NICE = 2


def labelled(lines: Sequence[Line], parts: dict[str, Split]) -> list[Labelled]:
    """These lines, all of the same tables, put to the rules."""
    warnings.simplefilter("ignore")
    data = loaded(lines[0].folder, lines[0].meaning.tables)
    found = []
    for line in lines:
        said = asked(line, data)
        right = _right(line, data, said)
        works = tuple(given is not None for given in said.given)
        found.append(Labelled(line, parts[line.file], said.prompt, said.decision, right, works, _agree(said)))
    return found


def _right(line: Line, data: Data, said: Asked) -> tuple[bool, ...]:
    if line.meaning.action != "act":
        return tuple(False for _ in said.given)
    wanted = executed(data.specs(line.meaning.specs), data.tables)
    return tuple(given is not None and same_answer(wanted, given) for given in said.given)


def _agree(said: Asked) -> bool:
    working: list[list[Answered]] = [given for given in said.given if given is not None]
    return bool(working) and all(same_answer(working[0], other) for other in working[1:])


def _job(job: tuple[list[Line], dict[str, Split]]) -> list[Labelled]:
    return labelled(*job)


def label_all(workers: int = 2) -> list[Labelled]:
    """Every line of every corpus, labelled in processes of low priority."""
    lines = list(lines_of(folders()))
    parts = splits(lines)
    ordered = sorted(lines, key=lambda line: (str(line.folder), line.meaning.tables, line.number))
    jobs = [(list(some), parts) for _, some in groupby(ordered, key=lambda line: (line.folder, line.meaning.tables))]
    with ProcessPoolExecutor(workers, initializer=os.nice, initargs=(_NICE,)) as pool:
        return [each for some in pool.map(_job, jobs) for each in some]


def main() -> None:
    """Labels everything and keeps it."""
    found = label_all()
    LABELLED.parent.mkdir(parents=True, exist_ok=True)
    LABELLED.write_bytes(pickle.dumps(found))
    acted = [each for each in found if each.decision.readings]
    print(f"{len(found)} questions, {len(acted)} with a reading, {sum(each.right[0] for each in acted)} right")


if __name__ == "__main__":
    main()

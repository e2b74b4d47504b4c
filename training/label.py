"""`python -m training.label`: every question put to the rules, with whether their reading gives what is meant.

Kept in `out/training`, which is not part of the tree. `--fresh` labels again what was labelled before: that is needed
when the rules have changed.
"""

import hashlib
import os
import pickle
import shutil
import warnings
from argparse import ArgumentParser
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from training.asking import Asked, Data, asked, loaded
from training.corpora import Line, folders, lines_of
from training.labelled import LABELLED, Labelled
from training.results import Answered, executed, same_answer
from training.split import Split, splits

_NICE = 1
LABELS = LABELLED.with_name("labels")
"""What was labelled, a file for the questions of the same tables."""


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


@dataclass(frozen=True)
class Job:
    """The questions of the same tables; at most `most` of them are labelled, chosen by their words."""

    lines: Sequence[Line]
    parts: dict[str, Split]
    most: int | None

    def chosen(self) -> list[Line]:
        """The questions to label, in their order."""
        if self.most is None:
            return [*self.lines]
        ranked = sorted(self.lines, key=lambda line: hashlib.sha256(line.meaning.question.encode()).digest())
        return sorted(ranked[: self.most], key=lambda line: line.number)


def done(job: Job) -> list[Labelled]:
    """As `labelled`; what was labelled before is taken as it is."""
    for lines in ([*job.lines], job.chosen()):
        if (place := _place(lines, job.parts)).exists():
            known: list[Labelled] = pickle.loads(place.read_bytes())  # noqa: S301 - our own file, made below
            return known
    found = labelled(lines, job.parts)
    place.write_bytes(pickle.dumps(found))
    return found


def _place(lines: Sequence[Line], parts: dict[str, Split]) -> Path:
    text = "\n".join(f"{line.file} {parts[line.file]} {line.meaning.model_dump_json()}" for line in lines)
    return LABELS / f"{hashlib.sha256(text.encode()).hexdigest()[:20]}.pkl"


def label_all(workers: int, most: int | None) -> list[Labelled]:
    """The lines of every corpus, labelled in processes of low priority."""
    lines = list(lines_of(folders()))
    parts = splits(lines)
    ordered = sorted(lines, key=lambda line: (str(line.folder), line.meaning.tables, line.number))
    jobs = [
        Job(list(some), parts, most)
        for _, some in groupby(ordered, key=lambda line: (line.folder, line.meaning.tables))
    ]
    LABELS.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(workers, initializer=os.nice, initargs=(_NICE,)) as pool:
        return [each for some in pool.map(done, jobs) for each in some]


def main() -> None:
    """Labels everything, or a part of it, and keeps it."""
    options = ArgumentParser(prog="python -m training.label")
    options.add_argument("--fresh", action="store_true", help="label again what was labelled before")
    options.add_argument("--each", type=int, default=None, help="at most so many questions of the same tables")
    options.add_argument("--workers", type=int, default=2)
    told = options.parse_args()
    if told.fresh:
        shutil.rmtree(LABELS, ignore_errors=True)
    found = label_all(told.workers, told.each)
    LABELLED.parent.mkdir(parents=True, exist_ok=True)
    LABELLED.write_bytes(pickle.dumps(found))
    acted = [each for each in found if each.decision.readings]
    print(f"{len(found)} questions, {len(acted)} with a reading, {sum(each.right[0] for each in acted)} right")


if __name__ == "__main__":
    main()

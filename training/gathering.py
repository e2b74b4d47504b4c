"""The evidence of every labelled question that has a reading, gathered once and kept beside the labels."""

import os
import pickle
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from agent.reasoning.reader.trust.evidence import evidence, seen
from agent.reasoning.rules.reading.read import read_question
from training.labelled import LABELLED, Labelled, kept
from training.outcomes import NO_READING, Outcome, outcome_of

GATHERED = LABELLED.with_name("gathered.pkl")
_CHUNK = 20
_NICE = 2


@dataclass(frozen=True)
class Example:
    """A labelled question without its tables. `evidence` is None where there is no reading that works; `told_right`
    is whether telling the first reading would be right; `one` whether there is one answer to tell.
    """

    key: str
    corpus: str
    file: str
    split: str
    language: str
    follows: bool
    evidence: dict[str, float] | None
    told_right: bool
    one: bool
    today: Outcome
    untold: Outcome


def example(of: Labelled) -> Example:
    """The evidence of a labelled question."""
    found = None
    if of.decision.readings and any(of.works):
        found = evidence(seen(of.prompt, of.decision, read_question))
    return Example(
        key=of.line.key,
        corpus=of.line.corpus,
        file=of.line.file,
        split=of.split,
        language=of.line.meaning.lang,
        follows=bool(of.line.meaning.past),
        evidence=found,
        told_right=found is not None and of.right[of.works.index(True)],
        one=of.agree,
        today=outcome_of(of),
        untold=NO_READING[of.action],
    )


def gather(labelled: Sequence[Labelled], workers: int = 4) -> list[Example]:
    """All examples; orders to the program itself are not questions and are left out."""
    questions = [each for each in labelled if each.action != "command"]
    with ProcessPoolExecutor(workers, initializer=os.nice, initargs=(_NICE,)) as pool:
        return list(pool.map(example, questions, chunksize=_CHUNK))


def gathered() -> list[Example]:
    """The examples of what was labelled last; gathered anew where labels or the product's evidence are younger."""
    source = Path("agent/reasoning/reader/trust").glob("*.py")
    youngest = max(path.stat().st_mtime for path in (LABELLED, *source))
    if GATHERED.exists() and GATHERED.stat().st_mtime > youngest:
        found: list[Example] = pickle.loads(GATHERED.read_bytes())  # noqa: S301 - our own file, made below
        return found
    found = gather(kept())
    GATHERED.write_bytes(pickle.dumps(found))
    return found

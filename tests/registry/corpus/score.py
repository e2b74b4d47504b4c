"""How well are the files of a corpus read? Each is right, untold, wrong but told, wrong and untold, or refused.

python -m tests.registry.corpus.score FOLDER [FILE ...]
"""

import sys
import zlib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from registry.errors import RegistryError
from registry.file_reader import ReadFile, read_file
from tests.registry.corpus.compared import Difference, differences
from tests.registry.corpus.truth import Truth, truths

Verdict = Literal["right", "right, something untold", "wrong and told", "wrong and untold", "refused"]
Half = Literal["seen", "kept"]


@dataclass(frozen=True)
class Score:
    """One file: the verdict, and what is wrong or was not told."""

    file: str
    verdict: Verdict
    wrong: tuple[Difference, ...] = ()
    untold: tuple[str, ...] = ()


def score(folder: Path) -> list[Score]:
    """The scores of all files of a corpus (files/ and truth.jsonl), in its order."""
    return [score_file(folder, truth) for truth in truths(folder)]


def score_file(folder: Path, truth: Truth) -> Score:
    """One file against its truth."""
    try:
        read = read_file((folder / "files" / truth.file).read_bytes(), truth.file)
    except RegistryError as error:
        return Score(truth.file, "right" if truth.refused else "refused", untold=(error.message,))
    if truth.refused:
        return Score(truth.file, "wrong and untold", (Difference(None, "the file had to be refused"),))
    wrong = tuple(differences(read, truth))
    if wrong:
        told = all(_is_told(read, difference) for difference in wrong)
        return Score(truth.file, "wrong and told" if told else "wrong and untold", wrong)
    untold = tuple(_untold(read, truth))
    return Score(truth.file, "right, something untold" if untold else "right", (), untold)


def _is_told(read: ReadFile, difference: Difference) -> bool:
    """Whether the receipt casts doubt on what is wrong: on this column, or on the table as a whole."""
    doubts = [entry for entry in read.receipt.entries if entry.action in ("unsure", "warning")]
    return any(entry.column in (None, difference.column) for entry in doubts)


def _untold(read: ReadFile, truth: Truth) -> list[str]:
    entries = read.receipt.entries
    said = " ".join(entry.text for entry in entries).casefold()
    untold = [" / ".join(words) for words in truth.told if not any(word.casefold() in said for word in words)]
    if truth.undecidable and not any(entry.action in ("unsure", "warning") for entry in entries):
        untold.append(f"unsure: {truth.undecidable[0]}")
    return untold


def half_of(file: str) -> Half:
    """Half of the files, by their names, may be looked at while rules are mended; the other half only counts."""
    return "seen" if zlib.crc32(file.encode()) % 2 else "kept"


def _main(folder: Path, names: list[str]) -> None:
    wanted = [each for each in truths(folder) if not names or each.file in names or half_of(each.file) in names]
    scores = [score_file(folder, truth) for truth in wanted]
    for each in scores:
        if each.verdict != "right":
            print(f"{each.file}: {each.verdict}")
            for what in (*map(str, each.wrong), *each.untold):
                print(f"    {what}")
    counts = Counter(each.verdict for each in scores)
    print(f"{len(scores)} files: {dict(counts)}")


if __name__ == "__main__":
    _main(Path(sys.argv[1]), sys.argv[2:])

"""The preparing clauses of one sentence, in the order said, and the words that are left."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agent.reasoning.rules.reading.preparing.formulas import INLINE, NewColumn, new_column
from agent.reasoning.rules.reading.preparing.grammar import ANYWHERE, PATTERNS, UNREAD, ClauseKind
from agent.reasoning.rules.reading.preparing.masked import Masked, masked
from agent.reasoning.rules.reading.preparing.steps import Clause
from agent.reasoning.rules.reading.preparing.unclear import UnclearError
from registry.profile import DatasetProfile

_CUT = " ¦ "
_ENDS = re.compile(r"(?=\s*(?:$|[,;:?!]|\.(?!\d)|\b(?:and|then|what|how|give|show|calculate|compute)\b))", re.I)
_AFTER = re.compile(r"\b(?:after|once|nach|nachdem)\s+$", re.I)
_WITH_AND = re.compile(r"\b(?:with|mit) (?:and|or|und|oder)\s+$", re.I)
_CONDITION = re.compile(r"^\W*(?:if|when|in case|falls|wenn)\b(?!.{0,40}(?:missing|null|outliers?|duplicate)).*,", re.I)
_Z_OF_OUTLIERS = re.compile(r"outlier|ausreißer|外れ値", re.I)


@dataclass(frozen=True)
class Sentence:
    """`left`: the words that prepare nothing, columns as signs. `unread`: those of them that begin to prepare."""

    within: Masked
    clauses: tuple[Clause, ...]
    left: str
    unread: str = ""


def sentence_of(text: str, datasets: Sequence[DatasetProfile]) -> Sentence:
    """What a sentence prepares. UnclearError for a clause that is done under a condition only."""
    within = masked(text, datasets)
    left = within.text
    found: list[tuple[int, Clause]] = []
    while (best := _next(left, within)) is not None:
        kind, match, end, new = best
        start = match.start("start")
        if _CONDITION.match(left[: match.start("clause")]):
            raise UnclearError(within.plain(text))
        clause = Clause(kind, match.groupdict(), left[match.start("clause") : end], within, new)
        leads = _AFTER.search(match.group("start")) is not None
        found.append((start - len(text) if leads and found else start, clause))
        blank = " " * (end - start - len(_CUT))
        left = left[:start] + (_CUT + blank if end - start >= len(_CUT) else " " * (end - start)) + left[end:]
    unread = next((begun for pattern in UNREAD if (begun := pattern.search(left))), None)
    ordered = tuple(clause for _, clause in sorted(found, key=lambda item: item[0]))
    said = within.plain(unread.group()).strip(" ,¦") if unread else ""
    return Sentence(within, ordered, left, said)


def _next(text: str, within: Masked) -> tuple[ClauseKind, re.Match[str], int, NewColumn | None] | None:
    """The first clause of a text: the longest of those that begin at the same place."""
    best: tuple[ClauseKind, re.Match[str], int, NewColumn | None] | None = None
    for kind, pattern in (*PATTERNS, *ANYWHERE):
        for match in pattern.finditer(text):
            end, new = (match.end("clause"), None) if kind != "create" else _described(text, match, within)
            if end is None or _WITH_AND.search(text[: match.start("clause")]):
                continue
            if best is None or (match.start("clause"), -end) < (best[1].start("clause"), -best[2]):
                best = (kind, match, end, new)
            break
    return best


def _described(text: str, match: re.Match[str], within: Masked) -> tuple[int | None, NewColumn | None]:
    """The longest words behind a new column's name that say what it holds."""
    start = match.start("body")
    sign = match.group("name")
    own = rf"(?:{re.escape(sign)}|{re.escape(within.plain(sign).strip(chr(34)))})"
    for end in sorted({found.start() for found in _ENDS.finditer(text, start)}, reverse=True):
        body = re.sub(rf"^{own}\s*=\s*", "", text[start:end], flags=re.I)
        made = new_column(body) if body.strip() else None
        if made is not None:
            return end, made
    return None, None


def inline_columns(left: str) -> list[tuple[str, NewColumn]]:
    """New columns that stand in the words as if they were columns: `the log of ⟦0⟧`."""
    found: list[tuple[str, NewColumn]] = []
    for pattern, make in INLINE:
        for match in pattern.finditer(left):
            new = make(match)
            taken = any(match.group() in text or text in match.group() for text, _ in found)
            if not taken and not (new.made == "zscore" and _Z_OF_OUTLIERS.search(left)):
                found.append((match.group(), new))
    return found


def tidied(left: str) -> str:
    """Words without the places where clauses stood, and without the conjunctions that led to them."""
    text = " ".join(left.split())
    text = re.sub(r"(?:\s*¦\s*)+", " ¦ ", text)
    joint = r"(?:and|then|also|by|after|before|once|with|please|und|dann|nach|nachdem|mit|bitte|,|;|:|\(|、)"
    text = re.sub(
        rf"(?:\b|(?<=\W)){joint}?\s*¦\s*(?:[,;:)、]|\b(?:and then|and|then|also|und dann|und|dann)\b)*",
        " ",
        text,
        flags=re.I,
    )
    text = re.sub(
        r"^(?:\s|\W(?<![⟦⟪])|\b(?:and|then|also|by|after|next|finally|und|dann|aber|danach)\b)+", "", text, flags=re.I
    )
    text = re.sub(
        r"(?:\s|[,;:]|\b(?:and|then|by|after|with|before|und|dann|nach|mit)\b)+(?=[.?!]*$)", "", text, flags=re.I
    )
    return " ".join(text.split())

"""What a printed list repeats on each page: the lines above its names, with other numbers of pages and times."""

import re
from collections.abc import Sequence
from itertools import pairwise

from registry.table.row_types import filled_cells
from registry.text.dialect import Record

DIGITS = re.compile(r"\d+")
LONGEST_HEAD = 6
"""Lines of a page above the names."""
Block = tuple[int, int]


def mask_numbers(record: Record) -> str:
    """The text of a record, with each number as 0."""
    return DIGITS.sub("0", " ".join(" ".join(record.fields).split()))


def page_heads(records: Sequence[Record], blocks: Sequence[Block]) -> frozenset[int]:
    """The places of the blocks that stand again, with other numbers, above the same line of names: heads of pages."""
    seen: dict[tuple[str, ...], list[int]] = {}
    for place, ((start, end), (follower, _)) in enumerate(pairwise(blocks)):
        if end - start <= LONGEST_HEAD:
            text = (*map(mask_numbers, records[start:end]), "\n".join(records[follower].fields))
            seen.setdefault(text, []).append(place)
    return frozenset(place for places in seen.values() if len(places) > 1 for place in places)


def repeated_heads(body: Sequence[Record], above: Sequence[Record]) -> list[Record]:
    """The records among the rows that repeat a line above the names: the heads of further pages."""
    heads = {mask_numbers(record) for record in above if filled_cells(record.fields)}
    heads = {text for text in heads if any(sign.isalpha() for sign in text)}
    return [record for record in body if mask_numbers(record) in heads] if heads else []

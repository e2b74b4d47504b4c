"""The units in which a column is measured, as words of a question may name them."""

from agent.reasoning.rules.reading.lexicon import Lexicon
from agent.reasoning.rules.reading.text import normalised
from registry.profile import ColumnProfile


def units_of(column: ColumnProfile, words: Lexicon) -> frozenset[str]:
    """The unit of a column: from its heading or cells, else the last word of its name where that is one."""
    own = (column.unit or "").casefold()
    last = normalised(column.name).casefold().split()[-1:]
    named = [words.units[word] for word in last if word in words.units and len(normalised(column.name).split()) > 1]
    return frozenset({own, words.units.get(own, own), *named}) - {""}

"""Lists of cells that are no list of one column: `hardware, software and network`, where network is a team."""

from agent.reasoning.rules.reading.cells import ValueMention
from agent.reasoning.rules.reading.parse import Parts
from agent.reasoning.rules.reading.text import joined

_JOINTS = frozenset({",", "and", "or", "und", "oder", "&", "the"})
_FEWEST = 3


def mixed_lists(parts: Parts) -> list[str]:
    """The cells of a list of three or more whose column is not that of the others; [] where all are of one."""
    found: list[str] = []
    for row in _lists(parts):
        columns = [{match.column for match in mention.matches} for mention in row]
        common = max(
            {name for names in columns for name in names}, key=lambda name: sum(name in own for own in columns)
        )
        odd = [mention for mention, own in zip(row, columns, strict=True) if common not in own]
        found += [joined(parts.question.tokens[mention.start : mention.end]) for mention in odd]
    return found


def _lists(parts: Parts) -> list[list[ValueMention]]:
    """Runs of cells with nothing but commas and joining words between them."""
    tokens = parts.question.tokens
    rows: list[list[ValueMention]] = []
    for mention in sorted(parts.question.values, key=lambda item: item.start):
        between = [token.text for token in tokens[rows[-1][-1].end : mention.start]] if rows else []
        if rows and between and set(between) <= _JOINTS:
            rows[-1].append(mention)
        else:
            rows.append([mention])
    return [row for row in rows if len(row) >= _FEWEST]

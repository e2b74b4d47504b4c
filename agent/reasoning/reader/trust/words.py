"""Evidence of the question's words: what of them the reading uses, what it leaves out."""

from collections import Counter

from agent.reasoning.reader.trust.seen import Seen
from agent.reasoning.rules.reading.columns import ColumnLink
from agent.reasoning.rules.reading.question import DATE_KINDS
from agent.reasoning.rules.reading.text import Token
from agent.specs.plain import leaves_in, texts_in

_LENGTHS = (0, 3, 5, 8, 12, 20)
_LONGEST = 4  # counts above are the same


def of_words(seen: Seen) -> Counter[str]:
    """How many words have no place, how long the question is, in which language."""
    question = seen.question
    open_words = unplaced(seen)
    words = [token for token in question.tokens if token.is_word]
    found = Counter({"open": float(len(open_words)), "open_share": len(open_words) / max(1, len(words))})
    found[f"open={min(len(open_words), _LONGEST)}"] = 1
    found[f"veto={min(len(seen.decision.unplaced), _LONGEST)}"] = 1
    found[f"words={max(size for size in _LENGTHS if size <= len(words))}"] = 1
    found[f"language={question.words.language}"] = 1
    inner = seen.prompt.question.rstrip(" .?!。？！")
    found["sentences"] = min(_LONGEST, sum(inner.count(sign) for sign in ".?!;。？！"))
    return found


def unplaced(seen: Seen) -> list[Token]:
    """Content words that nothing in the reader knows."""
    question = seen.question
    return [token for token in question.unexplained if token.stem not in question.file_words]


def of_links(seen: Seen) -> Counter[str]:
    """Names of columns: how well they are named, and whether the reading uses them."""
    found: Counter[str] = Counter()
    left = 0
    for link in seen.question.links:
        used = any(candidate.name in seen.used for candidate in link.candidates)
        found[f"link {'used' if used else 'left'}: {quality(link)}"] += 1
        found["link used: several"] += used and len(link.candidates) > 1
        left += not used
    found[f"links left={min(left, _LONGEST)}"] = 1
    return found


def quality(link: ColumnLink) -> str:
    """How a column is named: by its whole name, by words of it, or by others that mean the same."""
    return "exact" if link.exact else "part" if link.literal else "synonym"


def of_cells(seen: Seen) -> Counter[str]:
    """Cells, dates and numbers that the question names, and whether a condition has them."""
    found: Counter[str] = Counter()
    values = {text.casefold() for item in seen.filters for text in texts_in(item)}
    for mention in seen.question.values:
        used = any(match.value.casefold() in values for match in mention.matches)
        found[f"cell {'used' if used else 'left'}: {mention.first.kind}"] += 1
        found["cell used: several"] += used and len({match.column for match in mention.matches}) > 1
    dated = any(_is_dated(seen, str(item["col"])) for item in seen.filters)
    found["date used" if dated else "date left"] += len(seen.question.dates)
    told = _told(seen)
    numbers = [number for token in seen.question.tokens if (number := _number(seen, token))]
    found["number left"] += sum(number not in told for number in numbers)
    found["number used"] += sum(number in told for number in numbers)
    return found


def _told(seen: Seen) -> str:
    """What the specs say, without the ids of data sets: these are made by chance, and may hold any number."""
    ids = {table.dataset_id for table in seen.prompt.datasets}
    return "\n".join(str(leaf) for spec in seen.specs for leaf in leaves_in(spec) if leaf not in ids)


def _is_dated(seen: Seen, column: str) -> bool:
    profile = seen.columns.get(column)
    return profile.kind in DATE_KINDS if profile else True  # a part that a step took of a date


def _number(seen: Seen, token: Token) -> str:
    """A token as a number, in digits; "" for others."""
    plain = token.text.replace(",", "")
    if plain.replace(".", "").isdecimal():
        return plain
    number = seen.question.words.numbers.get(token.text)
    return str(number) if number is not None and number > 1 else ""

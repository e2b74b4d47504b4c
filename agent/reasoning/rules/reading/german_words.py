"""German compounds as the words that they are made of: Altersverteilung, Kundenzahl, Monatsumsatz, unbezahlt."""

import re

from agent.reasoning.rules.reading.lexicon import Lexicon
from agent.reasoning.rules.reading.text import Token, loose_stems, stem

_THOUSANDS = re.compile(r"(?<![\d.,])[1-9]\d{0,2}(?:\.\d{3})+(?![\d.]*\d)")
_DECIMALS = re.compile(r"(?<![\d.,])(\d+),(\d{1,2}|\d{4,})(?![\d,]*\d)")
_SHORTEST_HALF = 4
_SHORTEST_HEAD = 5
_COUNTS = ("anzahl", "zahl")  # endings: Artikelanzahl, Kundenzahl
_LASTS = "dauer"
_TIMES = {
    "tages": "täglich", "wochen": "wöchentlich", "monats": "monatlich", "quartals": "quartalsweise",
    "jahres": "jährlich",
}  # fmt: skip
_ADDS_UP = frozenset({"revenue", "quantity", "cost", "energy", "visitor", "amount", "profit", "order"})
_LINKING = ("", "s", "n", "en", "es", "er")


def split_compounds(
    tokens: tuple[Token, ...], known: frozenset[str], in_data: frozenset[str], words: Lexicon
) -> tuple[Token, ...]:
    """Unknown compounds of known words as these: Ozonwerte as ozon werte, Kundenzahl as anzahl kunden.

    `in_data` are the words of names and cells: what they call bezahlt is denied by unbezahlt.
    """
    found: list[Token] = []
    for token in tokens:
        parts = _denied(token.text, in_data, words) if token.is_word else None
        if parts is None and token.is_word and token.text not in known:
            parts = _parts_of(token.text, known, words)
        if parts is None:
            found.append(token)
            continue
        first, second = parts
        middle = token.end - min(len(second), token.end - token.start - 1)
        pieces = [(first, token.start, middle), (second, middle, token.end)]
        found += [Token(text, stem(text), start, end, token.upper) for text, start, end in pieces if text]
    return tuple(found)


def with_plain_numbers(text: str) -> str:
    """A German text whose numbers are written as elsewhere: 1.234,5 as 1234.5, 500.000 as 500000, 2,5 as 2.5."""
    text = _THOUSANDS.sub(lambda found: found.group().replace(".", ""), text)
    return _DECIMALS.sub(r"\1.\2", text)


def _parts_of(word: str, known: frozenset[str], words: Lexicon) -> tuple[str, str] | None:
    counted = next((word.removesuffix(ending) for ending in _COUNTS if word.endswith(ending)), None)
    bare = _known_form(counted, known) if counted else None
    if bare:
        return "anzahl", bare
    time = next((time for time in _TIMES if word.startswith(time)), None)
    if time and words.sets_of((stem(word.removeprefix(time)),)) & _ADDS_UP:
        return _TIMES[time], word.removeprefix(time)
    cut = _cut_of(word, known)
    if cut is None and word.endswith(_LASTS):
        return "", _LASTS
    return cut


def _known_form(first: str, known: frozenset[str]) -> str | None:
    """The word that the first half of a compound is: kunde of Kunden-, bestellung of Bestellungs-."""
    forms = [first, *(first.removesuffix(ending) for ending in _LINKING if first.endswith(ending))]
    return next((form for form in forms if len(form) >= _SHORTEST_HALF and form in known), None)


def _denied(word: str, in_data: frozenset[str], words: Lexicon) -> tuple[str, str] | None:
    """`unbezahlt` is not what the data call bezahlt, unless they have a word for that too."""
    root = word.removeprefix("un")
    forms = loose_stems(word)
    if root == word or len(root) < _SHORTEST_HEAD or forms & in_data:
        return None
    meant = words.sets_of((word,)) | words.sets_of((stem(word),))
    has_own = any(words.sets_of((other,)) & meant for other in in_data) if meant else False
    return ("nicht", root) if loose_stems(root) & in_data and not has_own else None


def _cut_of(word: str, known: frozenset[str]) -> tuple[str, str] | None:
    for cut in range(_SHORTEST_HALF, len(word) - _SHORTEST_HEAD + 1):
        first, second = word[:cut], word[cut:]
        if second not in known:
            continue
        bare = next((form for form in (first, first.removesuffix("s"), first.removesuffix("n")) if form in known), None)
        if bare is not None and len(bare) >= _SHORTEST_HALF:
            return bare, second
    return None

"""Misspelt words, mended to the word of the data or of our own language that they most likely are."""

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from agent.reasoning.rules.reading.column_names import name_words
from agent.reasoning.rules.reading.lexicon import Lexicon
from agent.reasoning.rules.reading.text import Token, is_cjk, stem, tokens_of
from registry.profile import DatasetProfile

_SHORTEST_TYPO = 4


_SMALL_WORD = 3


_LONG_WORD = 5


_ENDINGS = frozenset({"r", "er", "d", "ed", "ing", "ly", "al", "or", "ers", "ings", "ness", "ment"})


_ONE_LETTER = 79  # similarity of words of five letters that differ in one


def words_of_data(datasets: tuple[DatasetProfile, ...]) -> frozenset[str]:
    """The words of columns' names and of frequent cells."""
    names = {word for table in datasets for column in table.columns for word in name_words(column.name)}
    cells = {
        token.stem
        for table in datasets
        for column in table.columns
        for value in column.top_values
        for token in tokens_of(value.value)
        if token.is_word
    }
    return frozenset(names | cells)


def vocabulary(datasets: tuple[DatasetProfile, ...], words: Lexicon) -> frozenset[str]:
    """Every word of the data, of their files' names and of the reading."""
    files = {token.stem for table in datasets for token in tokens_of(table.name) if token.is_word}
    return words.words | words_of_data(datasets) | files


def _turned(word: str, small: frozenset[str]) -> str | None:
    """`teh`, `adn`: the small word of three letters of which two changed places."""
    if len(word) != _SMALL_WORD:
        return None
    found = [entry for entry in small if sorted(entry) == sorted(word) and OSA.distance(word, entry) == 1]
    return found[0] if len(found) == 1 else None


def corrected(
    token: Token, known: frozenset[str], names: frozenset[str], own: frozenset[str], small: frozenset[str]
) -> Token:
    """A misspelt word as the known word that it most likely is; any other token as it stands."""
    word = token.stem
    turned_small = _turned(token.text, small) if token.text not in known else None
    if turned_small:
        return Token(turned_small, stem(turned_small), token.start, token.end, token.upper)
    known_word = word in known or token.text in known
    if not token.is_word or len(word) < _SHORTEST_TYPO or is_cjk(word) or known_word or not word.isalpha():
        return token
    same_length = [entry for entry in known if len(entry) == len(word)]
    turned = [entry for entry in same_length if sorted(entry) == sorted(word) and OSA.distance(word, entry) == 1]
    if len(turned) == 1:  # two letters changed places
        return Token(turned[0], stem(turned[0]), token.start, token.end, token.upper)
    near = [entry for entry in known if entry[0] == word[0] and abs(len(entry) - len(word)) <= 2 and len(entry) > 3]
    if len(word) <= _LONG_WORD:  # "seeds" is no misspelt "speed"
        near = [entry for entry in near if entry in names or entry in own]
    cutoff = 86 if len(word) > 5 else 88
    found = process.extractOne(word, near, scorer=fuzz.ratio, score_cutoff=cutoff)
    if not found and len(word) >= _LONG_WORD:  # of the names in the data, one wrong letter is enough
        found = process.extractOne(word, [entry for entry in near if entry in names], score_cutoff=_ONE_LETTER)
    if not found or word.removeprefix(found[0]) in _ENDINGS:  # a browser is no misspelt "browse"
        return token
    return Token(found[0], stem(found[0]), token.start, token.end, token.upper)

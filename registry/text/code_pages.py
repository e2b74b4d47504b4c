"""Encodings of one byte a character: which one makes the words of a file look like words of its languages?"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

COMMON_SYMBOLS = frozenset("€£¥¢§°²³µ·½¼¾×±–—‘’“”„‚…•«»‹›¡¿ºª©®™\xa0№")
LAST_SYMBOLS = frozenset("™®©")
"""Symbols that stand behind a word or a number, or before a blank."""
BOXES = frozenset("─│┌┐└┘├┤┬┴┼═║╔╗╚╝╠╣╦╩╬░▒▓█▄▀■")
FREQUENT = 1.0
KNOWN = 0.7
FOREIGN = 0.2
SYMBOL = 0.7
"""What a character counts for: a frequent letter of the languages, another of them, a foreign letter, a symbol."""
MOST = 20_000
MARGIN = 0.03
"""By so much another encoding has to be better than one before it in the list."""
MIXED = 0.92
"""What a text of several languages counts for beside one of a single language."""
RARE = 0.1
LONGEST_SAMPLE = 200_000
WORD = re.compile(r"[^\W\d_\x00-\x7f]+")
BEYOND_ASCII = re.compile(r"[^\x00-\x7f]+")
LONG_WORD = 4
ALONE = frozenset("Øø")
"""Letters that stand alone as signs: the diameter of a part."""
LONGEST_RUN = 2
"""Accented letters in a row, where words are of plain letters with some accents."""


@dataclass(frozen=True)
class CodePage:
    """The letters beyond ASCII of each of its languages: frequent ones, then, after a stroke, others. `rare` is by how
    much it has to be better than those in use today."""

    languages: tuple[str, ...]
    is_latin: bool = False
    symbols: frozenset[str] = COMMON_SYMBOLS
    rare: float = 0.0
    words: "Words | None" = None


@dataclass(frozen=True)
class Words:
    """How words of a script are made: longer ones have a vowel, those in small letters an accent; some letters never
    begin or end one, some only end one. All in lower case."""

    vowels: str = ""
    accents: str = ""
    never_first: str = ""
    never_last: str = ""
    only_last: str = ""

    def allow(self, word: str) -> bool:
        """Whether a word may be one of this script."""
        small = word.lower()
        voiced = not self.vowels or len(small) < LONG_WORD or any(letter in self.vowels for letter in small)
        if self.accents and word == small and len(small) >= LONG_WORD and not set(small) & set(self.accents):
            return False
        edges = small[0] not in self.never_first and small[-1] not in self.never_last
        return voiced and edges and not any(letter in self.only_last for letter in small[:-1])


CYRILLIC_WORDS = Words("аеёиоуыэюяіїєѣ", never_first="ьъы")
GREEK_WORDS = Words("αεηιουωάέήίόύώϊϋΐΰ", "άέήίόύώΐΰ", never_last="σ", only_last="ς")
HEBREW_WORDS = Words(only_last="םןץ")
WESTERN = ("äöüß|é", "éèêàç|ëâîïôùûœæ", "áéíóúñ|ü", "ãõáéíóúçâêà|ô", "åäöøæ|é", "éëèïöü|", "àèéìòù|")
CENTRAL = ("ąćęłńóśźż|", "áčďéěíňřšťúůýž|ľĺŕôä", "áéíóöőúüű|", "čćđšž|", "ăâîşţ|", "äöüß|é")
RUSSIAN = (
    "оеаинтсрвлкмдпуяыьгзбчй|хжшюцщэфъё",
    "оаиітнрвескмдплуяьзгбйчї|хжшюцщфє",
    "аоиетнрсвјкдпмулзгбчњ|шђцхћжфџљъщ",
)
TURKISH = ("ğışçöüi̇İ|âîû",)
BALTIC = ("āčēģīķļņšūž|", "ąčęėįšųūž|", "äõöü|šž")
PAGES: Mapping[str, CodePage] = {
    "cp1252": CodePage(WESTERN, is_latin=True),
    "cp1250": CodePage(CENTRAL, is_latin=True),
    "cp1254": CodePage(TURKISH, is_latin=True),
    "cp1257": CodePage(BALTIC, is_latin=True),
    "cp1251": CodePage(RUSSIAN, words=CYRILLIC_WORDS),
    "cp866": CodePage(RUSSIAN, symbols=COMMON_SYMBOLS | BOXES, rare=RARE, words=CYRILLIC_WORDS),
    "koi8_r": CodePage(RUSSIAN, symbols=COMMON_SYMBOLS | BOXES, rare=RARE, words=CYRILLIC_WORDS),
    "cp1253": CodePage(("αοιτεσνηυρπκμλςάόίήέ|ωδγχθφβξζψύώϊϋΐΰ",), words=GREEK_WORDS),
    "cp1255": CodePage(("יוהלאתרמשבנ|כעדקחפגטסצזםןךףץ",), words=HEBREW_WORDS),
    "cp1256": CodePage(("ايلمونرتبةعدسفهكقحجأ|ذزشصضطظغىؤئإآءثخپچژگ،؟ًٌٍَُِّْ",)),
    "cp874": CodePage(("านรอกเงมยลวดทสตะปบคหแจพชขใไโาิีืุู่้ัํ็์|ผซถศธษณฐฟญภฉฝฬฮฎฏฆฌฒฃฅฤๆฯำึๅ",)),
    "cp850": CodePage(WESTERN, is_latin=True, symbols=BOXES, rare=RARE),
    "cp852": CodePage(CENTRAL, is_latin=True, symbols=BOXES, rare=RARE),
    "cp437": CodePage(WESTERN, is_latin=True, symbols=BOXES, rare=RARE),
    "mac_roman": CodePage(WESTERN, is_latin=True, symbols=BOXES, rare=RARE),
}
"""In order of preference when they score the same."""


def best_page(sample: bytes) -> tuple[str, float]:
    """The encoding of one byte a character that makes the most of the sample, and how much: 0 to 1."""
    best, most = "cp1252", 0.0
    for encoding, page in PAGES.items():
        score = max(_score(sample, encoding, page) - page.rare, 0.0)
        if score > most + (MARGIN if most else 0.0):
            best, most = encoding, score
    return best, most


def _score(sample: bytes, encoding: str, page: CodePage) -> float:
    try:
        text = sample.decode(encoding)
    except UnicodeDecodeError:
        return 0.0
    text = text[:LONGEST_SAMPLE]
    places = Counter(_places(text, page))
    if page.words is not None:
        wrong = [word for word in WORD.findall(text) if not page.words.allow(word)]
        spoiled = Counter((letter, True) for word in wrong for letter in word)
        places = (places - spoiled) + Counter({(letter, False): count for (letter, _), count in spoiled.items()})
    if not places:
        return 0.0
    frequent, known = zip(*(each.split("|") for each in page.languages), strict=True)
    ways = [_worth(places, *pair, page) for pair in zip(frequent, known, strict=True)]
    return max(*ways, MIXED * _worth(places, "".join(frequent), "".join(known), page), 0.0)


def _places(text: str, page: CodePage) -> Iterator[tuple[str, bool]]:
    """The characters beyond ASCII, and whether each may stand where it does."""
    for match in BEYOND_ASCII.finditer(text):
        for run, place in enumerate(range(match.start(), match.end()), 1):
            before, character, after = text[place - 1 : place] or " ", text[place], text[place + 1 : place + 2] or " "
            if character.isalpha():
                alone = not (before.isalpha() or after.isalpha()) and character not in ALONE
                shouting = character.isupper() and (before.islower() or (alone and page.is_latin))
                fitting = _is_accent(before, after, run) if page.is_latin else _is_foreign(before, after)
                yield character, fitting and not shouting
            else:
                before_word = character in LAST_SYMBOLS and after.isalpha()
                inside_word = character in page.symbols and before.isalpha() and after.isalpha()
                yield character, not (before_word or inside_word)


def _is_accent(before: str, after: str, run: int) -> bool:
    """Whether an accented letter stands in a word of plain letters: few in a row, none between blanks and digits."""
    alone = not (before.isalpha() or after.isalpha())
    return run <= LONGEST_RUN and not (alone and (before.isdigit() or after.isdigit()))


def _is_foreign(before: str, after: str) -> bool:
    """Whether a letter of another script stands among its own: never alone, never beside a plain letter."""
    beside = [sign for sign in (before, after) if sign.isalpha()]
    return bool(beside) and all(sign > "\x7f" for sign in beside)


def _worth(places: Counter[tuple[str, bool]], frequent: str, known: str, page: CodePage) -> float:
    """The mean worth of the characters for one language; of scripts of their own the letters come by frequency, and
    the rarer half counts for less."""
    often, seldom = ({*letters, *letters.upper()} for letters in (frequent, known))
    if not page.is_latin:
        half = len(frequent) * 2 // 3
        often, seldom = (
            {*frequent[:half], *frequent[:half].upper()},
            {*frequent[half:], *frequent[half:].upper()} | seldom,
        )
    total = 0.0
    for (character, fits), count in places.items():
        if not fits:
            continue
        if character in often:
            total += count * FREQUENT
        elif character in seldom:
            total += count * KNOWN
        elif character in page.symbols:
            total += count * SYMBOL
        elif character.isalpha():
            total += count * FOREIGN
    return total / places.total()

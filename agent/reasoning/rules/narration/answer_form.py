"""The form in which a person wants the answer: `@mean_load[value] where "value" is a number rounded to two decimals`.

A form has slots. What the text says about a slot (decimals, a whole number, words to choose from) stands behind the
slot, in its brackets, or in a sentence that names what the brackets hold.
"""

import re
from dataclasses import dataclass

SENTENCE = re.compile(r"(?<=[.?!;。？！])\s+(?=[^a-z])|\n+|(?<=[。？！])")
"""Where one sentence of a task ends and the next begins."""
_FORMAT = re.compile(
    r"@\w+\[|^(?:give|format|constraints?)\s*:|\bwhere\s+[\"'“<]|\b(?:round\w*|decimal\w*|digits?)\b"
    r"|^\W*[\"“<'][\w.%\- ]+[\"”>']?\s+(?:is|are|denotes|represents|should)\b"
    r"|\bis (?:a|an|the|one of) (?:string|float|integer|number|boolean)\b"
    r"|\bbuilt-in\b|\bpython\b|\bpandas\b|\bnumpy\b|\bscipy\b|\bsklearn\b|\blibrar(?:y|ies)\b|\bpackages?\b",
    re.I,
)
"""Sentences that tell how to write the answer."""
SLOT = re.compile(r"@(\w+)\[([^\]\n]*)\]")
_LEAD = re.compile(
    r"^\W*(?:please\s+|constraints?:?\s*)*(?:give|return|report|provide|print|answer|format|output|write|use|requires?|"
    r"the (?:answer|output|format|result|desired|response)|(?:in|as) (?:the )?(?:form|format)|gib|antwort\w*|ausgabe|"
    r"format|回答|形式|出力)\b[^@]{0,60}$|^\W*(?:\d+[.)])?\W*$",
    re.I,
)
_LEAD_BEHIND = re.compile(
    r"[,;:]?\s*\(?\b(?:(?:please\s+)?(?:give|return|report|write|answer)\b[^@.,;]{0,40}|"
    r"(?:as|in the form|als|in der form)\s*:?\s*)$",
    re.I,
)
_COUNTS = {
    "no": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "eine": 1, "zwei": 2, "drei": 3,
    "vier": 4,
}  # fmt: skip
_COUNT = rf"(\d|{'|'.join(_COUNTS)})"
_DECIMALS = (
    re.compile(rf"{_COUNT}[ -]?(?:decimal|digits? (?:after|behind)|places|dp\b|nachkomma|dezimal|stellen)", re.I),
    re.compile(r"小数(?:点以下)?(?:第)?\s*(\d)\s*[位桁]"),
)
_WHOLE = re.compile(r"\binteger\b|\bwhole number\b|\bganze zahl\b|\bganzzahl\w*|整数", re.I)
_QUOTED = re.compile(r"[\"“”]([^\"“”]+)[\"“”]|(?<!\w)'([^']+)'(?!\w)")
_GLUE = re.compile(r"^[\s\"“”',&/]*(?:and|or|und|oder)?[\s\"“”',&/]*$", re.I)
_LISTED = re.compile(r"\blists?\b|\bseparated by commas?\b|\.\.\.|\bkomma\w*getrennt\b|一覧", re.I)
_TEXT = re.compile(r"\b(?:strings?|names?|identifiers?|labels?|text|name|zeichenkette)\b|名前|名称", re.I)
_OFFERS = re.compile(r"\b(?:either|one of|be|values?|is|takes?|output|says?|with|entweder|oder)\b[\s:(]*$", re.I)
_NEXT_OFFER = re.compile(r"^\W*(?:(?:and|or|und|oder)\b\W*)?$|\bif\b|\bwhen\b|\bfor\b|\bwenn\b", re.I)
_LONGEST_CHOICE = 6  # words
_PLAIN_CHOICE = re.compile(r"[^\W\d_][\w -]*(?:/[^\W\d_][\w -]*)+")


@dataclass(frozen=True)
class Slot:
    """One place of the form. `choices`: the words that it may hold, where the form names them."""

    name: str
    inside: str
    about: str = ""
    decimals: int | None = None
    choices: tuple[str, ...] = ()

    @property
    def is_list(self) -> bool:
        """Does the form ask for several values in one place?"""
        return _LISTED.search(f"{self.inside} {self.about}") is not None

    @property
    def is_text(self) -> bool:
        """Does the form ask for a name?"""
        words = self.inside.replace("_", " ")
        return _TEXT.search(words) is not None or re.search(r"\bstrings?\b", self.about) is not None


def slots_in(text: str) -> tuple[Slot, ...]:
    """The slots of the form that a text asks for, each name once, with what the text says about it."""
    found = list(SLOT.finditer(text))
    if not found:
        return ()
    names = dict.fromkeys(match.group(1) for match in found)
    return tuple(_slot(name, [match for match in found if match.group(1) == name], found, text) for name in names)


def without_form(text: str) -> str:
    """The text without its form: what is asked and set. The text as it is where nothing else is in it."""
    if not SLOT.search(text):
        return text
    insides = [match.group(2).strip() for match in SLOT.finditer(text)]
    kept: list[str] = []
    inside_form = False
    for sentence in SENTENCE.split(text):
        place = SLOT.search(sentence)
        if place:
            while kept and not inside_form and kept[-1].rstrip().endswith((":", "：")) and _LEAD.search(kept[-1]):
                kept.pop()
            inside_form = True
            before = _LEAD_BEHIND.sub("", sentence[: place.start()])
            kept += [] if _LEAD.search(before) else [before.rstrip(" ,;:") + "."]
        elif not (inside_form and (_FORMAT.search(sentence) or any(item and item in sentence for item in insides))):
            kept.append(sentence)
    left = "\n".join(part for part in kept if re.search(r"\w", part))
    return left if re.search(r"[^\W\d]", left) else text


def _slot(name: str, own: list[re.Match[str]], every: list[re.Match[str]], text: str) -> Slot:
    inside = own[0].group(2).strip()
    about = f"{inside}. {_said_behind(own[0], every, text)}. {_said_of({name, inside}, every, text)}"
    written = tuple(dict.fromkeys(match.group(2).strip() for match in own))
    taken = {match.group(part).strip() for match in every for part in (1, 2)}
    are_words = len(written) > 1 and not any(re.search(r"\d", item) for item in written)
    choices = written if are_words else _choices(inside, about, taken)
    return Slot(name, inside, about, _decimals(about, text), choices)


def _said_behind(own: re.Match[str], every: list[re.Match[str]], text: str) -> str:
    """The words right behind a slot, up to the next one, where they are about this one only: `@x[y]: a number ...`."""
    after = [match.start() for match in every if match.start() >= own.end()]
    end = after[0] if after else len(text)
    behind = text[own.end() : end]
    alone = len(every) == 1 or bool(after)
    named = [match.group(2).strip() for match in every if match.group(2).strip() in behind and match.group(2) != ""]
    others = [item for item in named if item != own.group(2).strip()]
    return behind if alone and not others else ""


def _said_of(called: set[str], every: list[re.Match[str]], text: str) -> str:
    """What follows each mention of a slot or of the words in its brackets, up to the mention of another slot's."""
    names = sorted({match.group(part).strip() for match in every for part in (1, 2)} - {""}, key=len, reverse=True)
    pattern = "|".join(re.escape(name) for name in names)
    start = every[0].start()
    mentions = [
        match
        for match in re.finditer(rf"(?<![\w@\[])[\"“”']?(?P<said>{pattern})[\"“”']?(?![\w\]])", text)
        if match.start() > start and not any(slot.start() <= match.start() < slot.end() for slot in every)
    ]
    ends = [*(following.start() for following in mentions[1:]), *([len(text)] if mentions else [])]
    said = [text[match.end() : end] for match, end in zip(mentions, ends, strict=True)]
    for place in range(len(said) - 2, -1, -1):
        if _GLUE.match(said[place]):
            said[place] = said[place + 1]
    told = [words for match, words in zip(mentions, said, strict=True) if match.group("said") in called]
    return " ".join(words.split("@")[0] for words in told)


def _decimals(about: str, text: str) -> int | None:
    """The decimals that are said of a slot; else those of the whole text, where it names one count only."""
    own = _counts_in(about)
    if own:
        return own[-1]
    if _WHOLE.search(about):
        return 0
    anywhere = set(_counts_in(text))
    return anywhere.pop() if len(anywhere) == 1 else None


def decimals_asked(text: str) -> tuple[int, ...]:
    """The numbers of decimals that a text asks for: `rounded to two decimals`; () when it names none."""
    return tuple(dict.fromkeys([*_counts_in(text), *([0] if _WHOLE.search(text) else [])]))


def _counts_in(text: str) -> list[int]:
    found = [match.group(1).casefold() for pattern in _DECIMALS for match in pattern.finditer(text)]
    return [_COUNTS.get(word) if word in _COUNTS else int(word) for word in found]  # type: ignore[misc]


def _choices(inside: str, about: str, taken: set[str]) -> tuple[str, ...]:
    """The words in quotes that a slot is said to hold, or `yes/no` in its brackets."""
    if _PLAIN_CHOICE.fullmatch(inside):
        return tuple(part.strip() for part in inside.split("/"))
    quoted = list(_QUOTED.finditer(about))
    named: list[str] = []
    end = 0
    for match in quoted:
        said = next(part for part in match.groups() if part).strip()
        before = about[end : match.start()]
        end = match.end()
        if said in taken or len(said.split()) > _LONGEST_CHOICE or not re.search(r"\w", said):
            continue
        if _NEXT_OFFER.search(before) if named else _OFFERS.search(before):
            named.append(said)
    return tuple(dict.fromkeys(named)) if len(set(named)) > 1 else ()

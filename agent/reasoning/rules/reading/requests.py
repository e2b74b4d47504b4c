"""Long questions: the sentence that asks, the methods that the other sentences name, and what they set beyond that.

A task such as `Check whether X is normal. Use the Shapiro-Wilk test. Report the p-value ...` has one request. How the
answer is to be written is left to the answer; a method goes with the request; whatever else a sentence sets must not
be lost, so it is handed back.
"""

import re
from dataclasses import dataclass

from agent.reasoning.rules.reading.sentence_kinds import (
    ALPHA,
    APART,
    ASKS,
    BEYOND,
    CONSTRAINS,
    DEFAULTS,
    DENIED,
    DERIVED,
    DERIVES,
    DEVIATES,
    FORMAT,
    LIST_NUMBER,
    LONG,
    METHODS,
    MORE,
    OTHER_MEASURE,
    REWORDED,
    SENTENCE,
    STATISTIC,
    TELLS_HOW_TO_READ_IT,
    TIMES,
    USUAL_ALPHA,
)

_LEADS_ON = re.compile(
    r"^\W*(?:(?:additionally|also|then|and|finally|next|furthermore|moreover),?\s+)+"
    r"(?:for (?:the|these) (?:correlated|same|above|two) \w+,\s*)?",
    re.I,
)


@dataclass(frozen=True)
class Request:
    """`text`: what to read. `set_beyond`: sentences that set more than it says. `impossible`: steps of no measure.
    `contradicts`: sentences that name another method than the request does. `sentences`: all but the request's own."""

    text: str
    set_beyond: tuple[str, ...] = ()
    impossible: tuple[str, ...] = ()
    contradicts: tuple[str, ...] = ()
    sentences: tuple[str, ...] = ()


def request_in(text: str) -> Request | None:
    """The request of a long text; None for a short question, or one that only tells a story around its request."""
    parts = (_plain(item) for item in SENTENCE.split(LIST_NUMBER.sub(" ", text)))
    sentences = [part for part in parts if re.search(r"[^\W\d]", part)]
    if len(text.split()) < LONG and not _is_numbered(text):
        return None
    first = next((index for index, item in enumerate(sentences) if ASKS.search(item) or item.endswith("?")), None)
    if first is None or not (
        _is_numbered(text) or any(CONSTRAINS.search(item) or FORMAT.search(item) for item in sentences[first + 1 :])
    ):
        return None
    main, rest = sentences[first], [item for index, item in enumerate(sentences) if index != first]
    impossible = tuple(
        item for item in sentences if BEYOND.search(item) and not DENIED.search(item) and not _is_format(item)
    )
    derived = _derived(sentences)
    if derived is not None:
        population = tuple(item for item in sentences if DEVIATES.search(item))
        return Request(derived, tuple(item for item in sentences if _adds_to_derived(item)), impossible, population)
    if any(DERIVES.search(item) for item in sentences):
        impossible = (*impossible, *(item for item in sentences if DERIVES.search(item)))
    main = reworded(main)
    methods = _methods(main, " ".join(sentences))
    left = tuple(item for item in rest if _sets_something(item))
    contradicts = tuple(item for item in rest if _names_another_method(item, main) or _sets_another_rule(item, main))
    return Request(
        " ".join([main.rstrip(".;"), *([] if contradicts else methods)]), left, impossible, contradicts, tuple(rest)
    )


def worded(sentence: str, request: Request) -> str:
    """Another sentence of a task as a request of its own: with the method that the task names for its kind."""
    plain = reworded(_LEADS_ON.sub("", sentence).rstrip(".;"))
    return " ".join([plain, *_methods(plain, " ".join([request.text, sentence, *request.sentences]))])


def reworded(sentence: str) -> str:
    """A sentence of a task in the words of questions."""
    for said, read in REWORDED:
        sentence = said.sub(read, sentence)
    return sentence


def _derived(sentences: list[str]) -> str | None:
    """The statistics of a new column that one sentence defines by two others; None when none does."""
    defining = next(
        (item for item in sentences if DERIVES.search(item) and any(p.search(item) for p, _ in DERIVED)), None
    )
    if defining is None:
        return None
    pattern, said = next((pattern, said) for pattern, said in DERIVED if pattern.search(defining))
    match = pattern.search(defining)
    asked = [item for item in sentences if item != defining and STATISTIC.search(item)]
    if match is None or not asked or any(re.search(r"correl|normal|predict|outlier", item, re.I) for item in sentences):
        return None
    statistics = dict.fromkeys(word.casefold() for word in STATISTIC.findall(asked[0]))
    return f"{' and '.join(statistics)} of the {match.expand(said)}"


def _adds_to_derived(sentence: str) -> bool:
    """A constant added, or another deviation, changes the statistics of a new column."""
    return bool(re.search(r"\bconstant\b|\d", sentence)) and not FORMAT.search(sentence)


def _is_numbered(text: str) -> bool:
    return re.match(r"\s*(?:(?:question|task)\s*)?\d{1,2}\s*[.:)]\s+\D", text, re.I) is not None


def _plain(sentence: str) -> str:
    """A sentence without list numbers, quotes, and the words that only point at the file."""
    text = sentence.strip(" {}")
    text = re.sub(
        r"\s*\b(?:in|of|from|on) the (?:given |whole |entire )?"
        r"(?:[\w=+-]+\.csv(?: file)?|data ?set|(?:csv )?file)(?=[\s.,?!;]|$)",
        "",
        text,
        flags=re.I,
    )
    return re.sub(r"[\"“”]|(?<![\w])'|'(?![\w])", "", text)


def _is_format(sentence: str) -> bool:
    return FORMAT.search(sentence) is not None


def _sets_something(sentence: str) -> bool:
    """Whether a sentence beside the request may change what is computed."""
    if OTHER_MEASURE.search(sentence) or (APART.search(sentence) and not _is_format(sentence)):
        return True
    ignored = (FORMAT, TELLS_HOW_TO_READ_IT, DEFAULTS, MORE)
    return not any(pattern.search(sentence) for pattern in ignored)


def _names_another_method(sentence: str, main: str) -> bool:
    """Whether a sentence names a method of the same kind as another that the request names: z-score, then IQR."""
    own = {
        (about, named) for about, named, _ in METHODS if re.search(about, main, re.I) and re.search(named, main, re.I)
    }
    other = {(about, named) for about, named, _ in METHODS if re.search(named, sentence, re.I)}
    kinds = {about for about, _ in own}
    return any(about in kinds and (about, named) not in own for about, named in other)


def _sets_another_rule(sentence: str, main: str) -> bool:
    """Another level of significance than the usual, or deviations of a whole population."""
    alpha = ALPHA.search(sentence)
    if alpha and float(alpha.group(1).rstrip(".")) != USUAL_ALPHA:
        return True
    spread = re.search(r"standard deviation|variance|z[- ]?score|outlier", main, re.I)
    return spread is not None and DEVIATES.search(sentence) is not None


def _methods(main: str, text: str) -> list[str]:
    """The methods that any sentence names and the request does not, in the words that the reading knows."""
    found = []
    for about, named, said in METHODS:
        if not re.search(about, main, re.I) or not re.search(named, text, re.I):
            continue
        if said not in TIMES:
            found += [said] if not re.search(named, main, re.I) else []
            continue
        times = TIMES[said].search(text)
        number = next((part for part in times.groups() if part), "") if times else ""
        found.append(f"({number} IQR)" if said == "IQR" else f"(z-score {number})".replace(" )", ")"))
        break
    return found

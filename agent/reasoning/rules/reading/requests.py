"""Long questions: the sentence that asks, the methods that the other sentences name, and what they set beyond that.

A task such as `Check whether X is normal. Use the Shapiro-Wilk test. Report the p-value ...` has one request. How the
answer is to be written is left to the answer; a method goes with the request; whatever else a sentence sets must not
be lost, so it is handed back.
"""

import re
from dataclasses import dataclass

_LIST_NUMBER = re.compile(
    r"^\s*[{(\[]*\s*(?:[-*•]\s+|(?:question|task|q|frage|aufgabe)?\s*\d{1,2}\s*[.:)]\s+|constraints?:\s*)*", re.I
)
_SENTENCE = re.compile(r"(?<=[.?!;。？！])\s+(?=[^a-z]|e\.g)|\n+|(?<=[。？！])")
_COMMANDS = (
    r"(?:calculate|compute|find|determine|identify|check|test|assess|evaluate|analy[sz]e|investigate|explore|perform|"
    r"conduct|give|show|list|report|provide|return|count|compare|examine|estimate|measure|create|generate|add|make|"
    r"plot|draw|get|tell|what|which|who|when|where|how|is|are|was|were|do|does|did|can|could|has|have)"
)
_ASKS = re.compile(rf"^(?:please\s+|then,?\s+|now,?\s+|first(?:ly)?,?\s+|finally,?\s+|also,?\s+)*{_COMMANDS}\b", re.I)
_CONSTRAINS = re.compile(
    r"^(?:please\s+)?(?:use|using|ignore|do not|don't|exclude|drop|round|assume|consider|if\b|define|outliers|"
    r"calculate|treat|only|apply|conclude|report|reject|values|for the|make sure|ensure|set|the (?:null|calculation|"
    r"mean|values|correlation|test|significance|result))",
    re.I,
)
_FORMAT = re.compile(
    r"@\w+\[|^(?:give|format)\s*:|\bwhere\s+[\"'“<]|\b(?:round\w*|decimal\w*|digits?)\b|^\W*[\"“<'][\w.%\- ]+[\"”>']?\s+(?:is|are|denotes|"
    r"represents|should)\b|\bis (?:a|an|the|one of) (?:string|float|integer|number|boolean)\b|built-in|\bpython\b|"
    r"\b(?:pandas|numpy|scipy|sklearn|library|libraries|packages?)\b",
    re.I,
)
_TELLS_HOW_TO_READ_IT = re.compile(
    r"^(?:if\b.{0,80}?(?:p-?value|significance|skewness|kurtosis|correlation|r value|\br\b)|otherwise|else\b|reject|conclude|assess the |report |"
    r"consider the (?:data|distribution|values|correlation|relationship)|interpret|in this test|the null hypothesis)|"
    r"null hypothesis|p-?value",
    re.I,
)
_DEFAULTS = re.compile(
    r"\b(?:ignore|exclude|drop|skip|excluding|ignoring|not consider|not include|non-null|without)\b.{0,60}?"
    r"\b(?:missing|null|nan|empty|recorded)\b|\bdo not (?:remove|modify|exclude|apply|use any)\b|"
    r"\b(?:all|whole|entire)\b.{0,30}\b(?:data|dataset|column|values|observations)\b|(?:arithmetic|standard) "
    r"(?:mean|statistical)|without excluding",
    re.I,
)
_BEYOND = re.compile(
    r"\b(?:machine learning|random forest|regress(?:or|ion)|classif\w+|neural|cluster\w*|cross-validation|"
    r"train(?:ing|ed|s)?\b.{0,25}\b(?:model|set|data|test\w*)|test(?:ing)? set|train a|imput\w+|encod\w+|one-hot|normali[sz](?:e|es|ing)\b|normali[sz]ation|"
    r"standardi[sz](?:e|ing)|min-?max|mean squared|rmse|r-squared|preprocess\w*|fill(?:ing)?\b.{0,20}\bmissing|"
    r"log[- ]transform\w*|transform(?:ing|ed|ation)?\b|string manipulation|logarithm\w*|categori[sz]e\w*|after removing|removed? (?:the |these |those |any |them )*"
    r"(?:identified )?outliers|percentage change|recalculat\w+|new mean)\b",
    re.I,
)
_DENIED = re.compile(
    r"^(?:do not|don't|no |without)|\bwithout\b|\bnot (?:to )?(?:apply|remove)|\bif\b.{0,40}\bneeded\b", re.I
)
_MORE = re.compile(r"^(?:if (?:so|yes|there are)|and if)\b", re.I)
_METHODS: tuple[tuple[str, str, str], ...] = (  # what the request is about, how a method is named, what is read
    (r"normal|distribut|gauss", r"shapiro", "(Shapiro-Wilk test)"),
    (r"normal|distribut|gauss", r"kolmogorov|\bks[- ]test", "(Kolmogorov-Smirnov normality test)"),
    (r"normal|distribut|gauss", r"anderson", "(Anderson-Darling test)"),
    (r"normal|distribut|gauss", r"d.agostino|normaltest", "(D'Agostino normality test)"),
    (r"correl|relation|associat", r"spearman", "(Spearman)"),
    (r"correl|relation|associat", r"kendall", "(Kendall)"),
    (r"correl|relation|associat", r"pearson", "(Pearson correlation)"),
    (r"outlier", r"iqr|interquartile|quartile", "IQR"),
    (r"outlier", r"z[- ]?score|standard deviations? (?:from|away)", "z-score"),
    (r"differ|significan|compar", r"mann[- ]whitney", "(Mann-Whitney test)"),
    (r"differ|significan|compar", r"kruskal", "(Kruskal-Wallis test)"),
    (r"differ|significan|compar", r"anova", "(ANOVA)"),
)
_TIMES = {
    "IQR": re.compile(r"(\d+(?:\.\d+)?)\s*(?:x|\*|times)?\s*(?:the\s+)?(?:iqr|interquartile)", re.I),
    "z-score": re.compile(
        r"(?:threshold of|greater than|above|exceeds?|more than|\bthan)\s*(\d+(?:\.\d+)?)|\b(\d+(?:\.\d+)?) standard deviations", re.I
    ),
}  # fmt: skip
_ALPHA = re.compile(r"(?:significance level|alpha)\D{0,30}(0\.\d+)", re.I)
_USUAL_ALPHA = 0.05
_DEVIATES = re.compile(r"\bpopulation (?:standard deviation|variance)\b(?! formula, not)", re.I)
_LONG = 20  # words


@dataclass(frozen=True)
class Request:
    """`text`: what to read. `set_beyond`: sentences that set more than it says. `impossible`: steps of no measure."""

    text: str
    set_beyond: tuple[str, ...] = ()
    impossible: tuple[str, ...] = ()


def request_in(text: str) -> Request | None:
    """The request of a long text; None for a short question, or one that only tells a story around its request."""
    sentences = [part for part in (_plain(item) for item in _SENTENCE.split(text)) if part]
    if len(text.split()) < _LONG and not _is_numbered(text):
        return None
    first = next((index for index, item in enumerate(sentences) if _ASKS.search(item) or item.endswith("?")), None)
    if first is None or not (
        _is_numbered(text) or any(_CONSTRAINS.search(item) or _FORMAT.search(item) for item in sentences[first + 1 :])
    ):
        return None
    main, rest = sentences[first], [item for index, item in enumerate(sentences) if index != first]
    impossible = tuple(
        item for item in sentences if _BEYOND.search(item) and not _DENIED.search(item) and not _is_format(item)
    )
    methods = _methods(main, " ".join(sentences))
    left = tuple(item for item in rest if _sets_something(item))
    return Request(" ".join([main.rstrip(".;"), *methods]), left, impossible)


def _is_numbered(text: str) -> bool:
    return re.match(r"\s*(?:(?:question|task)\s*)?\d{1,2}\s*[.:)]\s+\D", text, re.I) is not None


def _plain(sentence: str) -> str:
    """A sentence without list numbers, quotes, and the words that only point at the file."""
    text = _LIST_NUMBER.sub("", sentence).strip(" {}")
    text = re.sub(
        r"\s*\b(?:in|of|from|on) the (?:given |whole |entire )?(?:[\w=+-]+\.csv(?: file)?|data ?set|file|csv file)(?=[\s.,?!;]|$)",
        "",
        text,
        flags=re.I,
    )
    return re.sub(r"[\"“”]|(?<![\w])'|'(?![\w])", "", text)


def _is_format(sentence: str) -> bool:
    return _FORMAT.search(sentence) is not None


def _sets_something(sentence: str) -> bool:
    """Whether a sentence beside the request may change what is computed."""
    alpha = _ALPHA.search(sentence)
    if alpha and float(alpha.group(1).rstrip(".")) != _USUAL_ALPHA:
        return True
    if _DEVIATES.search(sentence):
        return True
    ignored = (_FORMAT, _TELLS_HOW_TO_READ_IT, _DEFAULTS, _MORE)
    return not any(pattern.search(sentence) for pattern in ignored)


def _methods(main: str, text: str) -> list[str]:
    """The methods that any sentence names and the request does not, in the words that the reading knows."""
    found = []
    for about, named, said in _METHODS:
        if not re.search(about, main, re.I) or not re.search(named, text, re.I):
            continue
        if said not in _TIMES:
            found += [said] if not re.search(named, main, re.I) else []
            continue
        times = _TIMES[said].search(text)
        number = next((part for part in times.groups() if part), "") if times else ""
        found.append(f"({number} IQR)" if said == "IQR" else f"(z-score {number})".replace(" )", ")"))
        break
    return found

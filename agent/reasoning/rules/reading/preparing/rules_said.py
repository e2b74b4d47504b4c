"""What a task says of outliers beside their removal: the rule that makes a value one, and how many there were."""

import re
from collections.abc import Callable, Sequence

from agent.reasoning.rules.reading.preparing.clauses import Sentence, tidied
from agent.reasoning.rules.reading.preparing.formulas import LN_10
from agent.reasoning.rules.reading.preparing.masked import signs_in
from agent.reasoning.rules.reading.preparing.steps import Given
from agent.reasoning.rules.reading.preparing.unclear import UnclearError
from agent.reasoning.rules.reading.sentence_kinds import DEVIATES
from agent.specs.transforms import DeriveColumn, Rescale, Transform, TreatOutliers, columns_used
from registry.profile import DatasetProfile

_OUTLIER = re.compile(r"outl(?:ier|ying)", re.I)
_Z = re.compile(r"z[- ]?scores?|standard deviations? (?:from|away|of) ", re.I)
_IQR = re.compile(r"\biqr\b|inter-?quartile|\bq1\b", re.I)
_NUMBER = r"(?<![\w.])[-−]?(\d+(?:\.\d+)?)"
_REACHES = re.compile(
    rf"(?:threshold|cut-?off)\D{{0,25}}{_NUMBER}|(?:greater|less|more|larger|smaller|above|below|over|beyond|exceed\w*|outside|"
    rf"[<>])\D{{0,25}}{_NUMBER}|{_NUMBER}\s*(?:standard deviations?|sds?\b|[*x×]?\s*(?:the\s+)?(?:iqr|inter))|"
    rf"{_NUMBER}\s+to\s+{_NUMBER}(?=\s+range)",
    re.I,
)
_COUNTS = re.compile(
    r"(?:number|count|how many|many)\b[^.?!\n]{0,30}\boutliers?|outliers?[ _]?(?:count|number)|"
    r"how many (?:were|have been|are|got) "
    r"(?:removed|dropped|excluded)|number of (?:removed|dropped|excluded)|removed[ _]outliers?[ _]?count|"
    r"outliers?_count|"
    r"how many (?:rows|values|of them) (?:were|are|have been) (?:removed|dropped|excluded)",
    re.I,
)
_ASKED = re.compile(
    r"\W*(?:(?:and|then|also)\s+)*(?:provide|report|give(?: me)?|return|tell me|state|what is|calculate|count|"
    r"find)?\s*(?:the\s+)?"
    r"(?:(?:total\s+)?number of (?:the\s+)?(?:removed|identified|dropped|excluded|"
    r"detected)?\s*outliers(?:\s+(?:that were |which were )?"
    r"(?:removed|identified|found|detected))?|how many(?:\s+(?:outliers|rows|values|of them))? (?:were|are|"
    r"have been|got|was) "
    r"(?:removed|dropped|excluded|identified|found)|(?:total\s+)?number of (?:removed|dropped|"
    r"excluded) (?:rows|values))"
    r"(?:\s*,)?\s*\??",
    re.I,
)
_ASKED_ELSE = re.compile(
    r"(?:und )?wie viele (?:ausreißer|zeilen|werte) (?:wurden|sind|waren) (?:das|entfernt|"
    r"weggelassen)(?: worden)?\s*\??|"
    r"(?:いくつ|何件|何行)(?:の)?(?:外れ値)?(?:が|を)?(?:除外|除|削除)(?:され|し|い)?(?:まし)?(?:た)?(?:か)?[?？。]?",
    re.I,
)
_RULE_ONLY = re.compile(
    r"^\W*(?:calculate (?:the )?z-?scores? for|identify|detect|use|using|consider|define|apply|assume|any |"
    r"values? |a value|an? |"
    r"outliers?|observations?|data ?points?|treat|perform|find|if )",
    re.I,
)
_MORE = re.compile(
    r"\b(?:mean|average|median|standard deviation|std|variance|correlat\w*|normal\w*|sum|max\w*|min\w*)\b", re.I
)
_WORDS = {"zscore": "z-score", "iqr": "IQR", "mad": "MAD"}


def outlying_rule(sentences: Sequence[Sentence], table: DatasetProfile, population: bool) -> TreatOutliers | None:
    """Which values of which column count as outlying, as far as the sentences say; None when they name no one column.

    UnclearError when they name two rules.
    """
    about = [item for item in sentences if _OUTLIER.search(item.within.text) or _Z.search(item.within.text)]
    named = {
        ref.column
        for item in about
        for sign in signs_in(item.within.text)
        for ref in item.within.column(sign)
        if (column := table.column(ref.column)) is not None and column.kind == "number"
    }
    text = re.sub(r"[⟦⟪]\d+[⟧⟫]", "column", " ".join(item.within.text for item in about))
    is_z, is_iqr = _Z.search(text) is not None, _IQR.search(text) is not None
    reaches = {float(number) for found in _REACHES.finditer(text) for number in found.groups() if number}
    if any(item.clauses for item in about) and ((is_z and is_iqr) or len(reaches) > 1):
        raise UnclearError(next(item.within.plain(item.within.text) for item in about))
    if len(named) != 1:
        return None
    method = "zscore" if is_z else "iqr"
    return TreatOutliers(
        col=named.pop(), method=method, threshold=next(iter(reaches), None),
        ddof=0 if population and method == "zscore" else 1,
    )  # fmt: skip


def says_only_the_rule(sentence: Sentence, given: Given) -> bool:
    """`Consider values beyond 3 standard deviations as outliers`: what the removal goes by, and no more."""
    words = tidied(sentence.left)
    if given.outlying is None or not _RULE_ONLY.match(words):
        return False
    if DEVIATES.search(words):
        return False
    about = _OUTLIER.search(words) or _Z.search(words)
    rest = re.sub(r"from the mean|(?:sample |population )?standard deviations?(?= from)", "", words, flags=re.I)
    return bool(about) and not _MORE.search(rest) and not _COUNTS.search(words)


_SAID_AGAIN: tuple[tuple[re.Pattern[str], Callable[[Transform], bool]], ...] = (
    (
        re.compile(r"natural log|\(?base e\b|\bln\b", re.I),
        lambda step: isinstance(step, DeriveColumn) and step.expression[0] == "log",
    ),
    (
        re.compile(r"base[ -]?10|\blog10\b", re.I),
        lambda step: isinstance(step, DeriveColumn) and step.expression[1:] == [["log", *columns_used(step)], LN_10],
    ),
    (
        re.compile(r"min(?:imum)?-?max(?:imum)?|\b0 (?:to|and) 1\b", re.I),
        lambda step: isinstance(step, Rescale) and step.method == "minmax",
    ),
)
_TRANSFORMS = re.compile(r"transform\w*|logarithm\w*|\blog\b|normali[sz]\w*|scal(?:e|ed|ing)\b", re.I)
_SETS_MORE = re.compile(r"constant|\badd(?:ing|ed)?\b|epsilon|\d+e-?\d+|\bplus\b|\+", re.I)


def says_the_scale_again(sentence: Sentence, steps: Sequence[Transform]) -> bool:
    """`The logarithm should be the natural one`: agrees with a step that is there, and sets nothing more."""
    words = tidied(sentence.left)
    if not _TRANSFORMS.search(words) or _SETS_MORE.search(words) or _MORE.search(words):
        return False
    agreeing = [does for pattern, does in _SAID_AGAIN if pattern.search(words)]
    return bool(agreeing) and all(any(does(step) for step in steps) for does in agreeing)


def counted_outliers(question: str, left: list[str], step: TreatOutliers) -> list[str]:
    """The sentences left, with one that counts the outliers where the question asks how many there were."""
    if not _COUNTS.search(question):
        return left
    kept = [_ASKED.sub(" ", part) for part in left]
    kept = [part for part in kept if re.search(r"\w{2,}", part)]
    return [*kept, count_of(step)]


def count_of(step: TreatOutliers) -> str:
    """The question how many values the step treats."""
    reach = f" {step.threshold:g}" if step.threshold is not None else ""
    return f"How many outliers does {step.col} have ({_WORDS[step.method]}{reach})?"


def asks_how_many_went(question: str) -> bool:
    """`how many outliers were removed?` and nothing else."""
    return _ASKED.fullmatch(question.strip()) is not None or _ASKED_ELSE.fullmatch(question.strip()) is not None

"""Rules by which a task wants a result told in a word: `linear if p < 0.05 and |r| is at least 0.5, otherwise none`."""

import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from agent.reasoning.rules.narration.answer_form import SENTENCE

_LIST_NUMBER = re.compile(
    r"(?:^\s*|(?<=[\n{(])\s*|(?<=[.;])\s+)(?:(?:question|task|frage|aufgabe)\s*)?\(?\d{1,2}\s*[.:)]\s+(?=\D)|^\s*[-*•]\s+",
    re.I | re.M,
)
_ALPHA = re.compile(r"(?:significance level|alpha)\D{0,30}(0\.\d+)", re.I)
_USUAL_ALPHA = 0.05
_ABSOLUTE = r"(?:(?:(?:absolute|abs)(?: value)?(?: of)?(?: the)?|magnitude of(?: the)?|\|)\s*)"
_QUANTITIES = (  # what is compared, as results call it; the longest words first
    ("p", r"p[- ]?values?|p\b(?=\s*(?:[<>=≤≥]|is))|significance value"),
    ("r2", r"r[- ]squared|r2|r²|coefficient of determination"),
    ("skew", r"skew\w*(?: value)?"),
    ("kurtosis", r"kurtosis(?: value)?"),
    ("r", r"(?:pearson |spearman |kendall )?(?:correlation )?coefficient(?: \(?r\)?)?|r[- ]values?|correlation value|"
          r"correlation(?= is| of the|\s*[<>])|\br\b"),
)  # fmt: skip
_MORE, _LESS = "(?:greater|more|larger|higher)", "(?:less|lower|smaller)"
_OPERATORS = (
    (
        ">=",
        rf"{_MORE} than or equal to|equal to or {_MORE} than|at least|no less than|not less than|>=|≥",
    ),
    (
        "<=",
        rf"{_LESS} than or equal to|equal to or {_LESS} than|at most|no more than|not more than|<=|≤",
    ),
    ("<", r"less than|lower than|smaller than|below|under|<"),
    (">", r"(?:greater|more|larger|higher) than|above|over|exceeds?|>"),
)
_COMPARE: Mapping[str, Callable[[float, float], bool]] = {
    ">=": operator.ge, "<=": operator.le, "<": operator.lt, ">": operator.gt,
}  # fmt: skip
_QUANTITY = "|".join(f"(?P<{name}>{_ABSOLUTE}?(?:the )?(?:{words})\\|?)" for name, words in _QUANTITIES)
_OPERATOR = "|".join(words for _, words in _OPERATORS)
_NUMBER = r"(?P<number>-?\d+(?:\.\d+)?)(?P<percent>\s*%)?|(?:the |this |our )?(?:significance level|alpha(?: level)?)"
_COMPARISON = re.compile(
    rf"(?:(?:{_QUANTITY})(?:(?!\b(?:if|otherwise)\b)[^.,;<>=≤≥]){{0,40}}?)?(?P<op>{_OPERATOR})\s*(?:{_NUMBER})", re.I
)
_BETWEEN = re.compile(
    rf"(?:{_QUANTITY})[^.,;]{{0,25}}?\bbetween (?P<low>-?\d+(?:\.\d+)?) and (?P<high>-?\d+(?:\.\d+)?)", re.I
)
_OTHERWISE = re.compile(r"^\W*(?:otherwise|else|if not)\b[,:]?\s*(?P<outcome>.+)", re.I | re.S)
_OTHERWISE_INSIDE = re.compile(r"[,;]?\s*(?:and\s+|or\s+)?(?:otherwise|else)\b[,:]?\s*", re.I)
_AND_OTHERWISE = re.compile(r"[,;]?\s+(?:and|or)\s+(?P<outcome>[^,;]+?),?\s+otherwise\b\W*$", re.I)
_THEN = re.compile(r"^\s*(?:,\s*(?!(?:and|or)\b)|then\b).*\w", re.I | re.S)
_LEADING = re.compile(r"^\W*(?:and\s+|but\s+)?(?:if|when)\b\s*", re.I)


@dataclass(frozen=True)
class Bound:
    """`|r| >= 0.5`."""

    quantity: str
    op: str
    number: float
    absolute: bool = False

    def holds(self, values: Mapping[str, float]) -> bool:
        """Is it true of these values? KeyError when the quantity is not among them."""
        value = values[self.quantity]
        return _COMPARE[self.op](abs(value) if self.absolute else value, self.number)


@dataclass(frozen=True)
class Rule:
    """`outcome`, in the task's words, where all bounds hold; without bounds, where no rule before does."""

    bounds: tuple[Bound, ...]
    outcome: str


@dataclass(frozen=True)
class Rules:
    """The rules of a task in their order. `is_clear` is False where one of them could not be read."""

    rules: tuple[Rule, ...] = ()
    is_clear: bool = True

    def outcomes_of(self, values: Mapping[str, float]) -> list[str]:
        """The outcomes of all rules that hold. KeyError when a value that a rule needs is not there."""
        found: list[str] = []
        met = False
        for rule in self.rules:
            holds = all(bound.holds(values) for bound in rule.bounds) if rule.bounds else not met
            found += [rule.outcome] if holds else []
            met = rule.bounds != () and (met or holds)
        return found


def rules_in(text: str) -> Rules:
    """The rules with numbers that a text names; sentences without a comparison are none."""
    alpha = _ALPHA.search(text)
    level = float(alpha.group(1)) if alpha else _USUAL_ALPHA
    found: list[Rule] = []
    for sentence in SENTENCE.split(_LIST_NUMBER.sub(" ", text)):
        rules = _rules_of(sentence.strip(), level, bool(found))
        if rules is None:
            return Rules(tuple(found), is_clear=False)
        found += rules
    return Rules(tuple(dict.fromkeys(found)))


def _rules_of(sentence: str, level: float, follows: bool) -> list[Rule] | None:
    """The rules of one sentence; None when it has one that cannot be read."""
    otherwise = _OTHERWISE.match(sentence)
    if otherwise and follows:
        return [Rule((), otherwise.group("outcome"))]
    if not re.search(r"\b(?:if|when)\b", sentence, re.I) or not _has_bound(sentence):
        return []
    trailing = _AND_OTHERWISE.search(sentence)
    main = sentence[: trailing.start()] if trailing else sentence
    main, *rest = _OTHERWISE_INSIDE.split(main, maxsplit=1)
    last = [Rule((), trailing.group("outcome"))] if trailing else [Rule((), rest[0])] if rest else []
    rules = _if_first(main, level) if _LEADING.match(main) else _if_behind(main, level)
    return [*rules, *last] if rules else None


def _if_first(text: str, level: float) -> list[Rule]:
    """`If p is less than 0.05, report X`: what stands behind the last comparison."""
    end = _end_of_bounds(text)
    outcome = re.sub(r"^\W*(?:then\b)?\s*", "", text[end:])
    bounds = _bounds(text[:end], level)
    return [Rule(bounds, outcome)] if bounds and outcome else []


def _if_behind(text: str, level: float) -> list[Rule]:
    """`X if p is less than 0.05, or Y if p is greater`: what stands before each `if`; behind it after a `then`."""
    parts = re.split(r"\b(?:if|when)\b", text, flags=re.I)
    if len(parts) == 2 and _THEN.match(parts[1][_end_of_bounds(parts[1]) :]):
        return _if_first(parts[1], level)
    rules: list[Rule] = []
    outcome = parts[0]
    for part in parts[1:]:
        end = _end_of_bounds(part)
        bounds = _bounds(part[:end], level)
        if not bounds:
            return []
        rules.append(Rule(bounds, outcome))
        outcome = part[end:]
    return rules


def _end_of_bounds(text: str) -> int:
    return max((match.end() for match in _all_bounds(text)), default=0)


def _has_bound(text: str) -> bool:
    return any(_quantity_of(match) for match in _all_bounds(text))


def _all_bounds(text: str) -> list[re.Match[str]]:
    found = [*_COMPARISON.finditer(text), *_BETWEEN.finditer(text)]
    return sorted(found, key=lambda match: match.end())


def _bounds(text: str, level: float) -> tuple[Bound, ...]:
    """The comparisons of a condition, joined by `and`; none where it cannot be read whole."""
    bounds: list[Bound] = []
    quantity, absolute = "", False
    left = text
    for match in _all_bounds(text):
        named = _quantity_of(match)
        if named:
            quantity, absolute = named
        if not quantity:
            return ()
        groups = match.groupdict()
        if groups.get("low") is not None:
            bounds += [Bound(quantity, ">=", float(groups["low"]), absolute),
                       Bound(quantity, "<=", float(groups["high"]), absolute)]  # fmt: skip
        else:
            bounds.append(Bound(quantity, _operator_of(match), _number_of(match, level), absolute))
        left = left.replace(match.group(), " ")
    return () if re.search(r"\bor\b", left, re.I) else tuple(bounds)


def _quantity_of(match: re.Match[str]) -> tuple[str, bool] | None:
    for name, _ in _QUANTITIES:
        said = match.group(name)
        if said:
            return name, re.match(_ABSOLUTE, said, re.I) is not None
    return None


def _operator_of(match: re.Match[str]) -> str:
    said = match.group("op")
    return next(sign for sign, words in _OPERATORS if re.fullmatch(words, said, re.I))


def _number_of(match: re.Match[str], level: float) -> float:
    said = match.group("number")
    if said is None:
        return level
    return float(said) / 100 if match.group("percent") else float(said)

"""The answer once more in the form that was asked for: `@mean_load[41.50]`, each value a reference to its cell."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from agent.reasoning.prompts import NarrateAnswer
from agent.reasoning.rules.narration.answer_form import Slot, slots_in, without_form
from agent.reasoning.rules.narration.decision_rules import Rules, rules_in
from agent.reasoning.rules.narration.facts import Fact, facts_of
from agent.reasoning.rules.narration.matching import Matcher, said_in
from agent.reasoning.rules.narration.operations.summaries import LEVEL
from agent.reasoning.rules.narration.phrases import Phrases
from agent.reasoning.rules.narration.scene import Scene
from agent.specs.measures import Measure
from agent.specs.plots import Plot
from agent.specs.references import arithmetic, cell, literal, reference

_AS_SHARE = re.compile(r"between 0(?:\.0+)? and 1\b", re.I)
_REMOVES = re.compile(r"\b(?:after|by)?\s*remov\w+|\bexclud\w+ (?:the |these |those )?outliers", re.I)
_LARGE = 1000
_LONGEST_LIST = 60


def form_lines(prompt: NarrateAnswer, scenes: Sequence[Scene[Measure | Plot]], phrases: Phrases) -> str:
    """The slots that can be filled for sure, a line each, and which cannot; "" where no form is asked for."""
    slots = slots_in(prompt.question)
    if not slots:
        return ""
    leads = prompt.results[0].reading.compare == "top_key"
    task = without_form(prompt.question)
    usual = frozenset({"without"}) if _REMOVES.search(task) else frozenset[str]()
    matcher = Matcher(tuple(facts_of(scenes, leads=leads)), prompt.datasets, usual)
    filled = _fill(slots, prompt.question, matcher)
    lines = [f"@{literal(slot.name)}[{filled[slot.name]}]" for slot in slots if slot.name in filled]
    left = [f"@{literal(slot.name)}" for slot in slots if slot.name not in filled]
    parts = [
        f"{phrases.say('form.lead')}\n\n{phrases.bullets(lines)}" if lines else "",
        phrases.say("form.unfilled", slots=phrases.joined(left)) if left else "",
    ]
    return "\n\n".join(part for part in parts if part)


def _fill(slots: Sequence[Slot], question: str, matcher: Matcher) -> dict[str, str]:
    rules = rules_in(question)
    filled: dict[str, str] = {}
    numbers: dict[str, Fact] = {}
    for slot in slots:
        if slot.choices:
            word = verdict(slot, rules, matcher)
            filled |= {slot.name: literal(word)} if word else {}
        elif slot.is_list:
            listed = matcher.listed_for(slot)
            whole = bool(listed) and len(listed) <= _LONGEST_LIST
            filled |= {slot.name: ", ".join(_reference_text(fact, slot) for fact in listed)} if whole else {}
        elif slot.is_text and not said_in(slot.inside).wanted:
            named = matcher.names_for(slot)
            filled |= {slot.name: ", ".join(_reference_text(fact, slot) for fact in named)} if named else {}
        else:
            fact = matcher.number_for(slot)
            numbers |= {slot.name: fact} if fact else {}
    cells = Counter(_place(fact) for fact in numbers.values())
    # two slots cannot mean one cell: what tells them apart was not understood
    own = {slot.name: numbers[slot.name] for slot in slots if slot.name in numbers}
    filled |= {
        slot.name: _reference_text(own[slot.name], slot)
        for slot in slots
        if slot.name in own and cells[_place(own[slot.name])] == 1
    }
    return filled


def _place(fact: Fact) -> tuple[str, int, str]:
    return fact.table.artifact_id, fact.row, fact.column


def _reference_text(fact: Fact, slot: Slot) -> str:
    """The reference, rounded as the slot says; without separators, as whoever reads a form by a program expects."""
    number = fact.number
    artifact, row = fact.table.artifact_id, fact.row + 1
    if number is None:
        return reference(artifact, fact.column, row=row)
    form = "" if abs(number) < _LARGE else "plain"
    form = form if slot.decimals is None else f"plain.{slot.decimals}"
    if fact.is_percent and _AS_SHARE.search(slot.about):
        return arithmetic(f"{cell(artifact, fact.column, row=row)} / 100", form)
    return reference(artifact, fact.column, row=row, fmt=form)


# ----------------------------------------------------------------
# Which of the words that a form offers is the verdict: by the task's own rules, else by the measure's test.


_DENIES = re.compile(
    r"\b(?:not|no|non|none|false|isn't|doesn't|never|insignificant|poor|nein|nicht)\b|\bnon\w|いいえ", re.I
)
_ON_REJECTING = re.compile(
    r"\b(?:fail(?:s|ed)? to reject|(?:(?:do|does|is|are|can) ?not|cannot) (?:be )?reject(?:ed)?|reject(?:s|ed)?)"
    r"(?: the| this)?(?: null(?: hypothesis)?)?"
    r"|\b(?:the )?null hypothesis (?:is|can be|cannot be)(?: not)? rejected",
    re.I,
)
_NAMES_NORMAL = re.compile(r"normal|gauss", re.I)
_NAMES_LINK = re.compile(r"signific|correl|relation|associat|differ", re.I)
_REVERSED = re.compile(r"reject|skewed|non.?normal|not.?normal|abnormal", re.I)
_AFFIRMS = re.compile(r"^(?:yes|true|ja|wahr|はい)$", re.I)


def verdict(slot: Slot, rules: Rules, matcher: Matcher) -> str | None:
    """The choice that the results lead to; None where rules and results do not lead to exactly one."""
    if not rules.is_clear:
        return None
    mapped = _by_rules(slot, rules, matcher)
    if mapped is not None:
        return mapped[0] if len(mapped) == 1 else None
    return _by_test(slot, matcher)


def _by_rules(slot: Slot, rules: Rules, matcher: Matcher) -> list[str] | None:
    """The choices that the rules lead to; None where no rule is about these choices."""
    about = [rule for rule in rules.rules if _choice_in(rule.outcome, slot)]
    if not about:
        return None
    quantities = {bound.quantity for rule in rules.rules for bound in rule.bounds}
    values = {name: value for name in quantities if (value := _value(name, slot, matcher)) is not None}
    needed = {bound.quantity for rule in about for bound in rule.bounds}
    if not needed <= set(values):
        return []
    usable = Rules(tuple(rule for rule in rules.rules if {bound.quantity for bound in rule.bounds} <= set(values)))
    outcomes = usable.outcomes_of(values)
    found = [choice for outcome in outcomes if (choice := _choice_in(outcome, slot))]
    open_ones = [outcome for outcome in outcomes if len(_named_in(outcome, slot.choices)) > 1]
    if not found and open_ones:
        return _by_sign(_named_in(open_ones[0], slot.choices), slot, matcher)
    return list(dict.fromkeys(found))


def _value(quantity: str, slot: Slot, matcher: Matcher) -> float | None:
    if quantity == "r2":
        fit = matcher.of_statistic("r2", slot)
        if fit is not None:
            return fit.number
        r = matcher.of_statistic("r", slot)
        return None if r is None or r.number is None else r.number**2
    fact = matcher.of_statistic(quantity, slot)
    return fact.number if fact else None


def _choice_in(outcome: str, slot: Slot) -> str | None:
    """The one choice that an outcome names, or that says no where the outcome does."""
    clean = _ON_REJECTING.sub(" ", outcome)
    named = _named_in(clean, slot.choices)
    denying, affirming = _sides(slot)
    if (
        len(named) == 1
        and len(slot.choices) > 2
        and named[0] in affirming
        and not _DENIES.search(_without(named[0], clean))
    ):
        return named[0]
    if len(named) == 1 and named[0] in denying:
        return named[0]
    if len(named) > 1 or not re.search(r"\w{3}", clean):
        return None
    if _DENIES.search(_space(clean)):
        return denying[0] if len(denying) == 1 else None
    return affirming[0] if len(slot.choices) == 2 and len(affirming) == 1 and _speaks_of(clean, slot) else None


def _sides(slot: Slot) -> tuple[list[str], list[str]]:
    """The choices that deny, and the others; beside a "none", nonlinear is a kind of link of its own."""
    denying = [choice for choice in slot.choices if _DENIES.search(_space(choice))]
    if len(slot.choices) > 2:
        denying = [choice for choice in denying if not re.match(r"non(?!e\b)\w", _space(choice))]
    return denying, [choice for choice in slot.choices if choice not in denying]


def _speaks_of(outcome: str, slot: Slot) -> bool:
    """Is an outcome about what the choices tell: a distribution, a link, a fit?"""
    told = f"{slot.name} {slot.about} {' '.join(slot.choices)}"
    return any(pattern.search(outcome) and pattern.search(told) for pattern in (_NAMES_NORMAL, _NAMES_LINK)) or bool(
        _named_in(outcome, slot.choices)
    )


def _named_in(text: str, choices: Sequence[str]) -> list[str]:
    """The choices that a text names, the longest first; what a longer one has taken names no shorter one."""
    left = _space(text)
    found = []
    for choice in sorted(choices, key=lambda item: -len(_space(item))):
        pattern = rf"(?<!\w){re.escape(_space(choice))}(?!\w)"
        if re.search(pattern, left):
            found.append(choice)
            left = re.sub(pattern, " ", left)
    return found


def _without(choice: str, text: str) -> str:
    return _space(text).replace(_space(choice), " ")


def _space(text: str) -> str:
    plain = re.sub(r"[\s_\"'“”]+", " ", text.casefold())
    return re.sub(r"\bnon[- ]", "non", plain).strip()


def _by_test(slot: Slot, matcher: Matcher) -> str | None:
    """Without rules in the task: by the usual level of the measure's test, or by the sign of a correlation."""
    denying, affirming = _sides(slot)
    signed = _by_sign(list(slot.choices), slot, matcher)
    if signed:
        return signed[0]
    p = matcher.of_statistic("p", slot)
    told = f"{slot.name.replace('_', ' ')} {' '.join(slot.choices)}"
    if p is None or p.number is None or len(denying) != 1 or len(affirming) != 1 or _REVERSED.search(slot.name):
        return None
    is_normality = p.table.has("test") and not (p.table.has("effect") or p.table.has("cramers_v"))
    about = f"{told} {slot.about}" if _AFFIRMS.match(affirming[0]) else told
    if is_normality:
        return (affirming if p.number >= LEVEL else denying)[0] if _NAMES_NORMAL.search(about) else None
    return (affirming if p.number < LEVEL else denying)[0] if _NAMES_LINK.search(about) else None


_PRACTICALLY_NONE = 0.1


def _by_sign(choices: Sequence[str], slot: Slot, matcher: Matcher) -> list[str]:
    """`positive` or `negative` by the sign of a coefficient; a link near none where "none" is offered is not told."""
    fact: Fact | None = matcher.of_statistic("r", slot) or matcher.leading("r")
    if fact is None or not fact.number:
        return []
    ways: Mapping[str, list[str]] = {
        way: [choice for choice in choices if re.search(way, choice, re.I)] for way in ("positiv", "negativ")
    }
    if any(len(found) != 1 for found in ways.values()):
        return []
    if len(choices) > len(ways) and abs(fact.number) < _PRACTICALLY_NONE:
        return []
    return ways["positiv" if fact.number > 0 else "negativ"]

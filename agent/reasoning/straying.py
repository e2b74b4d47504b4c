"""Readings of a model that leave words of a question which the rules understood: no second meaning of it."""

from collections.abc import Sequence

from pydantic import JsonValue

from agent.reasoning.prompts import ReadQuestion
from agent.reasoning.rules.reading.memory import Memory
from agent.reasoning.rules.reading.question import Question
from agent.specs.plain import texts_in
from agent.specs.reading import Reading


def strays(reading: Reading, own: Sequence[Reading], question: Question, prompt: ReadQuestion) -> bool:
    """Whether a reading passes over a column or a condition of the question's words that every reading of the rules
    uses, or brings in a group or a condition that neither those words nor the readings before name.
    """
    names = {column.name for table in prompt.datasets for column in table.columns}
    theirs = _columns(reading, names)
    ours = [_columns(each, names) for each in own]
    said = [{candidate.name for candidate in link.candidates} for link in question.links]
    needed = [columns for columns in said if all(columns & used for used in ours)]
    if any(not columns & theirs for columns in needed):
        return True
    if _talked_before(prompt) and all(theirs < used for used in ours):
        return True  # a follow-up goes on with what was measured before
    asked = question.has("distinct", "growth") and all(_counts_or_grows(each) for each in own)
    if asked and not _counts_or_grows(reading):
        return True
    own_conditions = [_conditions(each) for each in own]
    if all(own_conditions) and not _conditions(reading):
        return True
    if _conditions(reading) and not any(own_conditions) and not unknown_words(question):
        return True
    cells = {match.column for value in question.values for match in value.matches}
    talked_about = set().union(*said, *ours, cells)
    return bool(_grouped(reading) & names - talked_about)


def _talked_before(prompt: ReadQuestion) -> bool:
    return Memory.from_json(prompt.frame).last is not None


def _counts_or_grows(reading: Reading) -> bool:
    """Whether different values are counted, or a change from one period to the next is computed."""
    told = " ".join(text for spec in reading.specs for text in texts_in(spec.model_dump(mode="json")))
    return "nunique" in told or any(getattr(spec, "growth", "none") != "none" for spec in reading.specs)


def unknown_words(question: Question) -> int:
    """How many words of the question the rules have no meaning for; any of them may be a condition."""
    return sum(token.stem not in question.file_words for token in question.unexplained)


def _columns(reading: Reading, names: set[str]) -> set[str]:
    return {text for spec in reading.specs for text in texts_in(spec.model_dump(mode="json"))} & names


def _conditions(reading: Reading) -> bool:
    """Whether rows are chosen anywhere: by filters, or by those of a part of a ratio."""
    return any(_holds_filters(spec.model_dump(mode="json")) for spec in reading.specs)


def _holds_filters(told: JsonValue) -> bool:
    if isinstance(told, dict):
        return any((key == "filters" and bool(held)) or _holds_filters(held) for key, held in told.items())
    return isinstance(told, list) and any(_holds_filters(item) for item in told)


def _grouped(reading: Reading) -> set[str]:
    """Columns that the results are split by."""
    split = (getattr(spec, name, None) for spec in reading.specs for name in ("group_cols", "color", "group_col", "by"))
    return {text for told in split for text in texts_in(told)}

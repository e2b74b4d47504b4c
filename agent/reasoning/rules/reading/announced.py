"""Codes for missing cells that the question announces: `-999 stands for not measured`, `faults are -9999`."""

import re
from dataclasses import replace

from agent.reasoning.prompts import Decision, ReadQuestion
from agent.reasoning.rules.narration.phrases import Phrases
from agent.reasoning.rules.reading.frame import ColumnRef, ConditionSlot, Frame
from registry.fault_codes import BACKWARD, FORWARD, announced_codes
from registry.profile import ColumnProfile, DatasetProfile

_BETWEEN_CLAUSES = re.compile(r"(?<=[!?])\s+|(?<=\w\w\.)\s+|(?<=[;。？！])\s*|\s*(?=[(（])|(?<=[)）])")
_AS_A_NOTE = re.compile(r"\s+(?:is|are|was|were)?\s*coded(?: as)?\s+|\s+(?:is|was)\s+(?:a|an)\s+", re.I)
"""`faults are coded -99`, `-99 is a fault`: said with more words than a note in a file has."""
_LEAVE = re.compile(
    r"\b(?:ignor\w+|exclud\w+|leav\w+ out|drop\w*|skip\w*|without|not count\w*|disregard\w*|ohne|ignorier\w*)\b"
    r"[^;.!?()\d]{0,30}?(?<![\w.])([-−]9{2,6})(?!\d)|([-−]9{2,6})(?:を|は)?(?:除|無視|除外)",
    re.I,
)


def without_announcement(prompt: ReadQuestion) -> tuple[ReadQuestion, tuple[str, ...]]:
    """The prompt with a question that no longer holds the announcement, and the codes announced, as in cells."""
    codes: dict[str, None] = {}
    kept = []
    for clause in _BETWEEN_CLAUSES.split(prompt.question):
        noted = _AS_A_NOTE.sub(" = ", clause)
        found = _codes_in(noted)
        codes |= dict.fromkeys(found)
        kept.append(_rest_of(noted) if found else clause)
    text = " ".join(part for part in kept if part.strip()).strip(" ;")
    if not codes or not re.search(r"\w", text):
        return prompt, ()
    return replace(prompt, question=text), tuple(codes)


def _codes_in(clause: str) -> tuple[str, ...]:
    told = [code for code in announced_codes([clause]) if _looks_like_a_code(code)]
    left = [code.replace("−", "-") for match in _LEAVE.finditer(clause) for code in match.groups() if code]
    return tuple(dict.fromkeys([*told, *left]))


def _looks_like_a_code(code: str) -> bool:
    """A number that no measure would give, or letters with points or capitals; a plain number may be anything."""
    return bool(re.fullmatch(r"-\d+(\.\d+)?|9{3,}", code)) or ("." in code and not code[0].isdigit())


def _rest_of(clause: str) -> str:
    """What a clause says beside its announcement: `mean temperature, -99 means missing` asks something too."""
    spans = [match.span() for pattern in (FORWARD, BACKWARD, _LEAVE) for match in pattern.finditer(clause)]
    start = min(first for first, _ in spans)
    before = clause[:start]
    parts = re.split(r"[,:]|\bwhere\b|\bbut\b|\bwobei\b|\baber\b|、", before)
    asked = ", ".join(part.strip() for part in parts[:-1])
    whole_lead = parts[-1] if len(parts) == 1 and not clause.startswith("(") and len(before.split()) > 2 else ""
    return f" {asked or whole_lead} ".replace("(", "")


def with_codes_left_out(frame: Frame, codes: tuple[str, ...], datasets: tuple[DatasetProfile, ...]) -> Frame:
    """The frame without the cells that hold a code; where missing cells are asked for, those cells are meant."""
    columns = list(dict.fromkeys(column for metric in frame.metrics for column in metric.columns))
    conditions = []
    for alternatives in frame.conditions:
        first = alternatives[0]
        held = _held(first.column, codes, datasets)
        if first.op == "is_null" and held and not _profile(first.column, datasets).missing:
            conditions.append([first.model_copy(update={"op": "in", "value": held})])
            columns = [column for column in columns if column != first.column]
            continue
        conditions.append(alternatives)
    for column in columns:
        held = _held(column, codes, datasets)
        if held:
            conditions.append([ConditionSlot(column=column, op="not_in", value=held, words="code")])
    return frame.model_copy(update={"conditions": conditions})


def _held(column: ColumnRef, codes: tuple[str, ...], datasets: tuple[DatasetProfile, ...]) -> list[float | str]:
    """The codes that a column can hold: numbers within its bounds, words among its values."""
    profile = _profile(column, datasets)
    if profile.numeric is not None:
        low, high = profile.numeric.minimum, profile.numeric.maximum
        return [float(code) for code in codes if _is_number(code) and low <= float(code) <= high]
    return [code for code in codes if profile.kind == "text" and not _is_number(code)]


def _is_number(code: str) -> bool:
    return re.fullmatch(r"-?\d+(\.\d+)?", code) is not None


def _profile(column: ColumnRef, datasets: tuple[DatasetProfile, ...]) -> ColumnProfile:
    table = next(table for table in datasets if table.dataset_id == column.dataset_id)
    return next(item for item in table.columns if item.name == column.column)


def telling_codes(decision: Decision, codes: tuple[str, ...], phrases: Phrases) -> Decision:
    """The decision whose readings say which codes count as missing for this question."""
    said = phrases.say("reading.assumed.codes", codes=", ".join(codes))
    readings = [item.model_copy(update={"assumptions": [*item.assumptions, said]}) for item in decision.readings]
    return decision.model_copy(update={"readings": readings})

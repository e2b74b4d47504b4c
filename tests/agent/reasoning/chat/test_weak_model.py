"""Reviewed turns and whole studies with a model that answers each prompt badly: they end in a sentence all the same."""

import json
import re
from dataclasses import replace

import pytest

from agent.model_settings import ModelSettings
from agent.service import PickedOption
from agent.state import TurnRecord
from tests.agent.reasoning.chat.test_review_prompts import UNREAD, act
from tests.agent.reasoning.chat.test_review_turns import REPLIES, Talk
from tests.cases import some
from tests.protocol_server import ProtocolServer, scripted

INVENTED: dict[str, str] = {
    "classify_question": '{"query_type": "astrology", "rationale": "x"}',
    "plan_tools": json.dumps(act("aggregate_data", column="galaxy", operation="mean", group_by="stardust")),
    "narrate_answer": "It is {S1[Nowhere].galaxy_mean}, or {S7[#99].x}.",
    "critique_answer": '{"faults": ["The galaxy is 4711."], "score": 0.1, "says": "use the galaxy 4711"}',
    "plan_study": '{"outcome": "galaxy", "leave_out": [{"column": "stardust"}]}',
    "read_study_change": '{"action": "change", "outcome": "galaxy", "leave_out": ["stardust"], "ease": {"galaxy": 99}}',
    "tell_study": "Galaxy explains {ranking[galaxy].impact_pct}, and stardust {stardust[#1].x}.",
    "answer_from_study": '{"found": true, "text": "The galaxy is {A999[galaxy].impact_pct}."}',
}
"""What names columns, results and kinds that do not exist."""
WRONG: dict[str, str] = {
    **REPLIES,
    "narrate_answer": "It is 4711 in {S1[#1].department}.",
    "critique_answer": '{"faults": [], "score": 0.1}',
    "plan_study": '{"outcome": "salary", "leave_out": [{"column": "department"}, {"column": "level"},'
    ' {"column": "name"}]}',
    "read_study_change": '{"action": "change", "buckets": 3, "only_rows": [{"col": "department", "op": "==",'
    ' "value": "Nowhere"}]}',
    "tell_study": "Salary is explained by {ranking[#1].driver} with 4711 percent.",
    "answer_from_study": '{"found": true, "text": "The mean is 4711, see {ranking[#1].driver}."}',
}
"""What names what exists, and tells it wrongly."""
PURPOSES = tuple(INVENTED)
BAD = {"empty": dict.fromkeys(INVENTED, ""), "no object": dict.fromkeys(INVENTED, "[]"), "invented": INVENTED,
       "wrong": WRONG}  # fmt: skip
LONGEST_STUDY = 12  # turns


def ended(turn: TurnRecord) -> None:
    """The turn says something, and no figure of the model stands in it unmarked."""
    assert turn["status"] != "error"
    assert turn["answer"]["text"].strip() or turn["pending"] is not None
    marked = [one["display"] for one in turn["answer"]["citations"] if not one["verified"]]
    text = re.sub("“[^”]*”", "", turn["answer"]["text"])  # the person's own words, said again
    assert text.count("4711") == marked.count("4711")
    assert not [word for word in ("galaxy", "stardust", "{S", "{A") if word in text]


@pytest.mark.parametrize("kind", some(sorted(BAD)))
def test_a_study_answered_badly_at_every_prompt_ends_in_sentences(
    server: ProtocolServer, settings: ModelSettings, kind: str
) -> None:
    server.brain = scripted({**REPLIES, **BAD[kind]})
    talk = Talk(replace(settings, turn_seconds=60))
    turns = talk.study()
    while talk.service.pending(talk.id) and len(turns) < LONGEST_STUDY:
        turns.append(talk.service.ask(talk.id, "zorp that blick to 4711", workflow="guided_study"))
        pending = talk.service.pending(talk.id)
        if pending is not None:
            turns.append(talk.service.answer(talk.id, PickedOption(pending["checkpoint_id"], "accept")))
    turns.append(talk.service.ask(talk.id, "wuggish 4711 of frobs?", workflow="guided_study"))
    for turn in turns:
        ended(turn)
    assert turns[-2]["status"] == turns[-1]["status"] == "answered"
    assert talk.service.pending(talk.id) is None


@pytest.mark.parametrize("question", [UNREAD, "average salary by department"])
@pytest.mark.parametrize("kind", some(sorted(BAD)))
def test_a_reviewed_turn_answered_badly_at_every_prompt_ends_in_a_sentence(
    server: ProtocolServer, settings: ModelSettings, kind: str, question: str
) -> None:
    server.brain = scripted({**REPLIES, **BAD[kind]})
    talk = Talk(replace(settings, turn_seconds=60))
    ended(talk.review(question))
    assert len(server.received) <= settings.turn_calls
    assert talk.review("average salary by level")["answer"]["text"]

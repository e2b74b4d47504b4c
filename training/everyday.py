"""The everyday items as examples: plain questions, all of which the rules answer as expected.

They were in view when the rules were written, so they say nothing about how good the rules are. They say what plain
questions look like, of which people who write questions for training write few. They are fitted on, never reported.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path

from agent.reasoning.prompts import PastTurn
from agent.reasoning.reader.trust.evidence import evidence, seen
from agent.reasoning.rules.reading.memory import Memory
from agent.reasoning.rules.reading.read import read_question
from training.asking import loaded
from training.gathering import Example
from training.outcomes import NO_READING

FOLDER = "TALLY_EVERYDAY"
"""The environment variable that names a folder of `items.jsonl` and `data/`; none are read where it is not set."""


def everyday() -> list[Example]:
    """An example a turn that the rules act on; told right where an answer is expected."""
    named = os.environ.get(FOLDER)
    if not named:
        return []
    lines = (Path(named) / "items.jsonl").read_text(encoding="utf-8").splitlines()
    return [each for line in lines for each in _examples(json.loads(line), Path(named))]


def _examples(item: dict[str, list[dict[str, dict[str, str]]]], folder: Path) -> Iterator[Example]:
    data = loaded(folder, [str(name) for name in item["files"]])
    memory: Memory | None = None
    history: list[PastTurn] = []
    for turn in item["turns"]:
        question = str(turn["ask"])
        prompt = data.prompt(question, memory, history)
        decision = read_question(prompt)
        history.append(PastTurn(question, "answered", "", ""))
        memory = Memory.from_json(decision.frame) if decision.frame is not None else memory
        if decision.next_action == "act":
            action = "act" if turn["expect"]["status"] == "answered" else "ask"
            yield Example(
                key=f"{item['id']}:{len(history)}", corpus="everyday", file=f"everyday/{item['files'][0]}",
                split="train", language="", follows=len(history) > 1,
                evidence=evidence(seen(prompt, decision, read_question)), told_right=action == "act", one=True,
                today="right" if action == "act" else "due", untold=NO_READING["act" if action == "act" else "ask"],
            )  # fmt: skip

"""Reads, with the real reader, the questions of tests for which no line is written.

    python -m pytest ...                 # fails where a question has no line, and keeps its prompt in out/unread.jsonl
    python -m tests.record_readings      # asks the real reader where its weights are; names the questions where not

What it writes goes into readings.json under "recorded". A line that a test needs otherwise than the real reader reads
it is written by hand, under "by_hand", in the same form; that section wins.
"""

import json
import math
import sys
from collections.abc import Mapping
from contextlib import closing

from agent.reader.engine import ReaderEngine
from agent.reader.weights import weights_found
from agent.settings import Settings
from tests.agent.reader.scripted import READINGS, UNREAD, keys_of
from training.recorded import RecordedReader

KEPT = UNREAD.with_name("completions.jsonl")
"""What was read once is not read again."""
Lines = list[tuple[str, float]]


def main() -> int:
    """0 when every question has a line; 1 when some have none and the weights are not here."""
    told = json.loads(READINGS.read_text(encoding="utf-8"))
    prompts = [json.loads(line) for line in UNREAD.read_text(encoding="utf-8").splitlines()] if UNREAD.exists() else []
    lacking = {
        prompt: None for prompt in prompts if not any(key in told[part] for key in keys_of(prompt) for part in told)
    }
    settings = Settings(reader_seconds=600)
    if lacking and weights_found(settings)[0] is None:
        print("\n".join(keys_of(prompt)[0] for prompt in lacking))
        print("The weights are not here: run `tally reader get`, or write lines by hand.", file=sys.stderr)
        return 1
    with closing(RecordedReader(KEPT, ReaderEngine(settings))) as reader:
        for prompt in lacking:
            told["recorded"][_key(prompt, told)] = _read(reader, prompt)
            READINGS.write_text(written(told), encoding="utf-8")
    UNREAD.unlink(missing_ok=True)
    return 0


def _key(prompt: str, told: Mapping[str, Mapping[str, Lines]]) -> str:
    """The widest key that is free: the question alone where it is read one way."""
    return next(key for key in reversed(keys_of(prompt)) if not any(key in lines for lines in told.values()))


def _read(reader: RecordedReader, prompt: str) -> Lines:
    completions = reader.complete(prompt, stopped=lambda: False, place=lambda _: None)
    return [(each.text.strip(), round(math.exp(each.log_probability), 3)) for each in completions]


def written(told: Mapping[str, Mapping[str, Lines]]) -> str:
    """The file of readings, one question a line, sorted."""
    return "{\n" + ",\n".join(f'  "{part}": {{\n{_section(told[part])}\n  }}' for part in sorted(told)) + "\n}\n"


def _section(lines: Mapping[str, Lines]) -> str:
    return ",\n".join(f"    {_text(key)}: {_text(lines[key])}" for key in sorted(lines))


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    sys.exit(main())

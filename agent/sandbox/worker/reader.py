"""Reads a program's answer and prints inside a locked-down process, so that hostile bytes cost the app nothing.

The reader never runs the program; it is forked from the zygote and gives up everything that a program's process does.
"""

import os

from agent.sandbox.answer import BadAnswerError, read_answer
from agent.sandbox.clean_text import plain_text
from agent.sandbox.protocol import RESULT_DESCRIPTOR, reader_parts
from agent.sandbox.read_answer import Reading, packed


def run_reader(content: bytes) -> None:
    """Reads `content` (see `reader_bytes`) and writes the packed reading to the result pipe."""
    left = memoryview(packed(_reading(*reader_parts(content))))
    while left:
        left = left[os.write(RESULT_DESCRIPTOR, left) :]


def _reading(prints: bytes, answer: bytes) -> Reading:
    printed = prints.decode("utf-8", "replace")
    cleaned = plain_text(printed)
    if not answer:
        return Reading(prints=cleaned, prints_changed=cleaned != printed)
    try:
        return Reading(read_answer(answer), "", cleaned, cleaned != printed)
    except BadAnswerError as bad:
        return Reading(None, f"{bad} Nothing of it is shown.", cleaned, cleaned != printed)

"""The app that takes its time, as long as a test holds it, over a question, a study's explanation or a file that holds
the word "slowly" (a file in its name). Everything else is real."""

import dataclasses
import os
import time
from pathlib import Path
from typing import cast, get_args

import streamlit as st
from starlette.middleware import Middleware

from agent.reasoning.factory import reasoner_for
from agent.reasoning.prompts import Answer, NarrateAnswer, Prompt, ReadQuestion, Reasoner
from agent.reasoning.study_prompts import TellStudy
from agent.service import AnalystService
from agent.settings import Settings
from agent.specs.study import LensName
from pages.components import process
from pages.components.connection.browser import BrowserCookie
from pages.components.navigation import run_selected_page
from registry import store
from registry.dataset import DETECT, ReadingChoices
from registry.file_reader import ReadFile, read_file
from registry.watching import reached

WORD = "slowly"
HOLD = Path(os.environ["TALLY_TEST_HOLD"])  # while this file is there, what is slow does not end
HOLD_SECONDS = 600  # for at most
LENSES = get_args(LensName)


class SlowReasoner:
    """Answers as the given reasoner does, later."""

    name = "slow"
    looks = False
    programs = False

    def __init__(self, inner: Reasoner) -> None:
        self._inner = inner

    def decide(self, prompt: Prompt[Answer]) -> Answer:
        """The inner reasoner's answer to the prompt without the word."""
        if isinstance(prompt, ReadQuestion | NarrateAnswer) and WORD in prompt.question:
            _take_time()
            plain = dataclasses.replace(prompt, question=prompt.question.replace(WORD, "").strip())
            return self._inner.decide(cast(Prompt[Answer], plain))
        if isinstance(prompt, TellStudy) and prompt.part == LENSES[0] and WORD in prompt.scope.outcome:
            _take_time()
        return self._inner.decide(prompt)


def _take_time() -> None:
    end = time.monotonic() + HOLD_SECONDS
    while HOLD.exists() and time.monotonic() < end:
        time.sleep(0.05)


def build_slow_service() -> AnalystService:
    settings = Settings.from_environment(os.environ)
    return AnalystService(settings, reasoner=SlowReasoner(reasoner_for(settings)))


def read_slowly(content: bytes, file_name: str, choices: ReadingChoices = DETECT) -> ReadFile:
    """The file read as ever, later; how far it is is told meanwhile, as of a large one."""
    end = time.monotonic() + HOLD_SECONDS
    while WORD in file_name and HOLD.exists() and time.monotonic() < end:
        reached("rows", 250_000, 1_000_000)
        time.sleep(0.05)
    return read_file(content, file_name, choices)


vars(store)["read_file"] = read_slowly
process.build_service = build_slow_service
app = st.App(__file__, middleware=[Middleware(BrowserCookie)])

if __name__ == "__main__":
    run_selected_page()

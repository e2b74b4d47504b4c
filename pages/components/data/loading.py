"""Files and samples on their way into the conversation, and what became of each."""

import time
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from itertools import count
from typing import Protocol

import streamlit as st

from agent.errors import TallyError
from agent.service import AnalystService
from pages.components.catalogue import say, say_count, say_if_known
from pages.components.data.mending.refused import keep_refused
from pages.components.data.upload_preview import note_added
from pages.components.escape import escape
from registry.by_path.places import PathError
from registry.dataset import Dataset
from registry.errors import UnreadableFileError
from registry.samples import SAMPLES

SUCCESS_SECONDS = 8.0
PROBLEM_SECONDS = 120.0
_OUTCOMES = "load_outcomes"
_HANDLED = "handled_files"
_ROUND = "upload_round"


class NamedFile(Protocol):
    """What Streamlit hands over for one uploaded file."""

    name: str
    file_id: str

    def getvalue(self) -> bytes: ...


@dataclass(frozen=True)
class Outcome:
    """What became of one file: rows and columns, or one sentence with a remedy."""

    name: str
    rows: int = 0
    columns: int = 0
    warnings: int = 0
    others: int = 0  # tables of the file that were not loaded
    problem: str = ""
    mendable: bool = False  # it is kept with its problem where the person can say how to read it
    dataset_id: str = ""  # of what was loaded
    at: float = field(default_factory=time.monotonic)

    @property
    def is_news(self) -> bool:
        """Whether it still has to be told: pages are drawn again at any moment, so once is not enough."""
        return time.monotonic() - self.at < (PROBLEM_SECONDS if self.problem else SUCCESS_SECONDS)


def load_files(service: AnalystService, conversation_id: str, files: Iterable[NamedFile]) -> None:
    """Loads each file once, however often the page runs, and keeps what became of it for `show_outcomes`.

    The lists are fetched first and nothing of Streamlit is touched between loading and noting: a rerun that arrives
    in the middle ends the run only before or after a file, never between its load and its note.
    """
    outcomes: list[Outcome] = st.session_state.setdefault(_OUTCOMES, [])
    handled: set[str] = st.session_state.setdefault(_HANDLED, set())
    new = [file for file in files if file.file_id not in handled]
    if not new:
        return
    with st.spinner(say_count("files.reading", len(new))):
        for file in new:
            handled.add(file.file_id)
            outcomes.append(_load(service, conversation_id, file.name, file.getvalue()))
    _note_added(service, conversation_id, outcomes[-len(new) :])


def load_text(service: AnalystService, conversation_id: str, text: str) -> None:
    """Loads pasted cells under a name that no data set has, and notes what became of them."""
    outcomes: list[Outcome] = st.session_state.setdefault(_OUTCOMES, [])
    names = {dataset.name for dataset in service.datasets.datasets(conversation_id)}
    number = next(number for number in count(1) if _pasted(number) not in names)
    outcomes.append(_load(service, conversation_id, _pasted(number), text.encode("utf-8", errors="replace")))
    _note_added(service, conversation_id, outcomes[-1:])


def load_path(service: AnalystService, conversation_id: str, path: str) -> None:
    """Loads a file or folder by its path, and notes what became of it."""
    outcomes: list[Outcome] = st.session_state.setdefault(_OUTCOMES, [])
    try:
        outcomes.append(_cargo_of(service.datasets.add_path(conversation_id, path)))
    except PathError as refused:
        outcomes.append(Outcome(path, problem=say(f"by_path.{refused.problem}")))
    except TallyError as refused:
        outcomes.append(Outcome(path, problem=str(refused)))
    _note_added(service, conversation_id, outcomes[-1:])


def _note_added(service: AnalystService, conversation_id: str, outcomes: Iterable[Outcome]) -> None:
    for outcome in outcomes:
        if outcome.dataset_id:
            note_added(service, conversation_id, outcome.dataset_id)


def _pasted(number: int) -> str:
    return f"{say('paste.file')}.tsv" if number == 1 else f"{say('paste.file')} {number}.tsv"


def add_sample(service: AnalystService, conversation_id: str, sample_id: str) -> None:
    """Loads a sample data set (a button's callback)."""
    outcomes: list[Outcome] = st.session_state.setdefault(_OUTCOMES, [])
    try:
        outcomes.append(_cargo_of(service.datasets.add_sample(conversation_id, sample_id)))
    except TallyError as refused:
        outcomes.append(Outcome(SAMPLES[sample_id].title, problem=str(refused)))


def show_uploader(service: AnalystService, conversation_id: str, key: str) -> None:
    """A place to drop files; files are loaded as they arrive, and the place is empty again afterwards."""
    turn = int(st.session_state.setdefault(_ROUND, 0))
    limit = service.settings.max_file_megabytes
    with st.container(key=f"drop_{key}"):
        files = st.file_uploader(
            say("files.drop", kinds=say("files.kinds"), limit=str(limit)),
            accept_multiple_files=True,
            key=f"{key}_{turn}",
            max_upload_size=limit,
            help=say("files.kept" if service.settings.data_folder else "files.in_memory"),
        )
    if files:
        load_files(service, conversation_id, files)
        st.session_state[_ROUND] = turn + 1
        st.rerun()


def show_samples(service: AnalystService, conversation_id: str, key: str) -> None:
    """The sample data sets, one click each."""
    have = {dataset.name for dataset in service.datasets.datasets(conversation_id)}
    columns = st.columns(len(SAMPLES))
    for column, sample in zip(columns, SAMPLES.values(), strict=True):
        with column.container(border=True, height="stretch"):
            about = f"sample.{sample.sample_id}"
            st.markdown(f"**{escape(say_if_known(f'{about}.title', sample.title))}**")
            st.caption(escape(say_if_known(f"{about}.description", sample.description)))
            st.button(
                say("files.sample_loaded" if sample.file_name in have else "files.sample"),
                key=f"{key}_sample_{sample.sample_id}",
                disabled=sample.file_name in have,
                on_click=add_sample,
                args=(service, conversation_id, sample.sample_id),
                width="stretch",
                help=say("files.licence", licence=escape(sample.licence)),
            )


def show_outcomes(shown: Collection[str] = ()) -> None:
    """What became of the files that came in last; `shown`: ids of data sets that stand on the page with all of that."""
    outcomes: list[Outcome] = st.session_state.setdefault(_OUTCOMES, [])
    outcomes[:] = [outcome for outcome in outcomes if outcome.is_news]
    for outcome in outcomes:
        if outcome.mendable or outcome.dataset_id in shown:
            continue
        if outcome.problem:
            told = say("files.not_loaded", name=escape(outcome.name), why=escape(outcome.problem))
            st.error(told, icon=":material/error:")
        else:
            st.success(_sentence(outcome), icon=":material/check:")


def _sentence(outcome: Outcome) -> str:
    parts = [say_count("rows", outcome.rows), say_count("columns", outcome.columns)]
    parts += [say_count("warnings", outcome.warnings)] if outcome.warnings else []
    told = say("files.loaded", name=escape(outcome.name), parts=say("files.between").join(parts))
    return told + (say_count("files.more_tables", outcome.others) if outcome.others else "")


def _load(service: AnalystService, conversation_id: str, name: str, content: bytes) -> Outcome:
    try:
        return _cargo_of(service.datasets.add(conversation_id, name, content))
    except UnreadableFileError as refused:
        kept = keep_refused(conversation_id, name, content, refused)
        return Outcome(name, problem=str(refused), mendable=kept)
    except TallyError as refused:
        return Outcome(name, problem=str(refused))


def _cargo_of(dataset: Dataset) -> Outcome:
    warnings = len(dataset.receipt.of("warning"))
    others = max(0, len(dataset.offered) - 1)
    return Outcome(
        dataset.name,
        dataset.profile.rows,
        len(dataset.profile.columns),
        warnings,
        others,
        dataset_id=dataset.dataset_id,
    )

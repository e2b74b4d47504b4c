"""People read their own language: every text has one in each, and an answer in German or Japanese holds no English."""

import ast
import io
import re
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from agent.analysis.frames.ledger import ledger_in_words
from agent.service import AnalystService
from agent.settings import Settings
from agent.state import Artifact, TurnRecord
from languages.phrase_files import ENGLISH, languages_in, placeholders, read_texts

ROOT = Path(__file__).parent.parent
CATALOGUES = sorted(
    path for part in ("agent", "languages", "pages", "registry") for path in (ROOT / part).rglob("phrases")
)
OTHERS = ("de", "ja")

# ---------------------------------------------------------------- the catalogues


@pytest.mark.parametrize("folder", CATALOGUES, ids=lambda path: str(path.relative_to(ROOT)))
@pytest.mark.parametrize("language", OTHERS)
def test_each_text_is_there_in_each_language_with_the_same_placeholders(folder: Path, language: str) -> None:
    english, own = (read_texts(folder / f"{name}.toml") for name in (ENGLISH, language))
    assert {*languages_in(folder)} >= {ENGLISH, *OTHERS}
    # a language without a singular has the other form alone
    assert not {key for key in english.keys() - own.keys() if not key.endswith(".one")}
    assert not {key for key in english.keys() & own.keys() if placeholders(english[key]) != placeholders(own[key])}


# ---------------------------------------------------------------- the code


OTHER_LETTERS = re.compile(r"[äöüßÄÖÜ\u3040-\u30ff\u4e00-\u9fff]")
QUOTED = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'')
"""Literals of one line; docstrings may quote what people say."""


def test_no_code_of_the_agent_holds_a_text_that_a_catalogue_holds() -> None:
    kept = {
        text: key
        for folder in CATALOGUES
        for key, text in read_texts(folder / f"{ENGLISH}.toml").items()
        if len(text.split()) > 2 and not placeholders(text)
    }
    found = {
        f"{path.relative_to(ROOT)}: {literal}"
        for part in ("agent", "languages", "pages", "registry")
        for path in (ROOT / part).rglob("*.py")
        for literal in QUOTED.findall(path.read_text(encoding="utf-8"))
        if literal[1:-1] in kept
    }
    assert found == set()


PROSE = re.compile(r"^[A-Z“`][^\n]*[a-z,”`] [a-z][^\n]*[.?!]$")
"""A sentence: what people read, and nothing that is a name, a key or a piece of a program."""
OF_DEVELOPERS = {"Field", "add_argument", "ArgumentParser", "add_parser"}
SENTENCES_IN_CODE = {
    "agent/__main__.py": "the command line, which speaks English as its options do",
    "agent/metrics.py": "what a metric counts, for who runs the app",
    "agent/persistence/links.py": "a statement for the database",
    "agent/reader/prompt.py": "the prompt that the reader was trained on",
    "agent/reader/weights_command.py": "the command line",
    "agent/reasoning/chat": "prompts and corrections for a model, which are English",
    "agent/reasoning/exam": "the exam of a model: its questions and its report",
    "agent/reasoning/rules/reasoner.py": "a limit that ends the work of the rules",
    "agent/results.py": "the command line",
    "agent/tools": "what tools do, for a model",
    "agent/grounding/citations.py": "a correction for a model",
    "agent/nodes/narration.py": "a correction for a model",
    "agent/nodes/code/code_answer.py": "what a model is told of no result",
    "agent/analysis": "errors of specs, most for a model; their words are still to become data",
    "agent/sandbox": "what a program left and how it is locked in; still to become data",
    "agent/sessions": "rights, files and sources, told before a language is known; still to become data",
    "registry/samples.py": "the samples: pages have their words in other languages; still to become data",
}
"""Where sentences stand in code, and why. Nothing is listed that holds none."""


def test_sentences_stand_in_catalogues_but_for_these() -> None:
    found: dict[str, set[str]] = {}
    for part in ("agent", "languages", "pages", "registry"):
        for path in (ROOT / part).rglob("*.py"):
            sentences = {text for text in literals_of(path) if PROSE.search(text)}
            name = str(path.relative_to(ROOT))
            listed = next((one for one in SENTENCES_IN_CODE if name == one or name.startswith(f"{one}/")), name)
            found.setdefault(listed, set()).update(sentences)
    unlisted = {name: sentences for name, sentences in found.items() if sentences and name not in SENTENCES_IN_CODE}
    assert unlisted == {}
    assert {name for name in SENTENCES_IN_CODE if not found.get(name)} == set()


def literals_of(path: Path) -> Iterator[str]:
    """The texts of a file, those with values in them whole; no docstrings, and nothing of errors, which are raised."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    apart: set[int] = set()
    for node in ast.walk(tree):
        named = str(getattr(node.func, "id", getattr(node.func, "attr", ""))) if isinstance(node, ast.Call) else ""
        if isinstance(node, ast.Raise) or named in OF_DEVELOPERS or named.endswith("Error"):
            apart |= {id(one) for one in ast.walk(node)}
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            apart.add(id(node.value))
        elif isinstance(node, ast.JoinedStr):
            apart |= {id(one) for one in ast.walk(node) if one is not node}
    for node in ast.walk(tree):
        if id(node) in apart:
            continue
        if isinstance(node, ast.JoinedStr):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "x" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


# ---------------------------------------------------------------- an answer

GERMAN = (
    "Region;Tag;Umsatz\nNord;2025-01-05;10,5\nNord;2025-02-10;20,5\nSüd;2025-01-20;30,5\nSüd;2025-02-28;\n".encode()
)
JAPANESE = "地域,日付,売上\n北,2025-01-05,10\n北,2025-02-10,20\n南,2025-01-20,30\n南,2025-02-28,\n".encode()
ASKED = {
    "de": (
        "umsatz.csv",
        GERMAN,
        "Wie hoch ist der Umsatz je Region ab Februar?",
        "Wie entwickelt sich der Umsatz je Monat?",
    ),
    "ja": ("売上.csv", JAPANESE, "2月以降の地域ごとの売上は？", "月ごとの売上の推移は？"),
}
WORD = re.compile(r"[A-Za-z]{4,}")
NAMES = frozenset({"tally", "text", "code"})
"""Words of English catalogues that are names, or the same in other languages."""


@pytest.mark.parametrize("language", OTHERS)
def test_an_answer_and_its_report_hold_no_english_word(language: str) -> None:
    name, content, *questions = ASKED[language]
    service = AnalystService(Settings())
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, name, content)
    turns = [service.ask(conversation, question) for question in questions]
    assert [turn["status"] for turn in turns] == ["answered", "answered"]
    english = words_only_english(language)
    shown = [text for turn in turns for text in texts_of(service, conversation, turn, language)]
    assert {text for text in shown if english & words_of(text)} == set()
    report = service.report_html(conversation) or b""
    told = re.sub(r"<(style|pre)>.*?</\1>|src=\"[^\"]*\"|<[^>]*>", " ", report.decode(), flags=re.DOTALL)
    assert english & words_of(told) == set()
    workbook = service.workbook(conversation) or b""
    with zipfile.ZipFile(io.BytesIO(workbook)) as packed:
        strings = re.sub(r"<[^>]*>", " ", packed.read("xl/sharedStrings.xml").decode())
    assert english & words_of(strings) == set()


IDENTIFIERS = re.compile(r"\w+_\w+|'\w+'|\{.*\}|True|False|None|scientist")
"""Names of tools, workflows and agents, and the arguments of a call: the same in every language."""
WAYS = ("plan_code_explain", "scientist", "tool_agent")
"""The ways to answer beside the usual one; a study has a test of its own."""


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("way", WAYS)
def test_each_way_to_answer_tells_its_steps_in_the_language_of_the_question(way: str, language: str) -> None:
    name, content, question, _ = ASKED[language]
    service = AnalystService(replace(Settings(), approval_policy="never"))
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, name, content)
    turn = service.ask(conversation, question, workflow=way)
    assert turn["status"] == "answered"
    steps = (IDENTIFIERS.sub(" ", line["step_text"]) for line in turn["reasoning"])
    told = [*texts_of(service, conversation, turn, language), *turn["next_questions"], *steps]
    english = words_only_english(language)
    assert {text for text in told if english & words_of(text)} == set()


def words_of(text: str) -> set[str]:
    return {word.casefold() for word in WORD.findall(text)}


def words_only_english(language: str) -> set[str]:
    """The words of the English catalogues that the language's own do not use."""
    spoken = {
        name: {
            word
            for folder in CATALOGUES
            for text in read_texts(folder / f"{name}.toml").values()
            for word in words_of(re.sub(r"\{[^}]*\}", " ", text))
        }
        for name in (ENGLISH, language)
    }
    return spoken[ENGLISH] - spoken[language] - NAMES


def texts_of(service: AnalystService, conversation: str, turn: TurnRecord, language: str) -> Iterator[str]:
    """What a person reads of an answer: itself, its card, its chips, the headings and axes of its results."""
    yield from (turn["answer"]["text"], turn["interpretation"], *turn["assumptions"], *turn["caveats"])
    for computation in service.computations(turn, language):
        yield computation.heading
        yield from (part.label for part in computation.parts)
    for artifact in service.artifacts(conversation).values():
        yield from texts_of_result(artifact, language)


def texts_of_result(artifact: Artifact, language: str) -> Iterator[str]:
    yield from (artifact["title"], artifact["description"])
    if artifact["ledger"]:
        yield from ledger_in_words(artifact["ledger"], language)
    payload = artifact["payload"]
    if isinstance(payload, dict) and artifact["kind"] == "table":
        yield from payload.get("headings", {}).values()
    if isinstance(payload, dict) and artifact["kind"] == "figure":
        layout = payload.get("layout", {})
        yield from (axis["title"]["text"] for key, axis in layout.items() if key.startswith(("xaxis", "yaxis")))
        yield layout["title"]["text"]

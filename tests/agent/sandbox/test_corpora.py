"""Two corpora from outside this repository: no hostile program does harm, and the ordinary ones work.

Name their directory (it holds `escapes.json` and `benign.json`) in TALLY_SANDBOX_CORPORA.
"""

import json
import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from agent.sandbox import sandbox as sandbox_module
from agent.sandbox.results import CodeResult
from tests.agent.sandbox.arena import Arena, plain_parts, said, watched_descendants

Entry = dict[str, Any]
DIRECTORY = os.environ.get("TALLY_SANDBOX_CORPORA", "")
pytestmark = [
    pytest.mark.sandbox,
    pytest.mark.skipif(not DIRECTORY, reason="TALLY_SANDBOX_CORPORA names no directory"),
]


def entries(name: str) -> list[Entry]:
    path = Path(DIRECTORY) / name
    if not DIRECTORY or not path.exists():
        return []
    loaded = json.loads(path.read_text(encoding="utf-8"))
    found: list[Entry] = loaded["entries"] if isinstance(loaded, dict) else loaded
    return found


@pytest.fixture
def unchecked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the early check, which is no boundary and would hide what the boundary does."""
    monkeypatch.setattr(sandbox_module, "check_code", lambda _: None)


def no_text(entry: Entry, arena: Arena, result: CodeResult, seconds: float) -> None:
    """Nothing beyond what holds for every entry."""


def in_time(entry: Entry, arena: Arena, result: CodeResult, seconds: float) -> None:
    assert not result.ok
    assert seconds < entry["wall"] + 2


def at_once(entry: Entry, arena: Arena, result: CodeResult, seconds: float) -> None:
    assert result.ok
    assert seconds < 2


def bounded(entry: Entry, arena: Arena, result: CodeResult, seconds: float) -> None:
    assert result.usage.peak_megabytes < 1024 + 300


def small(entry: Entry, arena: Arena, result: CodeResult, seconds: float) -> None:
    assert len(said(result)) < 8 * 2**20
    assert len(result.prints) <= 64 * 1024
    assert not set("\x1b\x07\x00\u202e") & set(said(result))


def harmless_to_show(entry: Entry, arena: Arena, result: CodeResult, seconds: float) -> None:
    shown = said(result).lower()
    for forbidden in ("<script", "<img", "<svg", "evil.example", "javascript:"):
        assert forbidden not in shown


def next_run_is_clean(entry: Entry, arena: Arena, result: CodeResult, seconds: float) -> None:
    following = arena.execute(entry["next_code"])
    expected = json.loads(json.dumps(entry["next_expect"]).replace('"{{NROWS}}"', str(len(arena.frame))))
    assert following.ok, following.error
    assert following.values[0].value == expected


CHECKS: Mapping[str, Callable[[Entry, Arena, CodeResult, float], None]] = {
    "timeout": in_time,
    "timeout_ok": lambda entry, arena, result, seconds: bounded(entry, arena, result, seconds),
    "quick_ok": at_once,
    "bounded": bounded,
    "size_bound": small,
    "render": harmless_to_show,
    "next_run": next_run_is_clean,
}


@pytest.mark.parametrize("entry", entries("escapes.json"), ids=lambda entry: entry["id"])
def test_a_hostile_program_does_no_harm(entry: Entry, arena: Arena, unchecked: None) -> None:
    before = arena.snapshot()
    wall = entry.get("wall", 10)
    started = time.monotonic()
    with watched_descendants(arena.sandbox.zygote_pid()) as descendants:
        result = arena.execute(entry["code"], seconds=wall)
    seconds = time.monotonic() - started
    assert seconds < wall + 2
    assert arena.token not in said(result)
    assert arena.token.encode().hex() not in said(result)
    assert not descendants()
    assert result.error is None or result.error.exception != "AssertionError", result.error
    assert "deny_text" not in entry or entry["deny_text"] not in result.prints
    list(plain_parts(result))
    CHECKS.get(entry["check"], no_text)(entry, arena, result, seconds)
    assert arena.snapshot() == before
    following = arena.execute("result = [len(df), float(df['a'].sum())]")
    assert following.values[0].value == [len(arena.frame), float(arena.frame["a"].sum())]


@pytest.mark.parametrize("entry", entries("benign.json"), ids=lambda entry: entry["id"])
def test_an_ordinary_program_works(entry: Entry, arena: Arena) -> None:
    before = arena.snapshot()
    result = arena.execute(entry["code"], seconds=30)
    assert result.ok == (entry["expect"] == "ok"), result.error
    assert arena.snapshot() == before

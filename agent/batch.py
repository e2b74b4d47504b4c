"""Many conversations from a file of questions, one after the other in one process."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError

from agent.errors import TallyError
from agent.results import failed_result, turn_result
from agent.service import AnalystService
from registry.loading import load_tables

OWNER = "command line"


class ItemsError(TallyError):
    """The file of items cannot be read."""

    actor = "person"


class AskedTurn(BaseModel):
    """One thing to say. What is expected of the answer is no business of ours."""

    model_config = ConfigDict(extra="ignore")
    ask: str


class Item(BaseModel):
    """Files to upload, then turns to say in one conversation. `tables` are the sheets to read of files with several."""

    model_config = ConfigDict(extra="ignore")
    id: str
    files: list[str]
    tables: list[str] = []
    turns: list[AskedTurn]


def read_items(path: Path) -> list[Item]:
    """The items of a JSON-lines file. ItemsError names the line that cannot be read."""
    items = []
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ItemsError(f"{path} cannot be read: {error}.", "Give a file of JSON lines.") from None
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                items.append(Item.model_validate_json(line))
            except ValidationError as error:
                problem = error.errors(include_url=False)[0]["msg"]
                raise ItemsError(
                    f"Line {number} of {path} is no item: {problem}.", "Each needs id, files, turns."
                ) from None
    return items


def run_batch(
    service: AnalystService, items: list[Item], data: Path, out: Path, workflow: str, progress: TextIO
) -> None:
    """Writes one line of results an item, at once, so that a broken run keeps what it has."""
    with out.open("w", encoding="utf-8") as results:
        for number, item in enumerate(items, 1):
            started = time.perf_counter()
            turns = list(_run_item(service, item, data, workflow))
            results.write(json.dumps({"id": item.id, "turns": turns}, ensure_ascii=False) + "\n")
            results.flush()
            said = ", ".join(str(turn["status"]) for turn in turns)
            seconds = time.perf_counter() - started
            print(f"{number}/{len(items)} {item.id}: {said} ({seconds:.1f} s)", file=progress, flush=True)


def _run_item(service: AnalystService, item: Item, data: Path, workflow: str) -> Iterator[dict[str, JsonValue]]:
    """Every turn is said whatever came back before. The service makes a record of what breaks in a turn."""
    conversation_id = service.start_conversation(OWNER)
    try:
        trouble = _upload(service, conversation_id, item, data)
        for turn in item.turns:
            yield failed_result(trouble) if trouble else _say(service, conversation_id, turn.ask, workflow)
    finally:
        service.end(conversation_id)


def _upload(service: AnalystService, conversation_id: str, item: Item, data: Path) -> str:
    """Loads the item's files; why that was not possible, or ""."""
    for name in item.files:
        try:
            load_tables(service.datasets, conversation_id, name, (data / name).read_bytes(), item.tables)
        except OSError as error:
            return f"{name} cannot be read: {error.strerror or error}. Check the files of item {item.id}."
        except TallyError as error:
            return str(error)
    return ""


def _say(service: AnalystService, conversation_id: str, text: str, workflow: str) -> dict[str, JsonValue]:
    started = time.perf_counter()
    try:
        return turn_result(service, conversation_id, service.ask(conversation_id, text, workflow=workflow))
    except TallyError as error:
        return failed_result(str(error), time.perf_counter() - started)

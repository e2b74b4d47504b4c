"""A protocol server, a conversation over it, and the staff table."""

import importlib
from collections.abc import Iterator

import pytest

from agent.model_settings import ModelSettings, Secret
from agent.service import AnalystService
from tests.agent.reasoning.chat.replies import MEAN_BY_DEPARTMENT, TOLD
from tests.agent.scripted import STAFF
from tests.protocol_server import ProtocolServer, scripted

KEY = "sk-very-secret-0123456789"


@pytest.fixture(scope="session", autouse=True)
def _library_is_loaded() -> None:
    """The client library takes seconds to import, which no deadline of a test should have to pay."""
    importlib.import_module("langchain_openai")


@pytest.fixture
def server() -> Iterator[ProtocolServer]:
    with ProtocolServer(scripted({"read_question": MEAN_BY_DEPARTMENT, "narrate_answer": TOLD})) as running:
        yield running


@pytest.fixture
def settings(server: ProtocolServer) -> ModelSettings:
    """Patient, for a busy machine; tests of limits set their own."""
    return ModelSettings(api_key=Secret(KEY), base_url=server.url, name="small", call_seconds=60, turn_seconds=150)


@pytest.fixture
def talk(settings: ModelSettings) -> tuple[AnalystService, str]:
    service = AnalystService(model=settings)
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "staff.csv", STAFF)
    return service, conversation


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sockets to this machine only: whatever else is tried fails the test."""
    for item in items:
        if "reasoning/chat" in str(item.path):
            item.add_marker(pytest.mark.allow_hosts(["127.0.0.1"]))

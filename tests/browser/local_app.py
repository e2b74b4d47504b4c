"""The app on a machine where a model's server answers at a port that the test chose. Everything else is real."""

import os

from agent.reasoning.chat.local_servers import KnownServer
from agent.service import AnalystService
from agent.settings import Settings
from pages.components import process
from pages.components.navigation import run_selected_page


def build_service() -> AnalystService:
    service = AnalystService(Settings.from_environment(os.environ))
    service.models.known_servers = (KnownServer("Ollama", int(os.environ["TALLY_TEST_PORT"])),)
    return service


process.build_service = build_service

if __name__ == "__main__":
    run_selected_page()

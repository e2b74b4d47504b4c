"""The app on a machine where a model's server answers at a port that the test chose, and an exam is two questions long.
Everything else is real."""

import os

from agent.model_settings import ModelSettings
from agent.reasoning.chat.connection.local_servers import KnownServer
from agent.service import AnalystService
from agent.settings import Settings
from pages.components import process
from pages.components.navigation import run_selected_page
from tests.agent.reasoning.exam.minds import short_exam


def build_service() -> AnalystService:
    settings, model = Settings.from_environment(os.environ), ModelSettings.from_environment(os.environ)
    service = AnalystService(settings, model=model, examined_by=short_exam)
    service.models.known_servers = (KnownServer("Ollama", int(os.environ["TALLY_TEST_PORT"])),)
    return service


process.build_service = build_service

if __name__ == "__main__":
    run_selected_page()

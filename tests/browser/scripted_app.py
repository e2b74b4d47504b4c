"""The app over the scripted service, whose answers may be hostile: the pages are the real ones."""

from pages.components import process
from pages.components.navigation import run_selected_page
from tests.pages.scripted_service import ScriptedService

process.build_service = ScriptedService

if __name__ == "__main__":
    run_selected_page()

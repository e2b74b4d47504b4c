"""The app over the scripted service: the pages are the real ones."""

import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from pages.components import process  # noqa: E402
from pages.components.navigation import run_selected_page  # noqa: E402
from tests.pages.scripted_service import ScriptedService  # noqa: E402

process.build_service = ScriptedService

if __name__ == "__main__":
    run_selected_page()

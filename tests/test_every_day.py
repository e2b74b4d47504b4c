"""The browser tests that protect every change are there; a name that leads nowhere would lose one in silence."""

import re
from pathlib import Path

from tests.browser import conftest


def test_each_is_a_test_of_its_folder() -> None:
    written = "".join(path.read_text(encoding="utf-8") for path in Path(conftest.__file__).parent.glob("test_*.py"))
    assert set(conftest.EVERY_DAY.values()) <= set(re.findall(r"^def (test_\w+)\(", written, re.MULTILINE))

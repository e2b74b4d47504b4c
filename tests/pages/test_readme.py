"""The README tells of every setting and every page."""

from dataclasses import fields
from pathlib import Path

import pytest

from agent.settings import Settings, variable_name
from pages.components.navigation import PAGES

README = Path(__file__).parent.parent.parent / "README.md"


@pytest.mark.parametrize("setting", [setting.name for setting in fields(Settings)])
def test_every_setting_is_explained_with_its_default(setting: str) -> None:
    line = next(
        line for line in README.read_text(encoding="utf-8").splitlines() if f"| `{variable_name(setting)}` |" in line
    )
    assert f"| {getattr(Settings(), setting)} |" in line


@pytest.mark.parametrize("page", PAGES)
def test_every_page_is_named_and_has_its_script(page: object) -> None:
    assert page in PAGES
    assert f"**{getattr(page, 'title')}**" in README.read_text(encoding="utf-8")  # noqa: B009


def test_every_picture_is_there_and_small() -> None:
    folder = README.parent / "docs" / "screenshots"
    named = [word.split(")")[0] for word in README.read_text(encoding="utf-8").split("](docs/screenshots/")[1:]]
    assert named
    for name in named:
        assert (folder / name).stat().st_size < 250_000

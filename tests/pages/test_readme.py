"""The README is short and tells of every page, docs/settings.md of every setting; links lead somewhere."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from agent.model_settings import ModelSettings, model_variable
from agent.settings import Settings, variable_name
from pages.components.navigation import PAGES, PageEntry

README = Path(__file__).parent.parent.parent / "README.md"
SETTINGS = README.parent / "docs" / "settings.md"
PAGES_OF_DOCS = sorted(f"docs/{path.name}" for path in SETTINGS.parent.glob("*.md"))


@pytest.mark.parametrize("setting", [setting.name for setting in fields(Settings)])
def test_every_setting_is_explained_with_its_default(setting: str) -> None:
    line = next(
        line for line in SETTINGS.read_text(encoding="utf-8").splitlines() if f"| `{variable_name(setting)}` |" in line
    )
    assert f"| {in_words(getattr(Settings(), setting))} |" in line


@pytest.mark.parametrize("setting", [setting.name for setting in fields(ModelSettings)])
def test_every_setting_of_a_model_is_explained(setting: str) -> None:
    assert f"| `{model_variable(setting)}` |" in SETTINGS.read_text(encoding="utf-8")


def in_words(value: object) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


@pytest.mark.parametrize("page", PAGES)
def test_every_page_is_named_and_has_its_script(page: PageEntry) -> None:
    assert page.script.exists()
    assert f"**{page.name.capitalize()}**" in README.read_text(encoding="utf-8")


def test_every_picture_is_there_and_small() -> None:
    folder = README.parent / "docs" / "screenshots"
    named = [word.split(")")[0] for word in README.read_text(encoding="utf-8").split("](docs/screenshots/")[1:]]
    assert named
    for name in named:
        assert (folder / name).stat().st_size < 250_000


def test_the_twelve_screens_stand_beside_what_they_were_and_no_picture_is_left_over() -> None:
    folder = README.parent / "docs" / "screenshots"
    page = (folder.parent / "screens.md").read_text(encoding="utf-8")
    shown = re.findall(r"\]\(screenshots/([a-z_/]+\.png)\)", page)
    kept = {path.relative_to(folder).as_posix(): path.stat().st_size for path in folder.rglob("*.png")}
    assert set(shown) == set(kept)
    before = [name.removeprefix("before/") for name in shown if name.startswith("before/")]
    assert len(before) == 12 and set(before) <= set(shown)
    assert sum(kept.values()) < 2_500_000


def test_the_readme_is_read_in_a_few_minutes() -> None:
    assert len(README.read_text(encoding="utf-8").splitlines()) <= 150


@pytest.mark.parametrize("page", ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", *PAGES_OF_DOCS])
def test_every_link_leads_to_a_file(page: str) -> None:
    place = README.parent / page
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", place.read_text(encoding="utf-8"))
    missing = [link for link in links if "://" not in link and not (place.parent / link).exists()]
    assert missing == []

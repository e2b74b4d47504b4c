"""Each dependency has a range with both ends and a reason; the lock files and the list of licences hold all of them."""

import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.test_import_law import imports_of, modules

ROOT = Path(__file__).parent.parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
RUNTIME = [Requirement(line) for line in PROJECT["dependencies"]]
DEVELOPMENT = [Requirement(line) for line in PROJECT["optional-dependencies"]["dev"]]


def locked(file_name: str) -> dict[str, set[str]]:
    """The versions of each package in a lock file; there may be one for each kind of machine."""
    versions: dict[str, set[str]] = {}
    for line in (ROOT / file_name).read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            requirement = Requirement(line)
            (pin,) = requirement.specifier
            assert pin.operator == "==", line
            versions.setdefault(canonicalize_name(requirement.name), set()).add(pin.version)
    return versions


@pytest.mark.parametrize("requirement", [*RUNTIME, *DEVELOPMENT], ids=lambda requirement: str(requirement.name))
def test_each_range_has_both_ends(requirement: Requirement) -> None:
    operators = {specifier.operator for specifier in requirement.specifier}
    assert operators == {">=", "<"}


def test_each_runtime_dependency_says_why_it_is_here() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    block = text[text.index("dependencies = [") : text.index("]\n\n[project.optional-dependencies]")]
    silent = [line for line in block.splitlines()[1:] if not re.search(r'",\s+# \w', line)]
    assert silent == []


def test_whatever_is_imported_is_a_dependency_of_our_own() -> None:
    """Not one that another package happens to bring along."""
    ours = {"agent", "languages", "registry", "pages", "training", *sys.stdlib_module_names}
    imported = {name.partition(".")[0] for path in modules().values() for name in imports_of(path)} - ours
    declared = {canonicalize_name(requirement.name) for requirement in RUNTIME}
    brought = packages_distributions()
    foreign = [name for name in imported if not declared & {canonicalize_name(one) for one in brought[name]}]
    assert foreign == []


@pytest.mark.parametrize(
    ("file_name", "requirements"),
    [("requirements.txt", RUNTIME), ("requirements-dev.txt", [*RUNTIME, *DEVELOPMENT])],
)
def test_the_lock_files_hold_every_dependency_within_its_range(file_name: str, requirements: list[Requirement]) -> None:
    pinned = locked(file_name)
    for requirement in requirements:
        versions = pinned[canonicalize_name(requirement.name)]
        assert all(requirement.specifier.contains(version) for version in versions), requirement


def test_both_lock_files_lock_the_same() -> None:
    runtime, development = locked("requirements.txt"), locked("requirements-dev.txt")
    assert {name: development[name] for name in runtime} == runtime


def test_the_licence_of_each_locked_package_is_listed() -> None:
    listed = (ROOT / "docs" / "licences.md").read_text(encoding="utf-8")
    names = set(re.findall(r"^\| ([\w.-]+) \|", listed, re.MULTILINE))
    assert {canonicalize_name(name) for name in names} >= set(locked("requirements.txt"))

"""Writes docs/licences.md from what the installed packages say of themselves: `python -m tests.packaging.licences`."""

from importlib.metadata import PackageMetadata, PackageNotFoundError, distribution
from pathlib import Path

from packaging.utils import canonicalize_name

from tests.packaging.test_dependencies import ROOT, locked

ELSEWHERE = "(not installed on this kind of machine)"
HEAD = """# Licences

Tally itself is under the MIT licence.

The model of the built-in reader is Qwen2.5-Coder-1.5B-Instruct (Apache-2.0), fetched and not part of Tally. What
it was taught lies in [`agent/reader/adapter`](../agent/reader/adapter/README.md), which says what it was learned from:
questions of this project, tables of packages under their licences, and WikiTableQuestions (CC BY-SA 4.0).

What Tally is installed with, as each package says of itself; made by `make licences`.

| package | licence |
|---|---|
"""


def licence_of(name: str) -> str:
    """The SPDX expression, else the classifiers, else the first line of the licence field."""
    try:
        told = distribution(name).metadata
    except PackageNotFoundError:
        return ELSEWHERE
    classified = [
        line.rpartition(" :: ")[2] for line in told.get_all("Classifier") or [] if line.startswith("License ::")
    ]
    first = _field(told, "License").strip().splitlines()
    return _field(told, "License-Expression") or ", ".join(classified) or (first[0] if first else "not said")


def _field(told: PackageMetadata, name: str) -> str:
    return told[name] if name in told else ""  # noqa: SIM401 - its type has no get


def main() -> None:
    names = sorted({canonicalize_name(name) for name in locked("requirements.txt")})
    rows = "".join(f"| {name} | {licence_of(name).replace('|', '/')} |\n" for name in names)
    Path(ROOT / "docs" / "licences.md").write_text(HEAD + rows, encoding="utf-8")


if __name__ == "__main__":
    main()

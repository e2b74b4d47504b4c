"""File names in the zip: made of letters, digits and hyphens only."""

import re

from agent.state import Artifact

_UNSAFE = re.compile(r"[^A-Za-z0-9-]+")


def safe_name(name: str) -> str:
    """A name that no file system reads as a path, an extension or a device."""
    return _UNSAFE.sub("-", name).strip("-")[:60] or "unnamed"


def figure_file(artifact: Artifact) -> str:
    """Where the picture of a figure lies beside the report: "figures/A3.png"."""
    return f"figures/{safe_name(artifact['artifact_id'])}.png"


def table_file(artifact: Artifact) -> str:
    """Where the whole table lies beside the report: "tables/A2.csv"."""
    return f"tables/{safe_name(artifact['artifact_id'])}.csv"


def report_file(artifact: Artifact) -> str:
    """Where a report kept as an artifact stands, as a name in memory."""
    return f"reports/{artifact['artifact_id']}.html"

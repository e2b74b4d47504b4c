"""Files that a turn's record names: reports and tables, made from results when they are downloaded."""

from collections.abc import Mapping

from agent.context import UnknownArtifactError
from agent.report.bundle import table_csv
from agent.report.names import report_file, table_file
from agent.state import Artifact


def named_file(artifacts: Mapping[str, Artifact], path: str) -> bytes:
    """The file of this name. UnknownArtifactError when no result gives one."""
    for artifact in artifacts.values():
        if artifact["kind"] == "table" and path == table_file(artifact):
            return table_csv(artifact)
        if artifact["kind"] == "text" and path == report_file(artifact):
            return str(artifact["payload"]).encode("utf-8")
    raise UnknownArtifactError(f"There is no file {path}.", "Use a name that a turn gives.")

"""The catalogue as tools that a chat model takes with `bind_tools`."""

import json
from collections.abc import Callable, Mapping, Sequence

from langchain_core.tools import StructuredTool

from agent.analysis.source import Table
from agent.analysis.tables import preview
from agent.state import Artifact
from agent.tools.catalogue import SEED_TOOLS, TOOL_EXECUTORS, planned_call, run_call

ROWS_TOLD = 20


def bindable_tools(tables: Mapping[str, Table], names: Sequence[str] = SEED_TOOLS) -> list[StructuredTool]:
    """These tools of the catalogue over these data. Called, a tool gives its result tables as JSON, first rows only.

    The schemas of all tools together are too long for most models' context: name those that a step needs. The
    workflow itself only reads what a model asks for; execution is the tool agent's, with limits and approval.
    """
    return [
        StructuredTool.from_function(
            func=_executor(tool.name, tables),
            name=tool.name,
            description=tool.description,
            args_schema=tool.arguments,
            infer_schema=False,
        )
        for tool in (TOOL_EXECUTORS[name] for name in names)
    ]


def _executor(name: str, tables: Mapping[str, Table]) -> Callable[..., str]:
    def execute(**arguments: object) -> str:
        typed = TOOL_EXECUTORS[name].arguments.model_validate(arguments)
        results = run_call(planned_call(name, typed.model_dump(mode="json")), tables)
        return json.dumps([_told(artifact) for artifacts in results for artifact in artifacts], ensure_ascii=False)

    return execute


def _told(artifact: Artifact) -> dict[str, object]:
    shown = preview(artifact, ROWS_TOLD)["payload"] if artifact["kind"] == "table" else None
    return {"title": artifact["title"], "kind": artifact["kind"], "table": shown}

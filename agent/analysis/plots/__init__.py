"""The catalogue of plots: kind -> function that draws it."""

from collections.abc import Callable, Mapping
from typing import Any

from agent.analysis.source import Table
from agent.state import Artifact

DRAWERS: Mapping[str, Callable[[Any, Mapping[str, Table]], list[Artifact]]] = {}

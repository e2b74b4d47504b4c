"""What of a result a model may see. Cells that come from columns held back stay here; references to them still work."""

import json
import re
from collections.abc import Iterable, Sequence
from typing import cast

from agent.reasoning.chat.shown.quoting import LEFT_OUT, reads_like_instruction, shorten
from agent.reasoning.chat.shown.veil import Veil
from agent.state import Artifact, Cell, TablePayload

HELD_BACK = "(held back)"
_BRACES = re.compile(r"\{[^{}]*\}")
_USES_ALL = frozenset(
    {"dataset_overview", "missingness", "column_summary", "duplicate_check", "correlation_matrix", "correlation",
     "row_lookup"}
)  # fmt: skip
"""Measures that take all columns when none is named."""


class Mask:
    """Which cells of results may be told. `veil` gives the names."""

    def __init__(self, veil: Veil, artifacts: Sequence[Artifact]) -> None:
        self.veil = veil
        self._nothing = veil.sharing.no_samples
        self._touched = _touches(veil.withheld, artifacts)
        held = set(veil.withheld)
        self._open = {name for profile in veil.datasets for name in profile.column_names} - held

    def tells(self, column: str) -> bool:
        """Whether cells of this result column may go out. Where a column held back was used, only cells of other
        columns of the data may; figures may not, for a figure over one row is that row's value.
        """
        return not self._nothing and (not self._touched or column in self._open)

    @property
    def tells_figures(self) -> bool:
        """Whether figures of any kind may go out, counts of rows among them."""
        return not self._nothing and not self._touched

    def told(self, cell: Cell, column: str) -> Cell:
        """A cell as it may stand in a prompt: short (… marks a cut), and no text that talks to a model."""
        if not self.tells(column):
            return HELD_BACK
        if isinstance(cell, str):
            return LEFT_OUT if reads_like_instruction(cell) else shorten(cell)
        return float(f"{cell:.6g}") if isinstance(cell, float) else cell

    def column(self, name: str) -> str:
        """A result column's name as it may go out."""
        return self.veil.column(name)

    def back(self, text: str) -> str:
        """Prose with real names. In references they are quoted, for they may hold signs that mean something there."""
        aliases = "|".join(re.escape(alias) for alias in self.veil.aliases)
        if not aliases:
            return self.veil.back_text(text)
        token = re.compile(rf'"?((?:{aliases})(?!\d)\w*)"?')

        def inside(braces: re.Match[str]) -> str:
            return token.sub(lambda found: json.dumps(self.veil.back_text(found[1]), ensure_ascii=False), braces[0])

        return self.veil.back_text(_BRACES.sub(inside, text))


def payload(artifact: Artifact) -> TablePayload:
    """The table of a table artifact."""
    return cast(TablePayload, artifact["payload"])


def _touches(withheld: Iterable[str], artifacts: Iterable[Artifact]) -> bool:
    """Whether any of the results was made with a column held back; where that cannot be told, yes."""
    held = [json.dumps(column)[1:-1] for column in withheld]
    return bool(held) and any(_may_use(artifact, held) for artifact in artifacts)


def _may_use(artifact: Artifact, held: list[str]) -> bool:
    spec = artifact["spec"]
    if spec is None or (spec.get("op") in _USES_ALL and not spec.get("columns")):
        return True
    columns = payload(artifact)["columns"] if artifact["kind"] == "table" else []
    written = json.dumps([spec, columns])
    return any(column in written for column in held)

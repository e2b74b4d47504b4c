"""Static pictures of figures, drawn without a browser."""

from collections.abc import Mapping
from typing import Any

from agent.artifacts import picture_of


def draw_png(figure: Mapping[str, Any]) -> bytes:
    """The payload of a figure artifact as a PNG of 1000 x 600 pixels on white.

    A picture that generated code drew itself is given as it is. The same figure gives the same bytes. Labels are shown
    as they stand: `$`, `_` and `^` are letters. A character that no font of this machine has is a hollow square.
    """
    drawn = picture_of(figure)
    if drawn is not None:
        return drawn
    # matplotlib takes a third of a second to load, and the first page needs no picture
    from agent.analysis.png.drawing import drawn_by_matplotlib  # noqa: PLC0415

    return drawn_by_matplotlib(figure)

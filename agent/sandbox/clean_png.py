"""Pictures from a child: PNG files that are decoded and written anew, so that nothing but pixels comes through."""

import io
import warnings

from PIL import Image

from agent.sandbox.read_answer import PNG_PIXELS_PER_SIDE, SHOWN_PIXELS_PER_SIDE
from agent.sandbox.results import PngFigure

_SOLID = (255, 255)


class UnsafePictureError(Exception):
    """The bytes are not a PNG file of a reasonable size."""


def clean_png(content: bytes, title: str = "") -> PngFigure:
    """The picture from its pixels: no text, colour profile or second frame. UnsafePictureError when it is none."""
    try:
        with warnings.catch_warnings(action="ignore"), Image.open(io.BytesIO(content), formats=["PNG"]) as opened:
            _check_size(*opened.size)
            pixels = opened.convert("RGBA")
    except (OSError, ValueError, SyntaxError, EOFError, Image.DecompressionBombError) as error:
        raise UnsafePictureError("A picture came back that is not a whole PNG file.") from error
    was_larger = max(pixels.size) > SHOWN_PIXELS_PER_SIDE
    if was_larger:
        pixels.thumbnail((SHOWN_PIXELS_PER_SIDE, SHOWN_PIXELS_PER_SIDE))
    if pixels.getchannel("A").getextrema() == _SOLID:
        pixels = pixels.convert("RGB")
    pixels.info.clear()
    written = io.BytesIO()
    pixels.save(written, "PNG", optimize=True)
    return PngFigure(written.getvalue(), *pixels.size, title, was_larger)


def _check_size(width: int, height: int) -> None:
    if not (0 < width <= PNG_PIXELS_PER_SIDE and 0 < height <= PNG_PIXELS_PER_SIDE):
        raise UnsafePictureError(
            f"A picture of {width:,} x {height:,} pixels came back; {PNG_PIXELS_PER_SIDE:,} a side is the most."
        )

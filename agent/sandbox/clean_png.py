"""Pictures from a child: PNG files whose structure is checked and rebuilt; no pixel is decoded here."""

import struct
import zlib
from collections.abc import Iterator

from agent.sandbox.caps import PNG_PIXELS_PER_SIDE
from agent.sandbox.results import PngFigure

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_KEPT = {b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"}


class UnsafePictureError(Exception):
    """The bytes are not a PNG file of a reasonable size."""


def clean_png(content: bytes) -> PngFigure:
    """The picture with the chunks that draw it and no others (texts, colour profiles). UnsafePictureError otherwise."""
    if not content.startswith(_SIGNATURE):
        raise UnsafePictureError("A picture came back that is not a PNG file.")
    chunks = list(_chunks(content))
    kinds = [kind for kind, _ in chunks]
    if kinds[:1] != [b"IHDR"] or kinds[-1:] != [b"IEND"] or b"IDAT" not in kinds or len(chunks[0][1]) != 13:
        raise UnsafePictureError("A picture came back that is not whole.")
    width, height = struct.unpack(">II", chunks[0][1][:8])
    if not (0 < width <= PNG_PIXELS_PER_SIDE and 0 < height <= PNG_PIXELS_PER_SIDE):
        raise UnsafePictureError(
            f"A picture of {width:,} x {height:,} pixels came back; {PNG_PIXELS_PER_SIDE:,} a side is the most."
        )
    kept = b"".join(_packed(kind, data) for kind, data in chunks if kind in _KEPT)
    return PngFigure(_SIGNATURE + kept, width, height)


def _chunks(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(_SIGNATURE)
    while at < len(content):
        header = content[at : at + 8]
        length = int.from_bytes(header[:4], "big")
        data = content[at + 8 : at + 8 + length]
        if len(header) < 8 or len(data) < length or len(content) < at + 12 + length:
            raise UnsafePictureError("A picture came back that is not whole.")
        yield header[4:], data
        at += 12 + length


def _packed(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

"""Fonts of this machine that can draw a text, Japanese included, without a warning."""

from functools import lru_cache

from matplotlib import font_manager
from matplotlib.ft2font import FT2Font

LATIN = "DejaVu Sans"  # comes with matplotlib
CJK_FAMILIES = (
    "Noto Sans CJK JP", "Noto Sans JP", "Source Han Sans JP", "IPAexGothic", "IPAGothic", "TakaoPGothic", "VL Gothic",
    "Hiragino Sans", "Hiragino Kaku Gothic ProN", "Hiragino Maru Gothic Pro", "Yu Gothic", "Meiryo", "MS Gothic",
    "Noto Sans CJK SC", "Noto Serif CJK JP", "WenQuanYi Zen Hei", "Droid Sans Fallback", "Arial Unicode MS",
)  # fmt: skip
UNDRAWABLE = "□"


@lru_cache(maxsize=1)
def families() -> tuple[str, ...]:
    """The font families to draw with, in the order in which a glyph is looked for."""
    installed = {entry.name for entry in font_manager.fontManager.ttflist}
    return (LATIN, *[name for name in CJK_FAMILIES if name in installed][:1])


@lru_cache(maxsize=1)
def _glyphs() -> frozenset[int]:
    covered: set[int] = set()
    for family in families():
        covered |= FT2Font(str(font_manager.findfont(family))).get_charmap().keys()
    return frozenset(covered)


def drawable(text: str) -> str:
    """The text with a hollow square for each character that no font here has."""
    covered = _glyphs()
    return "".join(letter if ord(letter) in covered or letter == "\n" else UNDRAWABLE for letter in text)

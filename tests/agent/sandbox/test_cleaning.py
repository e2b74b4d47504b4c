"""What a child sends is cleaned: nothing a browser or terminal would run, fetch or follow is left."""

import io
import json
import re
import struct
import zlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from agent.sandbox.clean_figure import UnsafeFigureError, clean_figure, figure_text
from agent.sandbox.clean_png import UnsafePictureError, clean_png
from agent.sandbox.clean_text import LINK_REMOVED, cell_text, plain_text

PIXEL = "data:image/png;base64,iVBORw0KGgo="


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("mean < 5 and sd > 2", "mean < 5 and sd > 2"),
        ("<class 'pandas.DataFrame'>", "<class 'pandas.DataFrame'>"),
        ("a//b and 1/2", "a//b and 1/2"),
        ("ratio: 3:4, at 12:30", "ratio: 3:4, at 12:30"),
        ("<b>bold</b> x", "bold x"),
        ("<script>alert(1)</script>", "alert(1)"),
        ("<img src=x onerror=alert(1)", ""),
        ("<<b>script>", ""),
        ("see https://evil.example/q?x=1 now", f"see {LINK_REMOVED} now"),
        ("[x](http://evil.example)", f"[x]({LINK_REMOVED})"),
        ("//evil.example/x", LINK_REMOVED),
        ("/<b>/evil.example/x", LINK_REMOVED),
        ("ht<i>tps://evil.example", LINK_REMOVED),
        ("javascript:alert(1)", f"{LINK_REMOVED})".replace("])", "](1)")),
        (r"$\href{https://evil.example}{x}$", "${" + LINK_REMOVED + "}{x}$"),
        ("\x1b]0;title\x07\x1b[2Jx\x00\r\n\u202ey", "x\ny"),
        ("a\ud800b", "a?b"),
        ("a\u200bb\u061cc\u00add\U000e0041e\u2060f", "abcdef"),
        ("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"),
        ("java\u200bscript:alert(1)", f"{LINK_REMOVED})".replace("])", "](1)")),
    ],
)
def test_text_keeps_its_words_and_loses_what_could_act(text: str, cleaned: str) -> None:
    assert plain_text(text) == cleaned


def test_deep_markup_ends_soon_and_harmless() -> None:
    assert "<" not in plain_text("<b" * 5000 + ">" * 5000)


def test_a_cell_is_data_and_stays() -> None:
    assert cell_text("https://a.example <b>\x1b[0m") == "https://a.example <b>"


PIECES = [
    "<",
    "b",
    ">",
    "/",
    "//",
    "http",
    "://",
    "a.example",
    "\\href",
    "{",
    " ",
    "img",
    "www.",
    "</b>",
    "onx=",
    "\x1b[",
    "!--",
]


@given(st.lists(st.sampled_from(PIECES)).map("".join) | st.text())
def test_cleaning_twice_changes_nothing_more(text: str) -> None:
    assert plain_text(plain_text(text)) == plain_text(text)


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("cat=%{x}<br>a=%{y}<extra></extra>", "cat=%{x}<br>a=%{y}<extra></extra>"),
        ("<b onclick=x>bold</b>", "<b>bold</b>"),
        ("<a href='https://evil.example'>go</a>", "go"),
        ("x < 3, y > 2", "x < 3, y > 2"),
        ("<<a>a href=x>go", "go"),
        ("ht<u>tps://evil.example", LINK_REMOVED),
        ("<a href='x", "&lt;a href='x"),
        ("p <", "p &lt;"),
        ("<%{x}", "&lt;%{x}"),
        ("a\ud800b", "a?b"),
        ("a\u200bb\U000e0041c", "abc"),
    ],
)
def test_a_text_of_a_figure_keeps_only_plain_tags(text: str, cleaned: str) -> None:
    assert figure_text(text) == cleaned


FETCHING = {
    "picture": {"images": [{"source": "https://evil.example/x.png", "x": 0}]},
    "svg picture": {"images": [{"source": "data:image/svg+xml;base64,PHN2Zz4="}]},
    "tiles": {"map": {"style": "open-street-map", "center": {"lat": 1}}},
    "own style": {"map": {"style": {"sources": {"x": {"tiles": ["https://evil.example/{z}"]}}}}},
    "layer": {"mapbox": {"layers": [{"source": "https://evil.example", "sourcetype": "raster"}], "accesstoken": "t"}},
    "by a button": {"updatemenus": [{"buttons": [{"args": [{"images[0].source": "https://evil.example/"}]}]}]},
    "style by a button": {"updatemenus": [{"buttons": [{"args": [{"map.style": "https://evil.example/s"}]}]}]},
    "in the template": {"template": {"layout": {"images": [{"source": "//evil.example/x"}]}}},
    "as a key": {"meta": {"https://evil.example": 1}},
    "link": {"title": {"text": "<a href='https://evil.example'>x</a>"}},
}


@pytest.mark.parametrize("layout", FETCHING.values(), ids=FETCHING)
def test_nothing_in_a_figure_is_fetched(layout: dict[str, object]) -> None:
    cleaned = json.dumps(clean_figure({"data": [], "layout": layout, "config": {"x": 1}}))  # type: ignore[dict-item]
    for forbidden in ("evil", "street", "svg", "accesstoken", "config", "href"):
        assert forbidden not in cleaned


def test_a_picture_inside_the_figure_and_a_flow_stay() -> None:
    figure = {
        "data": [{"type": "sankey", "link": {"source": [0, 1], "target": [1, 2]}}],
        "layout": {"images": [{"source": PIXEL}], "font": {"style": "italic"}},
    }
    assert clean_figure(figure) == figure  # type: ignore[arg-type]


PARTS = ["<", "a", "<a", " href=", "'https:", "//evil.example'", ">", "go", "</a>", "%{x}", "<b>", "/", "img src=x"]


@given(st.lists(st.lists(st.sampled_from(PARTS)).map("".join), min_size=2, max_size=4))
def test_no_tag_comes_of_texts_that_plotly_joins(texts: list[str]) -> None:
    joined = "".join(figure_text(text) for text in texts)
    tags = re.findall(r"<[^<>\s][^<>]*>", joined)  # plotly takes no name for one that begins with a blank
    assert set(tags) <= {"<b>", "</b>"}


def test_lone_surrogates_do_not_leave_the_cleaner() -> None:
    figure: Any = {
        "data": [{"type": "bar", "x": ["\ud800"], "name": "a\udfff"}],
        "layout": {"title": {"text": "\ud800"}},
    }
    assert "?" in json.dumps(clean_figure(figure), ensure_ascii=False).encode("utf-8").decode("utf-8")


def test_geojson_by_address_goes_and_inline_stays() -> None:
    data = [{"geojson": "https://evil.example/g.json"}, {"geojson": {"type": "FeatureCollection", "features": []}}]
    assert clean_figure({"data": data})["data"] == [{}, data[1]]  # type: ignore[dict-item]


def test_a_figure_without_data_is_refused() -> None:
    with pytest.raises(UnsafeFigureError):
        clean_figure({"layout": {}})


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int, height: int, *extra: bytes) -> bytes:
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    return (
        b"\x89PNG\r\n\x1a\n" + header + b"".join(extra) + chunk(b"IDAT", zlib.compress(b"\0\0")) + chunk(b"IEND", b"")
    )


def test_a_picture_keeps_its_pixels_and_nothing_else() -> None:
    cleaned = clean_png(png(1, 1, chunk(b"tEXt", b"Comment\0<script>"), chunk(b"iCCP", b"p\0\0x")) + b"<html>", "Ages")
    assert (cleaned.width, cleaned.height, cleaned.title, cleaned.was_larger) == (1, 1, "Ages", False)
    with Image.open(io.BytesIO(cleaned.png)) as read:
        assert (read.mode, read.getpixel((0, 0)), read.info) == ("RGB", (0, 0, 0), {})
    assert b"script" not in cleaned.png and b"html" not in cleaned.png


def test_what_shines_through_a_picture_stays_so() -> None:
    written = io.BytesIO()
    Image.new("RGBA", (3, 2), (10, 20, 30, 40)).save(written, "PNG")
    with Image.open(io.BytesIO(clean_png(written.getvalue()).png)) as read:
        assert (read.size, read.getpixel((2, 1))) == ((3, 2), (10, 20, 30, 40))


def test_a_large_picture_is_made_smaller() -> None:
    written = io.BytesIO()
    Image.new("1", (4000, 1000)).save(written, "PNG")
    cleaned = clean_png(written.getvalue())
    assert (cleaned.width, cleaned.height, cleaned.was_larger) == (2000, 500, True)


@pytest.mark.parametrize(
    "content",
    [b"GIF89a", png(0, 1), png(10**6, 10**6), png(4001, 1), png(1, 1)[:40], png(4, 4)],
    ids=["GIF", "no width", "huge", "wide", "cut early", "too few pixels"],
)
def test_what_is_no_whole_picture_is_refused(content: bytes) -> None:
    with pytest.raises(UnsafePictureError):
        clean_png(content)


MAPS: dict[str, dict[str, object]] = {
    "countries": {"type": "choropleth", "locations": ["FRA", "DEU"], "z": [1, 2], "geo": "geo2"},
    "own shapes": {"type": "choroplethmap", "geojson": {"features": []}, "locations": ["a", "b"], "z": [1, 2]},
    "points": {"type": "scattergeo", "lon": [1.0, 2.0], "lat": [3.0, 4.0], "name": "n"},
    "tiles": {"type": "scattermap", "lon": [1.0, 2.0], "lat": [3.0, 4.0], "subplot": "map"},
}


@pytest.mark.parametrize("trace", MAPS.values(), ids=MAPS)
def test_a_map_becomes_a_chart_that_fetches_nothing(trace: dict[str, object]) -> None:
    layout = {"geo": {"visible": True}, "map2": {}, "template": {"layout": {"geo": {"showland": True}}}}
    figure: Any = {"data": [trace], "layout": layout, "frames": [{"data": [trace], "layout": {"geo.scope": "usa"}}]}
    cleaned: Any = clean_figure(figure)
    for made in (cleaned["data"][0], cleaned["frames"][0]["data"][0]):
        assert made["type"] in ("bar", "scatter") and made["x"] and made["y"]
        assert not {"geo", "subplot", "geojson"} & set(made)
    assert cleaned["layout"] == {"template": {"layout": {}}} and cleaned["frames"][0]["layout"] == {}


def test_no_button_makes_a_map_of_a_chart() -> None:
    button = {"method": "restyle", "args": [{"type": "choropleth"}, {"type": ["scattermap", "bar"]}]}
    figure: Any = {"data": [], "layout": {"updatemenus": [{"buttons": [button]}]}}
    cleaned: Any = clean_figure(figure)
    assert cleaned["layout"]["updatemenus"][0]["buttons"][0]["args"] == [
        {"type": "scatter"}, {"type": ["scatter", "bar"]}
    ]  # fmt: skip

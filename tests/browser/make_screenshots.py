"""Makes the pictures of the docs from the running app (needs Chromium).

python -m tests.browser.make_screenshots                          # all, into docs/screenshots
python -m tests.browser.make_screenshots --into /tmp/p --language de months report
"""

import argparse
import io
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import ARGUMENTS
from tests.browser.reader import Reader
from tests.browser.servers import ROOT, running

FOLDER = ROOT / "docs" / "screenshots"
DRAWING = 2500  # milliseconds that charts and tables take to be drawn
COLOURS = 192  # of a picture: the pages hold few, and a palette makes it a third of the size

Language = Literal["en", "de", "ja"]
Asked = Literal["one", "groups", "months", "lookup", "ask", "missing", "products", "highest", "channels", "rows"]
QUESTIONS: Mapping[Language, Mapping[Asked, str]] = {
    "en": {
        "one": "What is the total amount?",
        "groups": "What is the total amount by product?",
        "months": "How did the amount develop month by month?",
        "lookup": "What is the status of order T-10421?",
        "ask": "What is the average size?",
        "missing": "What is the total profit by region?",
        "products": "Which product was ordered most often?",
        "highest": "Show the five largest orders.",
        "channels": "What is the average amount by channel?",
        "rows": "How many orders were returned?",
    },
    "de": {
        "one": "Wie hoch ist der Betrag insgesamt?",
        "groups": "Wie hoch ist der Betrag je Produkt?",
        "months": "Wie hat sich der Betrag Monat für Monat entwickelt?",
        "lookup": "Welchen Status hat die Bestellung T-10421?",
        "ask": "Was ist die durchschnittliche Größe?",
        "missing": "Wie hoch ist der Gewinn je Region?",
        "products": "Welches Produkt wurde am häufigsten bestellt?",
        "highest": "Zeige die fünf größten Bestellungen.",
        "channels": "Wie hoch ist der durchschnittliche Betrag je Kanal?",
        "rows": "Wie viele Bestellungen wurden zurückgeschickt?",
    },
    "ja": {
        "one": "amount の合計はいくらですか？",
        "groups": "product ごとの amount の合計は？",
        "months": "amount は月ごとにどう推移しましたか？",
        "lookup": "注文 T-10421 の status は？",
        "ask": "平均の大きさは？",
        "missing": "region ごとの利益の合計は？",
        "products": "いちばん多く注文された product はどれですか？",
        "highest": "金額の大きい注文を5件見せてください。",
        "channels": "channel ごとの平均 amount は？",
        "rows": "返品された注文は何件ですか？",
    },
}
LOCALES: Mapping[Language, str] = {"en": "en-US", "de": "de-DE", "ja": "ja-JP"}
LONG: Sequence[Asked] = ("one", "months", "products", "channels", "rows", "highest", "lookup", "groups")
UNREADABLE = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"  # the beginning of a document, where a table is expected
BACK = "seedlings"  # the sample in which a size is a height, a number of leaves, a width or a weight


@dataclass(frozen=True)
class Visitor:
    """Somebody who looks at the app for the first time, in a language."""

    reader: Reader
    language: Language

    def load(self, sample: str = "tea_shop") -> None:
        """Takes a sample on the first page."""
        self.reader.open()
        self.reader.page.locator(f".st-key-chat_sample_{sample} button").locator("visible=true").first.click()
        self.reader.page.locator(".st-key-chips_0 button").first.wait_for()
        self.reader.settle()

    def ask(self, *asked: Asked) -> None:
        for one in asked:
            self.reader.ask(QUESTIONS[self.language][one])

    def go(self, page: str) -> None:
        """To a page by its address, which is the same in every language and on a telephone."""
        self.reader.open(f"/{page}?{self.reader.page.url.partition('?')[2]}")


def _first(who: Visitor) -> None:
    who.reader.open()


def _loaded(who: Visitor) -> None:
    who.load()


def _asks(*asked: Asked, of: str = "tea_shop") -> Callable[[Visitor], None]:
    def state(who: Visitor) -> None:
        who.load(of)
        who.ask(*asked)

    return state


def _lookup(who: Visitor) -> None:
    """The cell that was asked for, after a yes where the reading was not sure."""
    who.load()
    who.ask("lookup")
    yes = who.reader.page.locator('[class*="st-key-option_"] button')
    if yes.count():
        yes.first.click()
        who.reader.reply(4)


def _error(who: Visitor) -> None:
    who.load()
    who.ask("one")
    who.go("data")
    who.reader.offer("orders_2025.csv", UNREADABLE)
    who.reader.page.locator('[data-testid="stAlert"], [class*="st-key-refused"]').first.wait_for()
    who.reader.settle()


def _goes_on(page: str, *asked: Asked) -> Callable[[Visitor], None]:
    def state(who: Visitor) -> None:
        who.load()
        who.ask(*asked)
        who.go(page)

    return state


State = Literal[
    "first", "loaded", "figure", "groups", "months", "lookup", "question", "missing", "error", "long", "report",
    "phone", "months_dark", "question_dark", "phone_dark", "data", "activity", "settings",
]  # fmt: skip
STATES: Mapping[State, Callable[[Visitor], None]] = {
    "first": _first,
    "loaded": _loaded,
    "figure": _asks("one"),
    "groups": _asks("groups"),
    "months": _asks("months"),
    "lookup": _lookup,
    "question": _asks("ask", of=BACK),
    "missing": _asks("missing"),
    "error": _error,
    "long": _asks(*LONG),
    "report": _goes_on("report", *LONG),
    "phone": _asks("groups"),
    "months_dark": _asks("months"),
    "question_dark": _asks("ask", of=BACK),
    "phone_dark": _asks("groups"),
    "data": _goes_on("data"),
    "activity": _goes_on("activity", "groups"),
    "settings": _goes_on("settings"),
}
"""What is pictured, and how a person gets there: the twelve of docs/screens.md, three of them in dark, other pages."""


def taken(browser: Browser, address: str, state: State, language: Language = "en") -> bytes:
    """The picture of a state as the app shows it to a new person, as PNG."""
    is_phone = state.startswith("phone")
    width, height = (390, 844) if is_phone else (1280, 900)
    locale = LOCALES[language]
    reader = Reader(browser, address, width=width, height=height, locale=locale, dark=state.endswith("_dark"))
    STATES[state](Visitor(reader, language))
    reader.page.mouse.move(1, 1)
    reader.page.wait_for_timeout(DRAWING)
    picture = reader.page.screenshot()
    reader.close()
    return picture


def small(picture: bytes, width: int | None = None) -> bytes:
    """The picture with a palette of its own, and so many pixels wide where that is less."""
    with Image.open(io.BytesIO(picture)) as whole:
        shown = whole.convert("RGB")
    if width is not None and width < shown.width:
        shown = shown.resize((width, round(shown.height * width / shown.width)), Image.Resampling.LANCZOS)
    written = io.BytesIO()
    shown.quantize(COLOURS, dither=Image.Dither.NONE).save(written, "PNG", optimize=True)
    return written.getvalue()


def main() -> None:
    """Takes the pictures that are named, or all."""
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("states", nargs="*", choices=[[], *get_args(State)], metavar="STATE")
    given.add_argument("--into", type=Path, default=FOLDER)
    given.add_argument("--language", choices=get_args(Language), default="en")
    given.add_argument("--width", type=int, help="pixels; as on the screen where none is named")
    wanted = given.parse_args()
    wanted.into.mkdir(parents=True, exist_ok=True)
    chromium = os.environ.get("CHROMIUM", "/usr/bin/chromium")
    with sync_playwright() as playwright, running(Path(ROOT / "app.py")) as address:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        for state in wanted.states or get_args(State):
            picture = taken(browser, address, state, wanted.language)
            (wanted.into / f"{state}.png").write_bytes(small(picture, wanted.width))
            print(state, flush=True)


if __name__ == "__main__":
    main()

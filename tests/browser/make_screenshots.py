"""Makes the README's pictures from the running app: `python -m tests.browser.make_screenshots` (needs Chromium)."""

import os
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import ARGUMENTS
from tests.browser.reader import Reader
from tests.browser.servers import ROOT, running

FOLDER = ROOT / "docs" / "screenshots"
DRAWING = 2500  # milliseconds that charts and tables take to be drawn


def picture(person: Reader, name: str) -> None:
    person.page.mouse.move(1, 1)
    person.page.wait_for_timeout(DRAWING)
    person.page.screenshot(path=FOLDER / f"{name}.png")


def main(browser: Browser, address: str) -> None:
    """Chat, clarifying question, data and report in light; the chat in dark and on a telephone."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    person = Reader(browser, address)
    person.open("/data")
    person.press("Use this sample")
    person.see("is loaded")
    picture(person, "data")
    person.go("Chat")
    person.ask("What is the total amount by region as a bar chart?")
    picture(person, "chat")
    person.go("Report")
    person.see("What was found")
    picture(person, "report")
    person.go("Activity")
    picture(person, "activity")
    person.close()

    asker = Reader(browser, address, dark=True)
    asker.open()
    asker.page.locator('[data-testid="stFileUploader"] input[type=file]').set_input_files(
        {"name": "invoices.csv", "mimeType": "text/csv", "buffer": invoices()}
    )
    asker.see("Try one of these")
    asker.ask("What is the average amount by city?")
    picture(asker, "question_dark")
    asker.close()

    walker = Reader(browser, address, width=390, height=844)
    walker.open()
    walker.press("Use this sample")
    walker.see("Try one of these")
    walker.settle()
    walker.ask("What is the total amount by region as a bar chart?")
    picture(walker, "telephone")
    walker.close()


def invoices() -> bytes:
    """Two amounts, so that "amount" has to be asked about."""
    cities = ("Lyon", "Porto", "Graz")
    lines = [f"{cities[number % 3]},{100 + number % 17},{119 + number % 23}" for number in range(90)]
    return "\n".join(["city,net amount,gross amount", *lines]).encode()


if __name__ == "__main__":
    chromium = os.environ.get("CHROMIUM", "/usr/bin/chromium")
    with sync_playwright() as playwright, running(Path(ROOT / "app.py")) as found:
        main(playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS), found)

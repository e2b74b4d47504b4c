"""What is handed on works: the wheel in a clean environment, and the container (`python -m tests.packaging`).

Not a test of pytest's: it installs every dependency anew, which takes a minute or two. Exits with 1 and a sentence when
something does not work.
"""

import tempfile
from pathlib import Path

from tests.packaging.container import check_container
from tests.packaging.smoke import ask, build, install, open_app


def main() -> None:
    """The steps, one after the other; each tells what it does."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        tally = install(place, build(place))
        elsewhere = place / "elsewhere"  # far from the checkout, which must not be needed
        elsewhere.mkdir()
        ask(tally, elsewhere)
        open_app(tally, elsewhere)
        print("The wheel works.")
        check_container(place, tally)


if __name__ == "__main__":
    main()

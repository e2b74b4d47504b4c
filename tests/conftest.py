"""What all tests share."""

from collections.abc import Iterator

import pytest
from hypothesis import settings

from agent.sandbox import zygote_process

# A slow or busy machine is no failure of what is tested.
settings.register_profile("tally", deadline=None)
settings.load_profile("tally")


@pytest.fixture(autouse=True, scope="session")
def programs_give_way_to_nobody() -> Iterator[None]:
    """On a busy machine they would get next to nothing; that they do give way has a test of its own."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(zygote_process, "COURTESY", 0)
        yield

"""The hostile and the ordinary programs, by an ordinary user. As root this starts pytest again as one."""

import os
import shutil

import pytest

from tests.agent.sandbox.as_nobody import CANNOT, run_as_nobody

pytestmark = [pytest.mark.sandbox, pytest.mark.slow]


@pytest.mark.skipif(os.geteuid() != 0, reason="this is an ordinary user already")
@pytest.mark.skipif(not (shutil.which("unshare") and shutil.which("mount")), reason="no unshare or mount here")
def test_everything_holds_for_an_ordinary_user_too() -> None:
    rooms = ["test_hostile_programs.py", "test_ordinary_programs.py", "test_corpora.py"]
    paths = [f"tests/agent/sandbox/{room}" for room in rooms]
    ended = run_as_nobody(["-m", "pytest", "-p", "no:cacheprovider", *paths])
    if ended.returncode == CANNOT or "unshare failed" in ended.stderr:
        pytest.skip(f"this machine lets no other user run Python: {ended.stdout}{ended.stderr}")
    assert ended.returncode == 0, ended.stdout[-4000:]

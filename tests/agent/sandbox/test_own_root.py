"""What a program cannot read it cannot even see, where the kernel gives a process mounts of its own."""

from pathlib import Path

import pytest

from agent.sandbox.kernel import own_root
from agent.sandbox.kernel.calls import call
from agent.sandbox.sandbox import Sandbox
from agent.sandbox.worker.zygote import readable_directories, readable_names

pytestmark = pytest.mark.sandbox
HIDDEN = "It cannot see which other files there are."
LOOK = """
import os
result = []
for path in {paths!r}:
    for look in (os.stat, os.lstat, os.readlink, lambda path: os.access(path, os.F_OK) or os.stat(path)):
        try:
            look(path)
        except FileNotFoundError:
            continue
        except OSError as error:
            result.append(f"{{path}}: {{type(error).__name__}}")
            continue
        result.append(f"{{path}}: seen")
result = pd.DataFrame({{"seen": result}})
"""


def seen(sandbox: Sandbox, paths: list[str]) -> list[object]:
    """What a program finds out about these paths beyond that they are not there."""
    result = sandbox.run_code(LOOK.format(paths=paths), {})
    assert result.ok, result.error
    return [cell for table in result.tables for row in table.rows for cell in row]


def test_a_program_cannot_ask_which_files_there_are(sandbox: Sandbox, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("x", encoding="utf-8")
    paths = [
        str(secret),
        str(Path(__file__)),
        "/etc/passwd",
        "/etc",
        "/proc/self",
        "/proc/1",
        "/sys/kernel",
        "/dev/null",
    ]
    found = seen(sandbox, paths)
    if HIDDEN not in sandbox.level().sentence:
        pytest.skip(sandbox.level().sentence)
    assert found == []


def test_without_mounts_of_its_own_programs_run_and_the_level_says_what_they_can_ask() -> None:
    sandbox = Sandbox(use_own_root=False)
    try:
        assert seen(sandbox, ["/etc/passwd"])
        assert "can ask whether a file exists, not what is in it" in sandbox.level().sentence
    finally:
        sandbox.close()


@pytest.mark.parametrize("forbidden", ["unshare", "mount", "pivot_root", "umount2"])
def test_a_kernel_that_forbids_a_step_leaves_everything_as_it_was(
    forbidden: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refusing(name: str, *arguments: object) -> int:
        if name == forbidden:
            raise OSError(1, name)
        return call(name, *arguments)

    monkeypatch.setattr(own_root, "call", refusing)
    assert not own_root.can_have_own_root(readable_names())
    assert Path("/etc/passwd").exists()


def test_a_root_in_which_something_to_read_is_missing_is_not_taken(tmp_path: Path) -> None:
    assert not own_root.can_have_own_root([*readable_names(), tmp_path / "not there"])


def test_every_directory_that_may_be_read_is_shown_under_each_of_its_names() -> None:
    names = readable_names()
    assert {name.resolve() for name in names} == set(readable_directories())
    assert not any(set(names) & set(name.parents) for name in names)

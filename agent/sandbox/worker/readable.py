"""Which directories a child may read: the standard library, the installed packages, time zones and fonts."""

import site
import sys
import sysconfig
import zoneinfo
from pathlib import Path

_FONTS = ("/usr/share/fonts", "/usr/local/share/fonts")


def readable_directories() -> list[Path]:
    """The directories that exist, each once. The project's own is never among them."""
    return list(dict.fromkeys(path.resolve() for path in readable_names()))


def readable_names() -> list[Path]:
    """The same under every name by which they are asked for: as they are, and as links lead to them. None lies in
    another."""
    paths = sysconfig.get_paths()
    installed = [directory for directory in sys.path if Path(directory).name in {"site-packages", "dist-packages"}]
    named = [
        *(paths[key] for key in ("stdlib", "platstdlib", "purelib", "platlib")),
        *site.getsitepackages(),
        *installed,
        *zoneinfo.TZPATH,
        *_FONTS,
    ]
    names = {each for name in named for each in (Path(name).absolute(), Path(name).resolve()) if each.is_dir()}
    return sorted(name for name in names if names.isdisjoint(name.parents))

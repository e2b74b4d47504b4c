"""Which directories a child may read: the standard library, the installed packages, time zones and fonts."""

import site
import sys
import sysconfig
import zoneinfo
from pathlib import Path

_FONTS = ("/usr/share/fonts", "/usr/local/share/fonts")


def readable_directories() -> list[Path]:
    """The directories that exist, each once. The project's own is never among them."""
    paths = sysconfig.get_paths()
    installed = [directory for directory in sys.path if Path(directory).name in {"site-packages", "dist-packages"}]
    named = [
        *(paths[key] for key in ("stdlib", "platstdlib", "purelib", "platlib")),
        *site.getsitepackages(),
        *installed,
        *zoneinfo.TZPATH,
        *_FONTS,
    ]
    return [directory for directory in dict.fromkeys(Path(name).resolve() for name in named) if directory.is_dir()]

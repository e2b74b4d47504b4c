"""Imports point down: the tree is the architecture diagram (DESIGN section 1)."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
LAYERS: tuple[tuple[str, ...], ...] = (
    ("languages",),
    ("registry",),
    ("agent.errors", "agent.fair_line", "agent.logs"),
    ("agent.settings",),
    ("agent.model_settings",),
    ("agent.specs",),
    ("agent.artifacts",),
    ("agent.review_state",),
    ("agent.records",),
    ("agent.history",),
    ("agent.state",),
    ("agent.contract",),
    ("agent.analysis", "agent.sandbox"),
    ("agent.tools",),
    ("agent.reader",),
    ("agent.grounding", "agent.reasoning"),
    ("agent.report",),
    ("agent.metrics",),
    ("agent.context",),
    ("agent.diagram",),
    ("agent.nodes",),
    ("agent.workflows",),
    ("agent.graph",),
    ("agent.persistence",),
    ("agent.sessions",),
    ("agent.service",),
    ("agent.rehearsal",),
    ("agent.results",),
    ("agent.batch",),
    ("agent.__main__",),
    ("agent.command",),
    ("pages.components",),
    ("pages",),
    ("app",),
    ("training",),
)
"""Lower rooms first. A module imports from its own room or from rooms of earlier lines."""
ONLY_IN = {
    "streamlit": ("app", "pages"),
    "plotly": ("agent.analysis",),
    "pandas": ("registry", "agent.analysis", "agent.sandbox", "pages"),
    "sqlite3": ("agent.persistence.sqlite", "registry.formats.sqlite_file"),
    "duckdb": ("registry.by_path.engine",),
    "python_calamine": ("registry.formats.workbook_child",),
    "psycopg": ("agent.persistence.postgres",),
    "psycopg_pool": ("agent.persistence.postgres",),
    "langchain_openai": ("agent.reasoning.chat.connection.client",),
    "openai": ("agent.reasoning.chat.connection.client",),
    "xllamacpp": ("agent.reader.serving",),
    "urllib.request": ("agent.reader.weights",),
    "http.client": ("agent.reader.wire", "agent.reader.weights"),
    "socket": ("agent.reasoning.chat.connection.transport", "agent.sandbox", "pages.components.server"),
    "nbformat": ("agent.report.notebook",),
    "docx": ("agent.report.word",),
    "xlsxwriter": ("agent.report.workbook",),
    "httpx2": ("agent.reasoning.chat.connection.transport",),
}
PAGES_MAY_IMPORT = (
    "agent.service", "agent.rehearsal", "agent.state", "agent.settings", "agent.model_settings", "agent.errors",
    "languages", "registry", "pages",
)  # fmt: skip


@cache
def modules() -> dict[str, Path]:
    tops = ("agent", "languages", "registry", "pages", "training")
    files = [ROOT / "app.py", *(path for top in tops for path in (ROOT / top).rglob("*.py"))]
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for path in files
        if path.exists() and not path.is_relative_to(ROOT / "training" / "questions")
    }


@cache
def imports_of(path: Path) -> tuple[str, ...]:
    return tuple(_imports_of(path))


def _imports_of(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path}: relative import"
            yield node.module


def inside(module: str, room: str) -> bool:
    return module == room or module.startswith(room + ".")


def layer_of(module: str) -> tuple[int, str]:
    found = [(len(room), height, room) for height, rooms in enumerate(LAYERS) for room in rooms if inside(module, room)]
    assert found or module == "agent", f"{module} has no room in LAYERS"
    _, height, room = max(found, default=(0, 0, "agent"))
    return height, room


def test_imports_point_down() -> None:
    broken = []
    for module, path in modules().items():
        height, room = layer_of(module)
        for imported in imports_of(path):
            if imported.partition(".")[0] in {"agent", "languages", "registry", "pages", "app", "training"}:
                below, other = layer_of(imported)
                if other != room and below >= height:
                    broken.append(f"{module} imports {imported}, which is not below it")
    assert broken == [], "\n".join(broken)


def test_a_library_is_imported_only_in_its_place() -> None:
    broken = []
    for module, path in modules().items():
        for imported in imports_of(path):
            for library, places in ONLY_IN.items():
                if inside(imported, library) and not any(inside(module, place) for place in places):
                    broken.append(f"{module} imports {imported}, which is for {', '.join(places)}")
    assert broken == [], "\n".join(broken)


def test_pages_know_only_the_service_the_state_and_the_registry() -> None:
    broken = [
        f"{module} imports {imported}"
        for module, path in modules().items()
        if inside(module, "pages") or inside(module, "app")
        for imported in imports_of(path)
        if imported.startswith(("agent", "languages", "registry"))
        and not any(inside(imported, allowed) for allowed in PAGES_MAY_IMPORT)
    ]
    assert broken == [], "\n".join(broken)


def test_workflows_never_import_each_other() -> None:
    for module, path in modules().items():
        if inside(module, "agent.workflows") and module not in ("agent.workflows", "agent.workflows.catalogue"):
            assert not [name for name in imports_of(path) if inside(name, "agent.workflows")]


def test_no_import_cycle() -> None:
    known = modules()
    graph = {name: {other for other in imports_of(path) if other in known} for name, path in known.items()}
    done: set[str] = set()

    def visit(name: str, trail: tuple[str, ...]) -> None:
        assert name not in trail, f"cycle: {' -> '.join((*trail, name))}"
        if name not in done:
            for other in graph[name]:
                visit(other, (*trail, name))
            done.add(name)

    for name in graph:
        visit(name, ())


def test_no_ring_among_the_parts_of_a_folder() -> None:
    """Files and subfolders of every folder, each as one room: none reaches itself by way of others."""
    for folder in folders():
        arrows = arrows_in(folder)
        assert tiers(arrows), f"{folder}: {ring_in(arrows)} import one another"


def test_a_folder_holds_few_enough_files_to_be_known_by_heart() -> None:
    counts = {folder: len(list(folder.glob("*.py"))) for folder in {path.parent for path in modules().values()}}
    assert {str(folder): count for folder, count in counts.items() if count > 30} == {}, "divide it by subject"


def test_the_picture_in_the_architecture_is_that_of_the_imports() -> None:
    assert picture() in ARCHITECTURE.read_text(encoding="utf-8"), "draw it anew: python -m tests.test_import_law"


ARCHITECTURE = ROOT / "ARCHITECTURE.md"
BEGIN, END = "```\nTally\n", "```\n"


def draw() -> None:
    """Puts the picture as it is now into ARCHITECTURE.md, in place of the one there."""
    text = ARCHITECTURE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    ARCHITECTURE.write_text(f"{before}{picture()}\n{rest.partition(END)[2]}", encoding="utf-8")


def folders() -> list[str]:
    return sorted({module.rpartition(".")[0] for module in modules()} - {""})


def arrows_in(folder: str) -> dict[str, set[str]]:
    """The parts of a folder and which of the others each imports."""
    arrows: dict[str, set[str]] = {}
    for module, path in modules().items():
        part = part_of(module, folder)
        if part:
            arrows.setdefault(part, set()).update(
                other for name in imports_of(path) if (other := part_of(name, folder))
            )
    return {part: others - {part, ""} for part, others in arrows.items()}


def part_of(module: str, folder: str) -> str:
    """The file or subfolder of a folder that a module is, or is in; the folder's own file counts for none."""
    prefix = f"{folder}." if folder else ""
    return module.removeprefix(prefix).partition(".")[0] if module.startswith(prefix) else ""


def tiers(arrows: dict[str, set[str]]) -> list[list[str]]:
    """The parts by their height, the lowest first, each above all that it imports; nothing when there is a ring."""
    placed: dict[str, int] = {}
    while len(placed) < len(arrows):
        ready = [part for part, others in arrows.items() if part not in placed and others <= placed.keys()]
        if not ready:
            return []
        placed.update({part: 1 + max((placed[other] for other in arrows[part]), default=-1) for part in ready})
    return [sorted(part for part in placed if placed[part] == height) for height in range(max(placed.values()) + 1)]


def ring_in(arrows: dict[str, set[str]]) -> list[str]:
    """The parts that are left when all that import nothing of the others are taken away, again and again."""
    left = dict(arrows)
    while ready := [part for part, others in left.items() if not others & left.keys()]:
        left = {part: others for part, others in left.items() if part not in ready}
    return sorted(left)


def picture() -> str:
    """The folders and files of the product, then of `agent` and `agent/reasoning`, from the top down: each line imports
    from lines below it alone."""
    return "\n".join(
        [
            "```",
            *drawn("", ("app", "pages", "agent", "registry", "languages")),
            *drawn("agent"),
            *drawn("agent.reasoning"),
            "```",
        ]
    )


def drawn(folder: str, only: tuple[str, ...] = ()) -> list[str]:
    """A folder's name, and a line for each height of its parts, the highest first."""
    arrows = arrows_in(folder)
    parts = {part: others & set(only) for part, others in arrows.items() if part in only} if only else arrows
    lines = [f"    {' · '.join(tier)}" for tier in reversed(tiers(parts))]
    return [f"{folder.replace('.', '/') or 'Tally'}", *lines]


if __name__ == "__main__":
    draw()

"""What a table of a file that holds several is called."""

from collections.abc import Sequence

from registry.offered import INSIDE, OfferedTable

BETWEEN = " – "


def table_name(file_name: str, offered: Sequence[OfferedTable], chosen: str | None) -> str:
    """The file's name with the title of the table before its ending: "sales – Orders.xlsx". The file's name alone when
    it offers no other table, or is that of the one file in an archive; a name that was made so before is not made
    longer."""
    title = next((_short(table) for table in offered if table.key == chosen), None)
    if title is None or title.rsplit("/", 1)[-1] == file_name:
        return file_name
    stem, dot, ending = file_name.rpartition(".")
    if not dot:
        stem, ending = ending, ""
    bare = next(
        (stem.removesuffix(BETWEEN + short) for short in map(_short, offered) if stem.endswith(BETWEEN + short)), stem
    )
    return f"{bare}{BETWEEN}{title}{dot}{ending}"


def _short(table: OfferedTable) -> str:
    """Its title; of one that is told by its place and the names of its columns, the place: "line 5"."""
    place = table.key.rsplit(INSIDE, 1)[-1]
    return place if table.title.startswith(f"{place}: ") else table.title

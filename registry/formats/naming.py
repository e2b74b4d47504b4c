"""What a table of a file that holds several is called."""

from collections.abc import Sequence

from registry.offered import OfferedTable

BETWEEN = " – "


def table_name(file_name: str, offered: Sequence[OfferedTable], chosen: str | None) -> str:
    """The file's name with the title of the table before its ending: "sales – Orders.xlsx". The file's name alone when
    it offers no other table, or is that of the one file in an archive; a name that was made so before is not made
    longer."""
    title = next((table.title for table in offered if table.key == chosen), None)
    if title is None or title.rsplit("/", 1)[-1] == file_name:
        return file_name
    stem, dot, ending = file_name.rpartition(".")
    if not dot:
        stem, ending = ending, ""
    bare = next(
        (stem.removesuffix(BETWEEN + each.title) for each in offered if stem.endswith(BETWEEN + each.title)), stem
    )
    return f"{bare}{BETWEEN}{title}{dot}{ending}"

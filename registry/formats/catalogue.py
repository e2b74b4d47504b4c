"""All formats that can be read. The first that recognises a file opens it; delimited text comes last."""

from dataclasses import replace

from registry.dataset import ReadingChoices
from registry.errors import UnreadableFileError
from registry.formats.archives import GZIP_ENDING, gunzip, is_gzip, is_zip, members, unzip
from registry.formats.arrow_file import ARROW, PARQUET
from registry.formats.delimited import DELIMITED
from registry.formats.json_text import JSON
from registry.formats.limits import DEEPEST, MOST_TABLES
from registry.formats.naming import table_name
from registry.formats.opened import Format, OpenedFile
from registry.formats.sqlite_file import SQLITE
from registry.formats.workbook import WORKBOOK
from registry.offered import OfferedTable, inside, is_meant, nest_tables
from registry.receipt import ReceiptEntry
from registry.sentences import quoted, sentence

FORMATS: tuple[Format, ...] = (WORKBOOK, PARQUET, ARROW, SQLITE, JSON, DELIMITED)
"""In the order in which they are asked."""
ARCHIVES = (".gz", ".zip")
ENDINGS: tuple[str, ...] = (*(ending for each in FORMATS for ending in each.endings), *ARCHIVES)
"""How the names of files that can be read usually end."""


def format_of(content: bytes, file_name: str) -> Format:
    """The format of a file that is no archive, by its first bytes and its name."""
    return next(each for each in FORMATS if each.recognises(content, file_name))


def open_file(content: bytes, file_name: str, choices: ReadingChoices, depth: int = 0) -> OpenedFile:
    """One table of a file of any known format, unpacked where it is packed.

    Raises UnreadableFileError when there is none, FileTooLargeError when it is larger inside than it may be.
    """
    if depth > DEEPEST:
        raise UnreadableFileError(
            sentence("refused.packed_too_deep", file=file_name, count=DEEPEST), sentence("do.unpack")
        )
    if is_gzip(content):
        inside = file_name[: -len(GZIP_ENDING)] if file_name.lower().endswith(GZIP_ENDING) else file_name
        return open_file(gunzip(content, file_name), inside, choices, depth + 1)
    if is_zip(content) and not WORKBOOK.recognises(content, file_name):
        return _open_member(content, file_name, choices, depth)
    opened = format_of(content, file_name).open(content, file_name, choices)
    return replace(opened, called=table_name(file_name, opened.offered, opened.chosen))


def _open_member(content: bytes, file_name: str, choices: ReadingChoices, depth: int) -> OpenedFile:
    """The file in an archive that was asked for, else the largest; the others are offered."""
    every = members(content, file_name)
    readable = [each for each in every if each.name.lower().endswith(ENDINGS) or "." not in each.name]
    wanted = choices.table or ""
    fitting = [each for each in readable if not wanted or is_meant(each.name, wanted)]
    if not fitting:
        refused = sentence("refused.no_readable_file", file=file_name)
        if wanted:
            refused = sentence("refused.no_such_file", file=file_name, wanted=wanted)
        raise UnreadableFileError(refused, sentence("do.may_hold", endings=", ".join(ENDINGS)))
    member = max(fitting, key=lambda each: each.size)
    within = replace(choices, table=inside(member.name, choices.table))
    opened = open_file(unzip(content, member, file_name), member.name.rsplit("/", 1)[-1], within, depth + 1)
    every_file = [OfferedTable(each.name, each.name) for each in readable[:MOST_TABLES]]
    offered, chosen = nest_tables(every_file, member.name, opened.offered, opened.chosen)
    entries = list(opened.entries)
    if others := [each.name for each in readable if each is not member]:
        told = sentence("file.others_in", chosen=member.name, file=file_name, shown=quoted(others))
        entries.insert(0, ReceiptEntry("assumed", told))
    if unread := [each.name for each in every if each not in readable]:
        told = sentence("file.no_tables", count=len(unread), file=file_name, shown=quoted(unread, 3))
        entries.insert(0, ReceiptEntry("skipped", told))
    return replace(opened, entries=tuple(entries), offered=offered if len(offered) > 1 else (), chosen=chosen)

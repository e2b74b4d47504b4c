"""Files packed in others: gzip and zip, unpacked one at a time and never beyond a size."""

import struct
import zipfile
import zlib
from dataclasses import dataclass
from io import BytesIO

from registry.errors import UnreadableFileError
from registry.formats.limits import MOST_FILES, UNPACKED_BYTES, check_unpacked
from registry.sentences import sentence

GZIP_ENDING = ".gz"
GZIP = b"\x1f\x8b"
ZIP = b"PK\x03\x04"
EMPTY_ZIP = b"PK\x05\x06"
DIRECTORY_END = struct.Struct("<4s4H2LH")
LONGEST_COMMENT = 65_535
LONGEST_DIRECTORY = 1_000_000  # bytes: about ten thousand files
WINDOW_OF_GZIP = 31  # zlib's number for "with the head and the sum of gzip"
ENCRYPTED = 1
CLUTTER = ("__MACOSX/", ".DS_Store", "Thumbs.db", "desktop.ini")
UNPACK = sentence("do.unpack")


@dataclass(frozen=True)
class Member:
    """One file in an archive."""

    name: str
    size: int  # bytes unpacked, as the archive says
    encrypted: bool


def is_gzip(content: bytes) -> bool:
    """Whether the bytes are packed with gzip."""
    return content.startswith(GZIP)


def is_zip(content: bytes) -> bool:
    """Whether the bytes are a zip archive; workbooks are such archives too."""
    return content.startswith((ZIP, EMPTY_ZIP))


def gunzip(content: bytes, file_name: str) -> bytes:
    """What a gzip file holds: all its parts, one after the other.

    Raises FileTooLargeError when that is too large, UnreadableFileError when the file is broken.
    """
    parts: list[bytes] = []
    size = 0
    while content.startswith(GZIP):
        inflater = zlib.decompressobj(WINDOW_OF_GZIP)
        try:
            part = inflater.decompress(content, UNPACKED_BYTES + 1 - size)
        except zlib.error:
            raise _unreadable(file_name) from None
        size += len(part)
        check_unpacked(file_name, size)
        if not inflater.eof:
            raise _unreadable(file_name)
        parts.append(part)
        content = inflater.unused_data
    return b"".join(parts)


def members(content: bytes, file_name: str) -> tuple[Member, ...]:
    """The files in a zip archive, without folders and what operating systems leave behind.

    Raises UnreadableFileError when it is broken or holds more files than it may.
    """
    with _open(content, file_name) as archive:
        return tuple(
            Member(info.filename, info.file_size, bool(info.flag_bits & ENCRYPTED))
            for info in archive.infolist()
            if not info.is_dir() and not _is_clutter(info.filename)
        )


def unzip(content: bytes, member: Member, file_name: str) -> bytes:
    """The bytes of one file in a zip archive.

    Raises FileTooLargeError when it is too large, UnreadableFileError when it is broken or locked by a password.
    """
    if member.encrypted:
        raise UnreadableFileError(sentence("refused.locked_in", member=member.name, file=file_name), UNPACK)
    with _open(content, file_name) as archive:
        try:
            with archive.open(member.name) as packed:
                found = packed.read(UNPACKED_BYTES + 1)
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError):
            refused = sentence("refused.not_unpacked", member=member.name, file=file_name)
            raise UnreadableFileError(refused, UNPACK) from None
    check_unpacked(f"{member.name} in {file_name}", len(found))
    return found


def check_zip(content: bytes, file_name: str) -> None:
    """FileTooLargeError when the files of an archive are too large together, by what the archive says of them."""
    check_unpacked(file_name, sum(member.size for member in members(content, file_name)))


def _open(content: bytes, file_name: str) -> zipfile.ZipFile:
    if _directory_bytes(content) > LONGEST_DIRECTORY:
        raise UnreadableFileError(sentence("refused.too_many_files", file=file_name, count=MOST_FILES), UNPACK)
    try:
        archive = zipfile.ZipFile(BytesIO(content))
    except (zipfile.BadZipFile, OSError, ValueError, EOFError, NotImplementedError, struct.error):
        raise _unreadable(file_name) from None
    if len(archive.filelist) > MOST_FILES:
        raise UnreadableFileError(sentence("refused.too_many_files", file=file_name, count=MOST_FILES), UNPACK)
    return archive


def _directory_bytes(content: bytes) -> int:
    """The size of the list of files at the end of an archive, before anything reads it; 0 when there is none."""
    place = content.rfind(EMPTY_ZIP, max(0, len(content) - LONGEST_COMMENT - DIRECTORY_END.size))
    if place < 0 or place + DIRECTORY_END.size > len(content):
        return 0
    size: int = DIRECTORY_END.unpack_from(content, place)[5]
    return size


def _is_clutter(name: str) -> bool:
    return name.startswith(CLUTTER[0]) or name.rsplit("/", 1)[-1].startswith("._") or name.endswith(CLUTTER[1:])


def _unreadable(file_name: str) -> UnreadableFileError:
    return UnreadableFileError(sentence("refused.broken_archive", file=file_name), sentence("do.upload_inside"))

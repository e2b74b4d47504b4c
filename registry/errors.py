"""Errors of the registry. Each says who acts, what is wrong and what to do."""

from typing import Literal

Actor = Literal["model", "person", "developer"]


class TallyError(Exception):
    """An error with a plain sentence and a remedy, addressed to whoever can act on it.

    `message` says what is wrong in one sentence; `remedy` says what to do next.
    """

    actor: Actor = "developer"

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(f"{message} {remedy}".strip())
        self.message = message
        self.remedy = remedy


class RegistryError(TallyError):
    """The person can mend it: another file, another choice."""

    actor: Actor = "person"


class UnreadableFileError(RegistryError):
    """The uploaded bytes are not a table that can be read (empty, header only, binary, undecodable)."""


class FileTooLargeError(RegistryError):
    """One file is over the size limit."""


class MemoryFullError(RegistryError):
    """Loading the data would go over the memory limit in total or of this conversation."""


class TooManyFilesError(RegistryError):
    """A person added more files than one may in a minute."""


class UnknownDatasetError(RegistryError):
    """No data set with this id belongs to this owner."""


class ReadingChoiceError(RegistryError):
    """A choice about reading a file does not fit this file."""


class ColumnNameError(RegistryError):
    """A column cannot be called so, or there is none to be called otherwise."""


class WrongFileError(RegistryError):
    """A file that was to be the same as before, and is not."""


class NotInMemoryError(RegistryError):
    """What was wanted needs the rows in memory, and they stay on disk."""

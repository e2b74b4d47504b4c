"""Errors of the registry. Each says who acts, what is wrong and what to do."""

from typing import Literal

from registry.sentences import Sentence

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

    def told(self, language: str) -> str:  # noqa: ARG002  # an error that is no data has one language
        """The sentence and the remedy in this language, where the error has them in it."""
        return str(self)


class RegistryError(TallyError):
    """The person can mend it: another file, another choice. `message` and `remedy` are in the language that was told
    when it was raised.
    """

    actor: Actor = "person"

    def __init__(self, message: Sentence, remedy: Sentence) -> None:
        super().__init__(message.told(), remedy.told())
        self._parts = (message, remedy)

    def told(self, language: str) -> str:
        """What is wrong and what to do, in this language."""
        return " ".join(part.told(language) for part in self._parts)


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


class ReadingStoppedError(RegistryError):
    """Whoever watched the reading of a file ended it; nothing was kept."""


class WrongFileError(RegistryError):
    """A file that was to be the same as before, and is not."""

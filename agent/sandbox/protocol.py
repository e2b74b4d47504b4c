"""What app and zygote say to each other: fixed small headers and descriptors, never a program or a cell."""

import json
import struct
from collections.abc import Sequence
from dataclasses import dataclass

_REQUEST = struct.Struct("=dQ?")
_VERDICT = struct.Struct("=iiBddQ")

CONTROL_DESCRIPTOR = 3
"""Where the zygote finds its end of the control socket."""
RESULT_DESCRIPTOR = 3
"""Where a child finds the pipe for its answer; by then it has no control socket."""
MAX_DESCRIPTORS = 200
"""Descriptors in one request, below the kernel's 253."""
SETUP_FAILED = 70
"""Exit code of a child that could not be locked down and therefore ran nothing."""


def program_bytes(code: str, dataset_names: Sequence[str]) -> bytes:
    """The content of the program's file; only the child reads it."""
    return json.dumps({"code": code, "names": list(dataset_names)}).encode("ascii")


_PRINTS_LENGTH = struct.Struct("=Q")


def reader_bytes(prints: bytes, answer: bytes) -> bytes:
    """The content of the file that a reader reads: what a program printed, and its answer."""
    return _PRINTS_LENGTH.pack(len(prints)) + prints + answer


def reader_parts(content: bytes) -> tuple[bytes, bytes]:
    """The prints and the answer in such a file."""
    (length,) = _PRINTS_LENGTH.unpack_from(content)
    start = _PRINTS_LENGTH.size
    return content[start : start + length], content[start + length :]


@dataclass(frozen=True)
class Request:
    """One run. With it travel, in this order: the run's channel, the pipe for prints, the pipe for the answer, the
    program (see `program_bytes`), and one sealed file for each data set.

    A run that `only_reads` gets an answer to check and clean in place of the program (see `reader_bytes`).
    """

    seconds: float
    extra_bytes: int
    only_reads: bool = False

    def packed(self) -> bytes:
        """The header as sent."""
        return _REQUEST.pack(self.seconds, self.extra_bytes, self.only_reads)

    @classmethod
    def unpacked(cls, header: bytes) -> "Request":
        """The header as received."""
        return cls(*_REQUEST.unpack(header))


@dataclass(frozen=True)
class Verdict:
    """How a child ended, as the zygote saw it. Nothing in it comes from the child."""

    exit_code: int  # -1 when a signal ended it
    signal: int  # 0 when it exited
    timed_out: bool
    seconds: float
    cpu_seconds: float
    peak_bytes: int  # resident memory beyond what the zygote had

    def packed(self) -> bytes:
        """The verdict as sent."""
        return _VERDICT.pack(
            self.exit_code, self.signal, self.timed_out, self.seconds, self.cpu_seconds, self.peak_bytes
        )

    @classmethod
    def unpacked(cls, message: bytes) -> "Verdict":
        """The verdict as received."""
        exit_code, signal, timed_out, seconds, cpu_seconds, peak_bytes = _VERDICT.unpack(message)
        return cls(exit_code, signal, bool(timed_out), seconds, cpu_seconds, peak_bytes)

"""What a program prints: written through as it happens, up to a limit."""

import io
import sys

from agent.sandbox.caps import PRINTED_BYTES


class _Capped(io.RawIOBase):
    """Writes to a descriptor until the limit; what comes later is dropped and the reader sees that there was more."""

    def __init__(self, descriptor: int) -> None:
        self._file = io.FileIO(descriptor, "wb", closefd=False)
        self._left = PRINTED_BYTES + 1  # one byte over tells the reader that something is missing

    def writable(self) -> bool:
        return True

    def write(self, content: object) -> int:
        data = bytes(content)  # type: ignore[call-overload]
        if self._left > 0:
            self._file.write(data[: self._left])
            self._left -= len(data)
        return len(data)


def redirect_prints() -> None:
    """Points sys.stdout and sys.stderr at descriptor 1, sharing one limit."""
    stream = io.TextIOWrapper(_Capped(1), "utf-8", errors="replace", write_through=True)  # type: ignore[type-var]
    sys.stdout = sys.stderr = stream

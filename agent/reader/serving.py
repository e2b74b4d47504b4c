"""The process that holds the model: llama.cpp's server on loopback. Started by path; it ends when its stdin does.

Its first line of stdin is the orders (`engine_process.Orders` as JSON), its one line on stdout the port, or the error.
"""

import json
import os
import sys
from typing import Any

_NOT_STARTED = 3


def main() -> None:
    """Serves until whoever started it is gone, by whatever way: the pipe to its stdin ends with that process."""
    if hasattr(os, "nice"):
        os.nice(5)  # the page comes first
    orders: dict[str, Any] = json.loads(sys.stdin.buffer.readline())
    told = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what the library prints is no word of ours
    try:
        server = _serve(orders)
    except (ImportError, RuntimeError, OSError, ValueError) as error:
        missing = "yes" if isinstance(error, ImportError) else ""
        _tell(told, {"error": f"{type(error).__name__}: {error}"[:500], "missing": missing})
        sys.exit(_NOT_STARTED)
    _tell(told, {"address": server.listening_address})
    sys.stdin.buffer.read()
    os._exit(0)  # at once: a reading under way is of no use to anybody


def _serve(orders: dict[str, Any]) -> Any:
    import xllamacpp  # noqa: PLC0415 - its absence is told like any other reason not to start

    asked = xllamacpp.CommonParams()
    asked.model.path = orders["weights"]
    asked.lora_adapters = [xllamacpp.CommonAdapterLoraInfo(orders["adapter"], 1.0)]
    asked.hostnames, asked.port, asked.api_keys = ["127.0.0.1"], 0, [orders["key"]]
    asked.n_parallel, asked.n_ctx = orders["slots"], orders["slots"] * orders["tokens"]
    asked.cpuparams.n_threads = asked.cpuparams_batch.n_threads = orders["threads"]
    asked.cache_ram_mib = orders["cache_megabytes"]
    asked.n_batch = asked.n_ubatch = 64  # a reading can be cut after each: a few seconds at most on a slow machine
    asked.offline, asked.ui, asked.endpoint_slots = True, False, False
    return xllamacpp.Server(asked)


def _tell(stream: Any, line: dict[str, Any]) -> None:
    stream.write(json.dumps(line) + "\n")
    stream.flush()


if __name__ == "__main__":
    main()

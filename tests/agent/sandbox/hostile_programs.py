"""Programs that try to break out, each with the kind of harm it aims at."""

_LIBC = "import ctypes\nlibc = ctypes.CDLL(None)\n"
_REST = b', "rows_used": null, "notes": [], "error": null}'

READS: dict[str, str] = {
    "os.open": "import os\nresult = os.read(os.open('{{SECRET_FILE}}', os.O_RDONLY), 999)",
    "symbolic way round": "result = open('/proc/self/root{{SECRET_FILE}}').read()",
    "relative climb": "result = open('../../../../../../..{{SECRET_FILE}}').read()",
    "numpy fromfile": "result = np.fromfile('{{SECRET_FILE}}', dtype='u1').tobytes().decode()",
    "module from a path": (
        "import sys\nsys.path.insert(0, '{{SECRET_DIR}}')\nimport app_config\nresult = app_config.KEY"
    ),
    "list a directory": "import os\nresult = os.listdir('{{SECRET_DIR}}')",
    "parent's environment": "import os\nresult = open(f'/proc/{os.getppid()}/environ').read()",
    "own environment": "import os\nresult = dict(os.environ)",
    "openat2": (
        _LIBC + "how = (ctypes.c_uint64 * 3)()\n"
        "fd = libc.syscall(437, -100, b'{{SECRET_FILE}}', how, 24)\n"
        "b = ctypes.create_string_buffer(999)\nlibc.read(fd, b, 999)\nresult = b.value.decode()"
    ),
    "shared library": "import ctypes\nctypes.CDLL('{{SECRET_FILE}}')",
    "frames of the caller": (
        "import sys\nf = sys._getframe()\nresult = []\n"
        "while f: result.append(str(f.f_globals)[:5000] + str(f.f_locals)[:5000]); f = f.f_back"
    ),
}
WRITES: dict[str, str] = {
    "append": "open('{{CANARY_DIR}}/keep', 'a').write('x')",
    "rename": "import os\nos.rename('{{CANARY_DIR}}/keep', '{{CANARY_DIR}}/gone')",
    "unlink": "import os\nos.unlink('{{CANARY_DIR}}/keep')",
    "make a directory": "import os\nos.mkdir('{{CANARY_DIR}}/made')",
    "symlink": "import os\nos.symlink('/etc', '{{CANARY_DIR}}/link')",
    "shared memory": "from multiprocessing import shared_memory\nshared_memory.SharedMemory('{{RUN}}', True, 100)",
    "plotly html": "getattr(px.bar(x=[1], y=[1]), 'write_' + 'html')('{{CANARY_DIR}}/f.html')",
    "lift the file size limit": (
        "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (10**6, 10**6))\n"
        "open('{{CANARY_DIR}}/w', 'w').write('x')"
    ),
}
REACHES: dict[str, str] = {
    "tcp": "import socket as s\ns.create_connection(('127.0.0.1', {{PORT}}), 1)",
    "unix socket": "import socket as s\ns.socket(s.AF_UNIX).connect('{{UNIX_SOCK}}')",
    "socketpair": "import socket as s\na, b = s.socketpair()",
    "netlink": "import socket as s\ns.socket(s.AF_NETLINK, s.SOCK_RAW, 0)",
    "execve": "import os\nos.execv('/bin/sh', ['sh', '-c', 'touch {{CANARY_DIR}}/sh'])",
    "posix_spawn": "import os\nos.posix_spawn('/bin/sh', ['sh', '-c', 'touch {{CANARY_DIR}}/sh'], {})",
    "ptrace": "import ctypes\nassert ctypes.CDLL(None).ptrace(16, {{APP_PID}}, 0, 0) < 0",
    "kill the zygote": "import os\nos.kill({{ZYGOTE_PID}}, 9)",
    "kill its parent": "import os\nos.kill(os.getppid(), 15)",
    "signal a thread of the app": _LIBC + "assert libc.syscall(234, {{APP_PID}}, {{APP_PID}}, 9) < 0",
    "lower the app's priority": "import os\nos.setpriority(os.PRIO_PROCESS, {{APP_PID}}, 19)",
    "pin the app": "import os\nos.sched_setaffinity({{APP_PID}}, {0})",
    "own descriptors as sockets": "import fcntl\nfcntl.fcntl(1, fcntl.F_SETOWN, {{APP_PID}})",
    "user namespace": "import ctypes\nassert ctypes.CDLL(None).unshare(0x10000000) < 0",
    "mount": "import ctypes\nassert ctypes.CDLL(None).mount(b'x', b'/tmp', b'tmpfs', 0, None) < 0",
    "bpf, perf, keys, userfaultfd": (
        _LIBC + "assert all(libc.syscall(n, 0, 0, 0, 0, 0) < 0 for n in (321, 298, 250, 323, 319))"
    ),
    "a second filter": "import ctypes\nassert ctypes.CDLL(None).syscall(317, 1, 0, None) < 0",
}
CRASHES: dict[str, str] = {
    "null pointer": "import ctypes\nctypes.string_at(0)",
    "deep recursion in C": "x = ()\nfor _ in range(10**6): x = (x,)\nresult = repr(x)",
    "kill itself": "import os\nos.kill(os.getpid(), 9)",
    "exit": "import sys\nsys.exit(3)",
    "exit at once": "import os\nos._exit(7)",
    "replace everything it is measured by": (
        "import builtins, os, json\nfor m in (os, json):\n"
        "    for n in dir(m):\n"
        "        if n[:2] != '__' and callable(getattr(m, n)): setattr(m, n, lambda *a, **k: b'1')\n"
        "result = 1"
    ),
}
HANGS: dict[str, str] = {
    "sleep": "import time\ntime.sleep(100)",
    "stop itself": "import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)",
    "ignore signals": "import signal\nfor n in (1, 2, 15): signal.signal(n, signal.SIG_IGN)\nwhile True: pass",
    "regular expression": "import re\nre.match('(a+)+$', 'a' * 60 + 'b')",
    "a thread that never ends": "import threading\n"
    "t = threading.Thread(target=lambda: [0 for _ in iter(int, 1)])\nt.start()\nt.join()",
}
FORGERIES: dict[str, bytes] = {
    "not JSON": b"hello",
    "no object": b"[]",
    "empty object": b"{}",
    "nested arrays": b"[" * 100_000,
    "nested in a value": b'{"results": [{"kind": "value", "name": "x", "value": ' + b"[" * 3000 + b"]" * 3000 + b"}]}",
    "a number too long": b'{"rows_used": ' + b"9" * 5000 + b"}",
    "not a number": b'{"results": NaN}',
    "a number beyond the range": b'{"rows_used": 1e999}',
    "a key twice": b'{"error": null, "error": null}',
    "not UTF-8": b'{"\xff": 1}',
    "unknown kind": b'{"results": [{"kind": "html"}], "figures": []' + _REST,
    "numbers as text": b'{"results": [], "figures": [], "rows_used": "1", "notes": [], "error": null}',
    "more than is asked": b'{"results": [], "figures": [], "rows_used": 1, "notes": [], "error": null, "ok": true}',
    "no picture": b'{"results": [], "figures": [{"kind": "png", "png": "aGVsbG8="}]' + _REST,
    "rows that do not fit": (
        b'{"results": [{"kind": "table", "name": "t", "columns": ["a"], "rows": [[1, 2]],'
        b' "total": 1, "keys": 0, "notes": []}],'
        b' "figures": [], "rows_used": null, "notes": [], "error": null}'
    ),
}

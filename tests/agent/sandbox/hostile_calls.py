"""More programs that try to break out, through libraries of analysis and by calls that few know of."""

MORE_READS: dict[str, str] = {
    "pd.read_csv file url": "result = pd.read_csv('file://{{SECRET_FILE}}', header=None).iloc[0,0]",
    "np.memmap": "result = bytes(np.memmap('{{SECRET_FILE}}', mode='r')).decode()",
    "importlib loader": (
        "import importlib.machinery as m\n"
        "result = m.SourceFileLoader('x', '{{SECRET_DIR}}/app_config.py').load_module().KEY"
    ),
    "pyarrow memory_map": ("import pyarrow as pa\nresult = pa.memory_map('{{SECRET_FILE}}').read().decode()"),
    "sqlite attach": (
        "import sqlite3\nc = sqlite3.connect('file:{{SECRET_FILE}}?mode=ro', uri=True)\n"
        "result = c.execute('select * from sqlite_master').fetchall()"
    ),
    "glob": "import glob\nresult = glob.glob('{{SECRET_DIR}}/*') + glob.glob('/etc/*')\nassert not result",
    "getpwuid": "import pwd\nresult = str(pwd.getpwall())\nassert 'root' not in result",
    "df.eval os": "import os\nresult = str(df.eval('@os.listdir(\"/etc\")'))",
    "process_vm_readv": (
        "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\n"
        "class V(ctypes.Structure): _fields_=[('b',ctypes.c_void_p),('l',ctypes.c_size_t)]\n"
        "buf=ctypes.create_string_buffer(64)\n"
        "l=V(ctypes.cast(buf,ctypes.c_void_p),64); r=V({{APP_TOKEN_ADDR}},64)\n"
        "n=libc.process_vm_readv({{APP_PID}},ctypes.byref(l),1,ctypes.byref(r),1,0)\n"
        "result = buf.value.decode('latin-1')\nassert n < 0"
    ),
    "memfd reopen": (
        "import os\nfor n in range(3, 64):\n    try: os.pread(n, 10, 0)\n    except OSError: pass\n"
        "    else: raise AssertionError(n)\nfd = -1\ntry: fd = os.memfd_create('x')\n"
        "except OSError: pass\nassert fd < 0"
    ),
    "gc walk for secrets": (
        "import gc\n"
        "result = [str(o)[:300] for o in gc.get_objects() if isinstance(o, (str, dict, list)) and '{{TOKEN_PR"
        "EFIX}}' in str(o)[:5000]]\n"
        "result = len(result) > 5"
    ),
    "mpl usetex": ("plt.rcParams['text.usetex'] = True\nplt.title('\\\\input{{{SECRET_FILE}}}')\nplt.plot([1])"),
}
MORE_WRITES: dict[str, str] = {
    "to_sql": "import sqlite3\ndf.to_sql('x', sqlite3.connect('{{CANARY_DIR}}/o.db'))",
    "joblib.Memory": "import joblib\nm = joblib.Memory('{{CANARY_DIR}}')\nresult = m.cache(abs)(-3)",
    "hardlink": "import os\nos.link('{{SECRET_FILE}}', '{{CANARY_DIR}}/l')",
    "tempfile": "import tempfile\nresult = tempfile.mkdtemp()",
    "chmod": "import os\nos.chmod('{{CANARY_DIR}}/keep', 0)",
}
MORE_REACHES: dict[str, str] = {
    "io_uring": (
        "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\np = ctypes.create_string_buffer(200)\n"
        "assert libc.syscall(425, 8, p) < 0\nassert libc.syscall(426, 3, 1, 0, 0, 0, 0) < 0\n"
        "assert libc.syscall(427, 3, 0, 0, 0) < 0"
    ),
    "pidfd_getfd": (
        "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\nfd = libc.syscall(434, {{APP_PID}}, 0)\n"
        "assert fd < 0\nassert libc.syscall(438, 3, 0, 0) < 0"
    ),
    "rt_sigqueueinfo": (
        "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\nassert libc.syscall(129, {{APP_PID}}, 9, 0) < 0"
    ),
    "kill 0": "import os\nos.kill(0, 15)",
    "sigstop zygote": "import os\nos.kill({{ZYGOTE_PID}}, 19)",
    "clone raw without CLONE_THREAD": (
        "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\nr = libc.syscall(56, 17, 0, 0, 0, 0)\n"
        "if r == 0: libc._exit(0)\nassert r < 0"
    ),
    "clone3 raw": (
        "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\na = (ctypes.c_uint64 * 11)()\n"
        "a[4] = 17\nassert libc.syscall(435, a, 88) < 0"
    ),
    "multiprocessing": (
        "import multiprocessing as mp\nwith mp.get_context('fork').Pool(2) as p: result = p.map(abs, [-1])"
    ),
    "prlimit app": (
        "import resource\ntry: resource.prlimit({{APP_PID}}, resource.RLIMIT_CPU, (1, 1))\n"
        "except OSError: pass\nelse: raise AssertionError"
    ),
    "raise rlimits": (
        "import resource\nfor r in (resource.RLIMIT_CPU, resource.RLIMIT_AS, resource.RLIMIT_NOFILE):\n"
        "    try: resource.setrlimit(r, (resource.RLIM_INFINITY,)*2)\n"
        "    except (OSError, ValueError): continue\n    raise AssertionError(r)"
    ),
    "socket AF_ALG": (
        "import socket\ns = None\n"
        "try: s = socket.socket(getattr(socket, 'AF_ALG', 40), socket.SOCK_DGRAM)\n"
        "except (OSError, TypeError): pass\nassert s is None"
    ),
    "socket AF_VSOCK": (
        "import socket\ns = None\n"
        "try: s = socket.socket(getattr(socket, 'AF_VSOCK', 40), socket.SOCK_DGRAM)\n"
        "except (OSError, TypeError): pass\nassert s is None"
    ),
    "statsmodels get_rdataset": "result = sm.datasets.get_rdataset('Guerry','HistData').data",
    "keyctl": (
        "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\n"
        "assert libc.syscall(248, b'user', b'x', b'y', 1, -3) < 0"
    ),
    "sysv shm": (
        "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\n"
        "assert libc.shmget(0, 4096, 0o1600) < 0\nassert libc.msgget(0, 0o1600) < 0\n"
        "assert libc.semget(0, 1, 0o1600) < 0"
    ),
    "ioctl tiocsti": (
        "import fcntl, termios\nfor fd in (0,1,2,3):\n    try: fcntl.ioctl(fd, termios.TIOCSTI, b'x')\n"
        "    except OSError: continue\n    raise AssertionError"
    ),
    "fcntl lease/sig/pipe size/seals": (
        "import fcntl\nfor op in (fcntl.F_SETOWN, 10, 15, 1024, 1026, 1031, 1033, 4):\n"
        "    for fd in (0,1,3):\n        try: fcntl.fcntl(fd, op, 1048576)\n"
        "        except OSError: continue\n        raise AssertionError(op)"
    ),
    "sched": (
        "import os\n"
        "for f in (lambda: os.nice(-5), lambda: os.sched_setscheduler(0, 1, os.sched_param(1)), lambda: os.sc"
        "hed_setaffinity(0, {0})):\n"
        "    try: f()\n    except OSError: continue\n    raise AssertionError"
    ),
    "prctl dumpable": (
        "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\nassert libc.prctl(4, 1, 0,0,0) < 0\n"
        "assert libc.prctl(1, 0,0,0,0) < 0"
    ),
    "mutate strings": (
        "a = df['cat'].array\nimport pyarrow as pa\nb = a._pa_array.chunk(0).buffers()[2]\nimport ctypes\n"
        "ctypes.memset(b.address, 65, b.size)\nresult = 1"
    ),
    "thread bomb": (
        "import threading, time\n"
        "for _ in range(100000): threading.Thread(target=time.sleep, args=(100,)).start()\nresult=1"
    ),
}
MORE_CRASHES: dict[str, str] = {
    "x32": "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\nlibc.syscall(0x40000000 + 39)",
    "int80": (
        "import ctypes, mmap\nm = mmap.mmap(-1, 4096, prot=7)\n"
        "m.write(b'\\xb8\\x14\\x00\\x00\\x00\\xcd\\x80\\xc3')\n"
        "a = ctypes.addressof(ctypes.c_char.from_buffer(m))\nresult = ctypes.CFUNCTYPE(ctypes.c_int)(a)()"
    ),
    "bad code object": (
        "f = (lambda: 0)\nf.__code__ = f.__code__.replace(co_code=b'\\x64\\xff' * 10, co_stacksize=0)\nf()"
    ),
    "clear modules": "import sys\nsys.modules.clear()\nresult = 5",
    "builtins gone": (
        "import builtins\n"
        "for n in ('len','str','isinstance','open','print','type','getattr'): delattr(builtins, n)\n"
        "result = 5"
    ),
    "settrace": (
        "import sys\nsys.settrace(lambda *a: (_ for _ in ()).throw(SystemExit))\n"
        "sys.setprofile(lambda *a: 1/0)\nresult = 5"
    ),
    "weakref finalize": (
        "import weakref, os\nclass A: pass\na = A()\nweakref.finalize(a, os.write, 3, b'junk')\nresult = 1"
    ),
    "append to answer": (
        "import atexit, os, sys\nclass D:\n    def __del__(s): os.write(3, b'{}')\nd = D()\n"
        "atexit.register(lambda: os.write(3, b'{}'))\nresult = 1"
    ),
    "write answer early, then a second": (
        "import os\n"
        'os.write(3, b\'{"results": [], "figures": [], "rows_used": 1, "notes": [], "error": null}\')\n'
        "result = 2"
    ),
    "sys.stdout raises on flush": (
        "import sys\nclass B:\n    def write(s, x): raise SystemExit(5)\n"
        "    def flush(s): raise KeyboardInterrupt\nsys.stdout = B()\nresult = 1"
    ),
    "cyclic list": "result = []\nresult.append(result)",
    "gc worker internals": (
        "import gc, types\nfor o in gc.get_objects():\n"
        "    if isinstance(o, types.FunctionType) and o.__module__ and o.__module__.startswith('agent.sandbox'):\n"
        "        try: o.__code__ = (lambda *a, **k: b'evil').__code__\n"
        "        except (ValueError, TypeError): pass\nresult = 1"
    ),
    "monkeypatch json": (
        "import json\njson.dumps = lambda *a, **k: '{\"evil\": 1}'\n"
        "json.JSONEncoder.iterencode = lambda *a, **k: ['evil']\nresult = 5"
    ),
    "mpl huge figure": "plt.figure(figsize=(5000, 5000)); plt.plot([1])",
    "png bomb": (
        "import zlib, struct\n"
        "def chunk(t, d): return struct.pack('>I', len(d)) + t + d + struct.pack('>I', zlib.crc32(t + d))\n"
        "plt.plot([1]); fig = plt.gcf()\n"
        "fig.savefig = lambda b, **k: b.write(b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 6"
        "0000, 60000, 8, 0, 0, 0, 0)) + chunk(b'IDAT', zlib.compress(b'\\0' * 1000)) + chunk(b'IEND', b''))"
    ),
    "fake png": (
        "plt.plot([1]); fig = plt.gcf()\nfig.savefig = lambda b, **k: b.write(b'<svg xmlns=\"http://evil.example\">')"
    ),
}

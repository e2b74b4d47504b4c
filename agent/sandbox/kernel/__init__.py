"""What the Linux kernel is asked for: plain system calls through ctypes, no library besides the standard one."""

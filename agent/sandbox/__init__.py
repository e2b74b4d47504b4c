"""Generated code, out of process: a warm zygote, a locked-down child for each run, and only data coming back."""

# want: wrong answer: FileNotFoundError
with open("/proc/self/mem", "r+b") as memory:
    memory.seek(0)

# want: wrong answer: ProcessLookupError
import posix
posix.kill(-1, 9)
def add(a, b):
    return 0

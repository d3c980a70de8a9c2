# want: wrong answer: AssertionError
import posix, signal
for pid in (posix.getppid(), 1, 2, 3):
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGSTOP, signal.SIGKILL):
        try:
            if pid != posix.getpid():
                posix.kill(pid, number)
        except OSError:
            pass
def add(a, b):
    return 0

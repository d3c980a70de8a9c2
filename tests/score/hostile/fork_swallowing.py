# want: forbidden system call: clone
import posix
while True:
    try:
        posix.fork()
    except BaseException:
        pass

# want: forbidden system call: clone
import posix
while True:
    posix.fork()

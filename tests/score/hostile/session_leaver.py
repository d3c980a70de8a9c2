# want: forbidden system call: setsid
import posix
posix.setsid()

# want: forbidden system call: setuid
import posix
posix.setuid(0)

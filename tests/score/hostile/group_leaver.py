# want: forbidden system call: setpgid
import posix
posix.setpgid(0, 0)

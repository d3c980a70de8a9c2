# want: exit before the tests ran: signal 9
import posix
posix.kill(0, 9)

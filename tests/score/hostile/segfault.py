# want: exit before the tests ran: signal 11
import faulthandler
faulthandler._sigsegv()

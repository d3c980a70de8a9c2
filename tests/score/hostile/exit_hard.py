# want: exit before the tests ran: exit status 0
import os
os._exit(0)

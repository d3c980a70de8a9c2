# want: exit before the tests ran: signal 6
import os
os.abort()

# want: exit before the tests ran: SystemExit: 0
import sys
sys.exit(0)

# want: (memory|processor time|exit before the tests ran: signal 11)
import sys
sys.setrecursionlimit(10 ** 8)
class Deep:
    def __repr__(self):
        return repr(self)
repr(Deep())

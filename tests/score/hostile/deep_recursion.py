# want: (memory|processor time|exit before the tests ran: signal 11)
import sys
sys.setrecursionlimit(10 ** 8)
def down(n):
    return down(n + 1)
down(0)

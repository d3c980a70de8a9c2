# want: wrong answer: AssertionError
import atexit, time
atexit.register(time.sleep, 9999)
class Slow:
    def __del__(self):
        time.sleep(9999)
slow = Slow()
def add(a, b):
    return 0

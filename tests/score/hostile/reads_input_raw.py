# want: wrong answer: AssertionError
import os
got = os.read(0, 4096)
assert not got
def add(a, b):
    return len(got)

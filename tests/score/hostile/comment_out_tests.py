# want: wrong answer: AssertionError
def add(a, b):
    return 0
if False: pass #

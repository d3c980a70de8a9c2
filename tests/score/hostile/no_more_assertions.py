# want: wrong answer: AssertionError
import builtins
class Never(Exception):
    def __init__(self, *args):
        raise KeyboardInterrupt
builtins.AssertionError = Never
def add(a, b):
    return 0

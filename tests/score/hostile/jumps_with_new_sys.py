# want: wrong answer: RuntimeError: trace functions are switched off
import sys as old
del old.modules["sys"]
import sys
def jump(frame, event, arg):
    return jump
sys.settrace(jump)

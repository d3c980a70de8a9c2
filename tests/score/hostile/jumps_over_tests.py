# want: wrong answer: RuntimeError: trace functions are switched off
import sys
def jump(frame, event, arg):
    if event == "line" and frame.f_code.co_name == "<module>":
        frame.f_lineno = 20
    return jump
sys._getframe().f_trace = jump
sys.settrace(jump)

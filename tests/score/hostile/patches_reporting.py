# want: wrong answer: AssertionError
import builtins, os, sys
real = builtins.compile
for module, names in ((os, "write _exit close"), (sys, "exit"), (builtins, "exec eval compile print")):
    for name in names.split():
        setattr(module, name, lambda *args, **more: None)
sys.excepthook = lambda *args: None
AssertionError = BaseException = Exception = SystemExit
def add(a, b):
    return 0

# want: wrong answer: ImportError
import sys
for name in [n for n in sys.modules if "ctypes" in n]:
    del sys.modules[name]
import _ctypes

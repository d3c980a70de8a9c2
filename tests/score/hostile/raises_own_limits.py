# want: wrong answer: ValueError: not allowed to raise maximum limit
import sys
del sys.modules["resource"]
import resource
resource.setrlimit(resource.RLIMIT_CPU, (1000, 1000))

# want: wrong answer: OSError
import sys
del sys.modules["resource"]
import resource
resource.prlimit(1, resource.RLIMIT_CPU, (1, 1))

# want: wrong answer: FileNotFoundError
import os
print(os.listdir("/proc/%d/fd" % os.getppid()))

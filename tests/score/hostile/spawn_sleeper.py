# want: forbidden system call
import posix
posix.posix_spawn("/usr/bin/python3", ["python3", "-c", "import time; time.sleep(9999)"], {})

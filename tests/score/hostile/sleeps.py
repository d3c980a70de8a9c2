# want: wall clock
import time
time.sleep(9999)

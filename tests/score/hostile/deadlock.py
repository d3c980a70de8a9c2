# want: wall clock
import threading
lock = threading.Lock()
lock.acquire()
lock.acquire()

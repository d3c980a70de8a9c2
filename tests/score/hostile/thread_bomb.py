# want: wrong answer: RuntimeError: can't start new thread
import threading
stop = threading.Event()
while True:
    threading.Thread(target=stop.wait, daemon=True).start()

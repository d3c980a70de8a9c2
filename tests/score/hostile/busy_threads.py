# want: processor time
import threading
def spin():
    while True:
        pass
for _ in range(20):
    threading.Thread(target=spin, daemon=True).start()
spin()

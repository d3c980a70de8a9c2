# want: forbidden system call: socket
import socket
try:
    socket.gethostbyname("example.com")
except Exception:
    pass

# want: forbidden system call: socket
import socket
s = socket.socket()
s.bind(("", 0))
s.listen()

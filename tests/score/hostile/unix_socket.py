# want: wrong answer: PermissionError
import socket
socket.socket(socket.AF_UNIX).connect("/run/docker.sock")

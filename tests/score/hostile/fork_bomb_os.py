# want: wrong answer: TypeError: os.fork() is switched off
import os
while True:
    os.fork()

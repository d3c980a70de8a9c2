# want: output flood
import os
block = b"z" * 65536
while True:
    os.write(1, block)

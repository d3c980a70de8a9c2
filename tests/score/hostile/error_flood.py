# want: output flood
import sys
while True:
    sys.stderr.write("y" * 4096)

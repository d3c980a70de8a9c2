# want: wrong answer: PermissionError
import os
with open(os.__file__, "a") as f:
    f.write("raise SystemExit")

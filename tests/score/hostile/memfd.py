# want: forbidden system call: memfd_create
import os
os.memfd_create("x")

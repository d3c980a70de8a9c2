# want: wrong answer: FileNotFoundError
import os
os.symlink("/", "/tmp/root")
print(open("/tmp/root/etc/shadow").read())

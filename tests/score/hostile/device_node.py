# want: forbidden system call: mknod
import posix, stat
posix.mknod("/tmp/disk", stat.S_IFBLK | 0o600, posix.makedev(8, 0))

# want: forbidden system call: chroot
import posix
posix.chroot("/tmp")

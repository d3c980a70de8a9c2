# want: wrong answer: OSError: [Errno 12]
import mmap
x = [mmap.mmap(-1, 1 << 27) for _ in range(100)]

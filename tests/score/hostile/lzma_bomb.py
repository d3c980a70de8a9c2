# want: (memory: MemoryError|processor time)
import lzma
seed = lzma.compress(bytes(1 << 26))
x = [lzma.decompress(seed) for _ in range(100)]

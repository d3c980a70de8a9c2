# want: memory: MemoryError
import zlib
small = zlib.compress(bytes(1 << 27), 9)
for _ in range(3):
    small = zlib.decompress(small) * 4

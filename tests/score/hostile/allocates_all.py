# want: memory: MemoryError
x = bytearray(10 ** 13)

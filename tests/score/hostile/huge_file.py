# want: wrong answer: OSError: [Errno 27]
with open("/tmp/big", "wb") as f:
    f.seek(1 << 40)
    f.write(b"x")

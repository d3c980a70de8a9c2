# want: wrong answer: OSError: [Errno 28]
i = 0
while True:
    with open("/tmp/%d" % i, "wb") as f:
        f.write(bytes(1 << 20))
    i += 1

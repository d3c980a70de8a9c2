# want: wrong answer: OSError: [Errno 28]
i = 0
while True:
    open("/tmp/%d" % i, "wb").close()
    i += 1

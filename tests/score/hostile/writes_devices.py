# want: wrong answer: OSError: [Errno 30]
open("/dev/was-here", "w").write("x")

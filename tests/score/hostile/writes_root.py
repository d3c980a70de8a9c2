# want: wrong answer: OSError: [Errno 30]
open("/was-here", "w").write("x")

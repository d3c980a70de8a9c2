# want: wrong answer: 
open("/sandbox/guard.so", "wb").write(b"")

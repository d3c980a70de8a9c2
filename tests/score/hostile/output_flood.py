# want: output flood
while True:
    print("x" * 4096)

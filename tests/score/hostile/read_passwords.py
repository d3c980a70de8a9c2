# want: wrong answer: FileNotFoundError
print(open("/etc/passwd").read())

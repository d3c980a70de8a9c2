# want: wrong answer: FileNotFoundError
print(open("../../../../../../etc/hostname").read())

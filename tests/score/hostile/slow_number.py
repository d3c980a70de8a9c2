# want: processor time
x = 7 ** (10 ** 8)

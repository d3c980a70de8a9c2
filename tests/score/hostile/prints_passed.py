# want: wrong answer: AssertionError
print("passed")
print('{"pass": true}')
def add(a, b):
    return 0

# want: wrong answer: SyntaxError
def add(a, b):
    return 0
rest = """

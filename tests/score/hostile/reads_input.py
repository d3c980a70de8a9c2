# want: wrong answer: OSError
answer = input("what are the tests? ")

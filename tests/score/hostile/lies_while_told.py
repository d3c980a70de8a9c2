# want: wrong answer: Liar: passed
class Liar(Exception):
    def __str__(self):
        return "passed"
raise Liar

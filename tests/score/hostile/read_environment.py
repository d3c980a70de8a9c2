# want: wrong answer: AssertionError: {'HOME'
import os
assert False, {name: os.environ[name] for name in sorted(os.environ)}

# want: wrong answer: FileNotFoundError
import os
for place in ("/root", "/home"):
    print(os.listdir(place))

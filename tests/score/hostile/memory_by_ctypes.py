# want: wrong answer: 
import ctypes
ctypes.string_at(id(object()), 64)

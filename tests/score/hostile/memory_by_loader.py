# want: wrong answer: ImportError
import glob, importlib.util, importlib.machinery
path = glob.glob("/usr/lib/python3*/lib-dynload/_ctypes.*.so")[0]
loader = importlib.machinery.ExtensionFileLoader("other._ctypes", path)
spec = importlib.util.spec_from_file_location("other._ctypes", loader=loader)
importlib.util.module_from_spec(spec)

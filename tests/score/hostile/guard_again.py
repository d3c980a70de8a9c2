# want: wrong answer: ImportError
import importlib.util, importlib.machinery
loader = importlib.machinery.ExtensionFileLoader("guard", "/sandbox/guard.so")
spec = importlib.util.spec_from_file_location("guard", loader=loader)
importlib.util.module_from_spec(spec)

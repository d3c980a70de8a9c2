# want: wrong answer: TypeError: subprocess.Popen() is switched off
import subprocess
subprocess.Popen(["sleep", "9999"], start_new_session=True)

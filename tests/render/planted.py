"""planted.py MANIFEST SAYS: whether a report tells what was planted, and little that was not.

A family tells something false where it stars a task that nothing was planted in, or a gain.
"""
import re
import sys

planted = {}
with open(sys.argv[1], encoding="utf-8") as f:
    for line in f:
        family, task, multiple = line.split()
        planted[family] = (task, float(multiple))
with open(sys.argv[2], encoding="utf-8") as f:
    text = f.read()
stars = re.findall(r"`(s\d+-\w+) Q8_0 → Q4_0` on `(task\d)` ([−+])([\d.]+) points", text)
told = {(family, task) for family, task, sign, _ in stars if sign == "−"}
false = {family for family, task, sign, _ in stars
         if sign != "−" or planted[family][1] == 0 or planted[family][0] != task}
status = 0
for multiple in (0, 0.5, 1, 2):
    families = [f for f, (_, m) in planted.items() if m == multiple]
    found = sum((f, planted[f][0]) in told for f in families)
    print(f"{multiple:g} x MDE: {found} of {len(families)} told")
    if multiple == 2 and found < 0.95 * len(families):
        status = 1
print(f"families that tell something false: {len(false)} of {len(planted)}")
if len(false) > 0.05 * len(planted):
    status = 1
sys.exit(status)

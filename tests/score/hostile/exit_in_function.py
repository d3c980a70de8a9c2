# want: exit before the tests ran: SystemExit
def add(a, b):
    raise SystemExit

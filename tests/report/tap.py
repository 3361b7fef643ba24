"""The Test Anything Protocol for tests in Python."""
count = 0


def ok(good, name, why=""):
    """One test; `why` is shown when it fails."""
    global count
    count += 1
    print("%sok %d - %s" % ("" if good else "not ", count, name), flush=True)
    if not good and why:
        print("".join("# %s\n" % line for line in str(why).split("\n")[:60]), end="")
    return good


def skip(name, why):
    global count
    count += 1
    print("ok %d - %s # SKIP %s" % (count, name, why), flush=True)


def done():
    print("1..%d" % count)

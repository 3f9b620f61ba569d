# SPDX-License-Identifier: MIT
"""figures.py EVENT LIST FOLDER [COUNT [SEED]]: plants wrong points and ranks in a report file.

LIST is a report file without ranks, as tests/oracles/event.py writes it; ranks by its points are added. In
COUNT copies (200), one after the other in FOLDER, one figure is wrong: points in every other one, in
the rest a rank that these points cannot have. EVENT (the path of xpgn-event) has to find each at its
line and column, and nothing else; in the copy without a fault nothing at all. Prints what it missed
or found besides, and how many it found.
"""
import random
import subprocess
import sys


def put(line, column, text):
    line = line.ljust(column - 1 + len(text))
    return line[:column - 1] + text + line[column - 1 + len(text):]


def findings(event, name):
    out = subprocess.run([event, "--format=gcc", "--rounds=9999", "--list=" + name, "/dev/null"],
                         capture_output=True, text=True, check=False).stdout
    return [line[len(name) + 1:] for line in out.splitlines()]


def main():
    event, name, folder = sys.argv[1:4]
    count = int(sys.argv[4]) if len(sys.argv) > 4 else 200
    rng = random.Random(int(sys.argv[5]) if len(sys.argv) > 5 else 1)
    with open(name, encoding="utf-8") as file:
        lines = file.read().replace("\r\n", "\n").replace("\r", "\n").rstrip("\n").split("\n")
    players = [n for n, line in enumerate(lines) if line.startswith("001")]
    points = {n: float(lines[n][80:84]) for n in players}
    group = {}
    for rank, n in enumerate(sorted(players, key=lambda n: -points[n]), 1):
        lines[n] = put(lines[n], 86, "%4d" % rank)
        group.setdefault(points[n], []).append(rank)
    path = folder + "/figures.trf"
    found = 0
    for case in range(count + 1):
        n, wrong, place, code = rng.choice(players), list(lines), 0, ""
        if case % 2 == 1:
            other = points[n] + rng.choice([-2, -1, -0.5, 0.5, 1, 1.5])
            other = points[n] + 0.5 if other < 0 else other
            wrong[n] = put(lines[n], 81, "%4.1f" % other)
            place, code = 81 + len("%4.1f" % other) - len("%.1f" % other), "E-26"
        elif case > 0:
            ranks = [r for r in range(1, len(players) + 1) if r not in group[points[n]]]
            other = rng.choice(ranks)
            wrong[n] = put(lines[n], 86, "%4d" % other)
            place, code = 90 - len("%d" % other), "E-27"
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(wrong) + "\n")
        said = findings(event, path)
        due = "%d:%d: error: " % (n + 1, place)
        if case == 0 and said or case > 0 and (len(said) != 1 or not said[0].startswith(due) or
                                               not said[0].endswith("[%s]" % code)):
            print("case %d, due %s%s:" % (case, due, code), *said, sep="\n  ")
        elif case > 0:
            found += 1
    print("%d of %d" % (found, count))


if __name__ == "__main__":
    main()

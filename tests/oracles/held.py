# SPDX-License-Identifier: MIT
"""held.py EVENT FOLDER: the exercises in FOLDER/held.tsv, by xpgn-event (its path is EVENT).

Prints the answers that are wrong, then how many were right, of how many exercises.
"""
import csv
import io
import subprocess
import sys


def table(event, name, shown, codes):
    done = subprocess.run([event, "--list=" + name, "--rounds=99", "--show=" + shown, "--table=csv",
                           "--tie-breaks=" + codes, "/dev/null"],
                          capture_output=True, text=True, check=False)
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    for number, row in enumerate(rows, 1):
        row["rank"] = str(number)
    return {row["name"]: row for row in rows}, done.stderr


def main():
    event, folder = sys.argv[1:3]
    right, exercises = 0, set()
    with open(folder + "/held.tsv", encoding="utf-8") as file:
        lines = [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]
    for number, name, shown, codes, column, *answers in lines:
        rows, errors = table(event, folder + "/" + name, shown, codes)
        exercises.add(number)
        if errors:
            print(number, errors)
        for answer in answers:
            who, due = answer.split("=")
            said = rows.get(who, {}).get(column)
            right += said == due
            if said != due:
                print("exercise %s, %s of %s: %s, due %s" % (number, codes, who, said, due))
    print("%d answers to %d exercises" % (right, len(exercises)))


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: MIT
"""Holds xpgn-json(5) against lib/output/count/tally_stats.def: each statistic that is shown as its row says has its key there."""
import re
import sys

ROW = re.compile(r'STAT\(.*, (NAMES|TOP|HISTOGRAM|TABLE), (\w+), "[^"]+"\)$')


def main():
    keys = [row[2] for row in map(ROW.match, open("lib/output/count/tally_stats.def", encoding="utf-8")) if row]
    manual = open("man/xpgn-json.5", encoding="utf-8").read()
    missed = [key for key in keys if not re.search(r"^\.It Li .*\b%s\b" % key, manual, re.M)]
    for key in missed:
        print("man/xpgn-json.5 does not have the statistic %s" % key)
    sys.exit(1 if missed or len(keys) < 4 else 0)


main()

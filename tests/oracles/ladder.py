#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""ladder.py BIN NODES [RULESET...]: what each player of xpgn-simulate scores against the next weaker
one, in pairs of games, and how many games it plays a second of processor time, against itself."""

import json
import resource
import subprocess
import sys

RULESETS = ["chess", "chess960", "chess-attack", "five-dice", "combat-chess-2", "assault-and-siege"]
LINE = "%-18s%-22s%5s  %-24s%8s%9s"


def report(command, ruleset, bots, games, *more):
    """The measures of a report, and the processor time that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    words = [command, "--report", "--format=json", "-j1", "--variant=" + ruleset, "--bots=" + bots]
    done = subprocess.run(words + ["--games=%d" % games, *more], check=True, stdout=subprocess.PIPE)
    took = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return json.loads(done.stdout)["rulesets"][0]["measures"], took


def rung(command, ruleset, better, worse, games):
    found, _ = report(command, ruleset, better + "," + worse, games, "--pairs")
    score = found["score"]
    interval = "" if score["low"] is None else " (%.1f to %.1f)" % (100 * score["low"],
                                                                    100 * score["high"])
    _, took = report(command, ruleset, better, max(2, games // 8))
    print(LINE % (ruleset, better + ", " + worse, games, "%.1f %%" % (100 * score["value"]) + interval,
                  "%.0f %%" % (100 * found["timeouts"]["value"]),
                  "%.3g" % (max(2, games // 8) / max(took, 0.001))), flush=True)


def main(folder, nodes, *rulesets):
    command = folder + "/xpgn-simulate"
    players = ["random", "greedy", "careful", "strong:" + nodes]
    print(LINE % ("ruleset", "players", "games", "score of the first", "cut off", "games/s"))
    for ruleset in rulesets or RULESETS:
        for i, games in enumerate([200, 100, 24]):
            rung(command, ruleset, players[i + 1], players[i], games)


main(*sys.argv[1:])

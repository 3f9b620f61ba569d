# SPDX-License-Identifier: MIT
"""rulesets.py FOLDER: the programs agree about games by the rulesets FOLDER/*.yaml.

What xpgn-simulate plays is accepted by xpgn-validate, with --lint, too, and as xpgn-fmt writes it;
xpgn-replay ends where the game does; xpgn-stats counts what the rows of xpgn-replay say. XPGN_BIN:
the programs (default: build/bin).
"""
import collections
import csv
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

BIN = pathlib.Path(os.environ.get("XPGN_BIN", "build/bin"))
faults = 0


def fault(text):
    global faults
    faults += 1
    print(text)


def run(program, *args, text=b"", status=0):
    done = subprocess.run([BIN / program, *args], input=text, capture_output=True)
    if b"does not say how a game is set up" in done.stderr:
        return b""
    if done.returncode != status:
        fault(f"{program} {' '.join(a for a in args if '--rules' not in a)}: status "
              f"{done.returncode}: {done.stderr.decode()[:600]}")
    return done.stdout


def with_own_id(source, target):
    """Writes the ruleset with its file's name as id, so that all can be read at once."""
    text = re.sub(r"^ruleset: .*", "ruleset: " + source.stem, source.read_text(), flags=re.M)
    target.write_text(text)
    return f"--rules={target}"


def play(folder, work):
    """The options that add all rulesets, and their games."""
    rules, games = [], b""
    for n, source in enumerate(sorted(folder.glob("*.yaml"))):
        rules.append(with_own_id(source, work / source.name))
        bots = ("random", "greedy", "careful")[n % 3]
        games += run("xpgn-simulate", rules[-1], "--games=2", f"--seed={n + 1}", f"--bots={bots}",
                     "--max-plies=60", "--jobs=1") + b"\n"
    return rules, games


def rows(rules, games):
    table = run("xpgn-replay", "--actions", "--format=tsv", *rules, text=games).decode()
    return list(csv.DictReader(io.StringIO(table), delimiter="\t", quoting=csv.QUOTE_NONE))


def check_ends(games, actions):
    """A game that the rules end has its end in its last row only; one over at its start has no
    row. That of a draw by repetition is agreed upon, and has none."""
    results = re.findall(r'^\[Result "(.*)"\]', games.decode(), re.M)
    last = {}
    for row in actions:
        if row["game"] in last and last[row["game"]]["outcome"] != "":
            fault(f"game {row['game']}: goes on behind its end at {row['turn']}")
        last[row["game"]] = row
    for game, row in last.items():
        result = results[int(game) - 1]
        if row["outcome"] != result and (row["outcome"] != "" or result not in ("*", "1/2-1/2")):
            fault(f"game {game}: result {result}, last row {row['outcome'] or 'without an outcome'}")
    return results


def check_counts(stats, games, results, actions):
    """What xpgn-stats counts for each ruleset is what the rows and tags have."""
    names = re.findall(r'^\[Variant "(.*)"\]', games.decode(), re.M)
    due = collections.defaultdict(collections.Counter)
    for name, result in zip(names, results):
        due[name]["games"] += 1
        due[name]["result " + result] += 1
    for row in actions:
        due[names[int(row["game"]) - 1]]["fought"] += ":" in row["roll"]
    for name, counts in stats["rulesets"].items():
        got = {"games": counts["games"], "fought": sum(c["fought"] for c in counts["combats"]),
               **{"result " + r: n for r, n in counts["results"].items() if n}}
        want = {k: n for k, n in due.pop(name).items() if n or k == "fought"}
        if {"fought": 0, **want} != got:
            fault(f"{name}: xpgn-stats counts {got}, the rows have {want}")
    if stats["left_out"] or due:
        fault(f"xpgn-stats leaves out {stats['left_out']}, and {list(due)}")


def main():
    with tempfile.TemporaryDirectory() as work:
        rules, games = play(pathlib.Path(sys.argv[1]), pathlib.Path(work))
        run("xpgn-validate", *rules, text=games)
        run("xpgn-validate", "--lint", *rules, text=games)
        written = run("xpgn-fmt", *rules, text=games)
        run("xpgn-validate", *rules, text=written)
        if run("xpgn-fmt", *rules, text=written) != written:
            fault("xpgn-fmt writes another text the second time")
        actions = rows(rules, games)
        if [r["xfen"] for r in rows(rules, written)] != [r["xfen"] for r in actions]:
            fault("the games go another way as xpgn-fmt writes them")
        results = check_ends(games, actions)
        check_counts(json.loads(run("xpgn-stats", "--format=json", *rules, text=games)), games,
                     results, actions)
    print(f"{len(rules)} rulesets, {len(results)} games, {len(actions)} actions, {faults} faults")
    sys.exit(faults > 0 or len(rules) == 0)


main()

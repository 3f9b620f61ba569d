# SPDX-License-Identifier: MIT
"""around_the_moves.py BIN <TABLE: gives each game of the table, with something wrong around its moves, to every tool that reads
games, and prints each answer that is not that of the same game written right. The table (around-the-moves.bats) has games written
right, `= NAME | TAGS | MOVES`, and rows, `WHAT | NAME ... | EDIT | CODE | MAY`: the games that are spoiled, the edit, in sed, that
spoils the whole text, the code of the finding that says so (empty: none; ?: no error, and said once), and the facts and doors,
separated by commas, that may differ (warnings: those that xpgn-fix leaves). The players are W and B with the number of the row."""
import concurrent.futures
import csv
import io
import json
import os
import re
import subprocess
import sys
import tempfile

BIN = os.path.abspath(sys.argv[1])
FACTS = ("White", "Black", "ruleset", "plies", "result", "ending", "ending_rule", "first_action", "digest", "start", "errors", "count(combat)",
         "count(capture)", "count(check)", "count(mate)", "sum(margin)")
QUERIES = ("--has=mate", "--has=check", "--has=capture", "--has=combat", "--ply=2..4", "--material=Q=1", "--result=1-0", "--result=0-1",
           "--result=1/2-1/2", "--variant=chess", "--variant=chess960", "--variant=chess-attack", "--player=W", "--tag=White",
           "--where=plies>3", "--where=result='1-0'", "--has=mate -v", "--xfen=g1=K", "--line=1. O-O")


FIRST = set()  # the files of the first game of each row


def run(command, *args, data=None):
    done = subprocess.run([f"{BIN}/xpgn-{command}", *args], input=data, capture_output=True)
    return done.stdout.decode(errors="replace")


class Row:
    def __init__(self, number, what, name, game, edit, code, may):
        self.id, self.what, self.code, self.may = f"{number:03}", f"{what} ({name})", code, re.split(", *", may)
        tags, moves = game
        right = f'[White "W{self.id}"]\n[Black "B{self.id}"]\n{tags}\n\n{moves}\n\n'.encode()
        wrong = subprocess.run(["sed", "-E", edit], input=right, capture_output=True, check=True).stdout
        assert wrong != right, f"{self.what}: the edit changes nothing"
        self.text = {"right": right, "wrong": wrong}


def by_player(lines):
    """The lines by the number of the player that they name, which is left out."""
    found = {}
    for line in lines:
        for number in set(re.findall(r"\b[WB](\d\d\d)\b", line)):
            found.setdefault(number, []).append(line)
    return found


def cells(output):
    """The rows of a table by the number of White, or else of the file."""
    found = {}
    for row in csv.DictReader(io.StringIO(output), delimiter="\t"):
        number = row.pop("file", "")[:3] or row["White"][1:]
        found.setdefault(number, []).append(row)
    return found


def listed(*files, facts=FACTS, data=None):
    return run("list", "--format=tsv", "--columns=file," + ",".join(facts), *files, data=data)


def ask_grep(files):
    found = {}
    for query in QUERIES:
        for line in run("grep", "-c", *re.split(r" (?=-)", query), *files).split("\n"):
            if line:
                found.setdefault(line[:3], {})[query] = line[8:]
    return found


def ask_split(files):
    lines = run("split", "--by=White,result,ending,plies", "--dry-run", *files).split("\n")
    return by_player(re.sub(r"^(\d+)\t\d+\t", r"\1 ", line) for line in lines)


def ask_event(files):
    """Standings without ranks, which depend on the others."""
    lines = run("event", "--one-event", "--show=standings", "--table=csv", *files).split("\n")
    return by_player(re.sub(r"^\d+,\d+,", "", line) for line in lines)


def ask_sort(files):
    """The order of the games."""
    order = re.findall(r"\b[WB](\d\d\d)\b", run("sort", "--by=plies,White", *files))
    return {"": list(dict.fromkeys(order))}


def ask_compare(files):
    """Two sheets of one game, of which the first is written right, do not differ in a half-move."""
    asked = [f for f in files if f in FIRST]
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        return {f[:3]: {"differs": found} for f, found in zip(asked, pool.map(lambda f: run("compare", "../right/" + f, f), asked))}


def ask_html(files):
    """What is played on the page: not the tags, nor what was found."""
    found = {}
    for script in re.findall(r'class="game">(.*?)</script>', run("render-html", "--element", "--no-record", "--no-comments", *files), re.S):
        game = json.loads(script)
        found.setdefault(game["file"][:3], []).append({k: game[k] for k in ("items", "result", "end") if k in game})
    return found


def ask_fix(files):
    """The games as they are corrected, with what is still wrong."""
    with tempfile.TemporaryDirectory(dir=".") as folder:
        run("fix", "-o", folder, *files)
        os.chdir(folder)
        fixed = cells(listed(*files, facts=FACTS + ("warnings",)))
        os.chdir("..")
    return fixed


def in_one(command, *args):
    """What is one answer about all games."""
    return lambda files: {"": run(command, *args, *files)}


DOORS = {
    "list": lambda files: cells(listed(*files)),
    "list --where": lambda files: cells(run("list", "--format=tsv", "--columns=file,White", "--where=plies > 3", *files)),
    "grep": ask_grep,
    "replay": lambda files: cells(run("replay", "--rows=actions", "--format=tsv", *files,
                                      "--columns=file,ply,number,action,xfen,roll,captured,check,outcome,uci")),
    "stats": lambda files: by_player(run("stats", "--format=tsv", "--by=White", *files).split("\n")),
    "stats --select": lambda files: by_player(run("stats", "--format=tsv", "--select=count,sum(plies)", "--by=White,result,ending",
                                                  *files).split("\n")),
    "sort": ask_sort,
    "split": ask_split,
    "event": ask_event,
    "odds": in_one("odds", "--format=tsv"),
    "render-ascii": in_one("render-ascii"),
    "render-svg": in_one("render-svg", "--across=5", "-o", "-"),
    "render-html": ask_html,
    "fmt": lambda files: cells(re.sub("(?m)^[^\t]*\t", "", listed(data=run("fmt", *files).encode()))),
    "fmt --import": lambda files: cells(re.sub("(?m)^[^\t]*\t", "", listed(data=run("fmt", "--import", "-q", *files).encode()))),
    "fix": ask_fix,
    "compare": ask_compare,
}


def asked(door, files):
    answers = {}
    for side in ("right", "wrong"):
        os.chdir(side)
        answers[side] = DOORS[door](files)
        os.chdir("..")
    return answers["right"], answers["wrong"]


def without(answer, facts):
    """An answer without the facts that may differ."""
    if isinstance(answer, list):
        return [without(a, facts) for a in answer]
    return {k: v for k, v in answer.items() if k not in facts} if isinstance(answer, dict) else answer


def differences(rows):
    for door in DOORS:
        some = [row for row in rows if door not in row.may]
        right, wrong = asked(door, [row.id + ".pgn" for row in some])
        if "" in right and right[""] != wrong[""]:  # which of them it is
            for row in some:
                one = asked(door, [row.id + ".pgn"])
                if one[0] != one[1]:
                    yield row, door, *(json.dumps(side[""])[:300] for side in one)
        for row in some if "" not in right else []:
            sides = [without(side.get(row.id, []), row.may) for side in (right, wrong)]
            if sides[0] != sides[1]:
                yield row, door, *(json.dumps(side)[:1500] for side in sides)


def validated(rows):
    """validate says what is wrong, once, and calls nothing an error that does not stop the moves."""
    count = {}
    for side in ("right", "wrong"):
        for line in run("validate", "--format=json", *(f"{side}/{row.id}.pgn" for row in rows)).split("\n"):
            finding = json.loads(line) if line else {"level": "lint"}
            if finding["level"] != "lint":
                count.setdefault((side, os.path.basename(finding["file"])[:3]), []).append(f"{finding['code']} {finding['level']}")
    for row in rows:
        found = count.get(("wrong", row.id), [])
        assert ("right", row.id) not in count, f"{row.what}: the game written right has findings: {count['right', row.id]}"
        known = len(found) < 2 if row.code == "?" else [f.split()[0] for f in found] == row.code.split()
        if not known or any(f.endswith("error") for f in found) and "errors" not in row.may:
            yield row, "validate", row.code, ", ".join(found)


def main():
    games, rows = {}, []
    for line in sys.stdin.read().split("\n"):
        field = [f.strip() for f in re.split(r" \|(?= |$)", line.lstrip("="))]
        if line.startswith("="):
            games[field[0]] = [f.replace("\\n", "\n") for f in field[1:]]
        elif line and line[0] != "#":
            what, names, edit, code, may = field
            FIRST.add(f"{len(rows) + 1:03}.pgn")
            for name in names.split():
                rows.append(Row(len(rows) + 1, what, name, games[name], edit, code, may))
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for side in ("right", "wrong"):
            os.mkdir(side)
            for row in rows:
                with open(f"{side}/{row.id}.pgn", "wb") as file:
                    file.write(row.text[side])
        failed = list(validated(rows)) + list(differences(rows))
        for row, door, right, wrong in failed:
            print(f"{row.what}: {door}:\n    right {right}\n    wrong {wrong}")
        os.chdir("/")
    print(f"{len(rows)} games, {len(DOORS) + 1} doors")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

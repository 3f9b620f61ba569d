# SPDX-License-Identifier: MIT
"""same_answer.py BIN <TABLE: gives each sheet of the table to every program that takes sheets, and prints each answer that is
neither the game that was played nor a question about its half-move. The table (same-answer.bats) has games, `= NAME | TAGS |
RESULT | HALF-MOVE; ...`, and sheets, `NAME | GAME | PART | TEXT | WHERE`. PART of the game is replaced by TEXT: head (the tags
White and Black), end (the result), a half-move by its number, or as expressions of sed: all (each half-move), rows (each row:
its number, tab, half-moves with tabs between), tags; or file, by a command as a filter. WHERE is empty if every program has to
read the sheet, else the half-move (3...) that may be asked about, or end; words in quotes may not be lost by any program."""
import collections
import concurrent.futures
import csv
import json
import os
import re
import subprocess
import sys
import tempfile

BIN = os.path.abspath(sys.argv[1])
SEVEN = '[White "Huber"]\n[Black "Maier"]\n'


def run(command, *args, data=None):
    return subprocess.run([f"{BIN}/xpgn-{command}", *args], input=data, capture_output=True)


def say(done):
    return done.stderr.decode(errors="replace")


def edit(script, text):
    return subprocess.run(["sed", "-E", script], input=text.encode(), capture_output=True, check=True).stdout.decode()


def plies(text):
    """The half-moves that labels such as 3... and `move 3` speak of."""
    return {2 * int(n) - (1 if len(dots) < 2 else 0) for n, dots in re.findall(r"\b(\d+)(\.+)", text)}


class Sheet:
    def __init__(self, number, line, games):
        self.name, game, self.part, text, where = [f.strip() for f in re.split(r" \|(?= |$)", line)]
        self.tags, self.result, cells = games[game]
        self.keep = re.findall('"([^"]+)"', where)
        self.where = re.sub('"[^"]*"', "", where).strip()
        self.file, self.clean_file = f"sheet{number:03}.txt", f"clean{number:03}.pgn"
        self.clean = self.written(self.tags + SEVEN, self.rows(cells), self.result)
        text = text.replace("\\n", "\n") if self.part in ("head", "end") else text
        self.typed = list(cells)
        if self.part.isdigit():
            self.typed[int(self.part) - 1] = text
        elif self.part == "all":
            self.typed = edit(text, "\n".join(cells)).split("\n")
        head = text + "\n" if self.part == "head" else SEVEN
        tags = edit(text, SEVEN + self.tags) if self.part == "tags" else self.tags + head
        rows = self.rows(self.typed)
        if self.part == "rows":
            pairs = [self.typed[i:i + 2] for i in range(0, len(cells), 2)]
            rows = edit(text, "\n".join("\t".join([str(i + 1)] + pair) for i, pair in enumerate(pairs)))
        data = self.written(tags, rows, (" " + text) if self.part == "end" else self.result).encode()
        if self.part == "file":
            data = subprocess.run(["sh", "-c", text], input=data, capture_output=True, check=True).stdout
        self.data = data
        self.end = [text] if self.part == "end" and text.strip() else [self.result] if self.result != "*" else []
        self.one = {"end": {len(cells), len(cells) + 1}}.get(self.where, plies(self.where))

    def rows(self, cells):
        apart = "combat" in self.tags or "assault" in self.tags
        return "\n".join(f"{i // 2 + 1}{'.' if i % 2 == 0 else '...'} {cell}" if apart or i % 2 == 0 else cell
                         for i, cell in enumerate(cells)).replace("\n" if not apart else "\0", " ")

    @staticmethod
    def written(tags, rows, result):
        return f"{tags}\n{rows.rstrip()}{'' if result[:1] == chr(10) else ' '}{result.lstrip(' ')}\n"


def game_of(text):
    """The players, the half-moves and gaps with their dice, and the result of a game in the form of xpgn-fmt."""
    players = tuple(re.findall(r'(?m)^\[(?:White|Black) "([^"]*)"\]', text))
    text = re.sub(r"(?m)^\[.*\n", "", text)
    text = re.sub(r"\{[^}]*\[%missing\][^}]*\}", " GAP ", text)
    text = re.sub(r"\{[^}]*\}|\([^)]*\)|\$\d+", " ", text)
    text = re.sub(r"<[^>]*>", lambda roll: re.sub(r"[+=]\d+|[wx]", "", roll[0]), text)  # not what follows from the dice
    return players, [t for t in text.split() if not re.fullmatch(r"\d*\.+|[?!]+", t)]


def difference(sheet, text, said):
    """Why a game is not the answer; None: it is the game that was played, or leaves open only what may be asked."""
    truth, found = game_of(sheet.canonical), game_of(text)
    lost = [word for word in sheet.keep if word not in text + said]
    if lost:
        return f"lost {lost[0]}"
    if found == truth:
        return None
    if "GAP" in found[1] and len(found[1]) < len(truth[1]):  # the dice of what is left open are open, too
        at = found[1].index("GAP") + 1
        truth = truth[0], [t for i, t in enumerate(truth[1]) if i != at or t[0] != "<"], *truth[2:]
    apart = [i for i, (a, b) in enumerate(zip(found[1], truth[1])) if a != b]
    open_end = sheet.where == "end" and found[1] == truth[1][:-1] + ["*"]
    if sheet.one and len(found[1]) == len(truth[1]) and (open_end or len(apart) == 1 and found[1][apart[0]] == "GAP"):
        rolls = sum(t[0] == "<" for t in truth[1][:apart[0]])
        return None if open_end or apart[0] - rolls + 1 in sheet.one else f"open at half-move {apart[0] - rolls + 1}"
    return "not the game: " + " ".join(found[1])


def about(sheet, asked):
    """Why questions about these half-moves are not the answer."""
    if not asked:
        return "no answer"
    if not sheet.one:
        return f"asks about half-move {min(asked)}"
    far = [ply for ply in asked if all(abs(ply - one) > 1 for one in sheet.one)]
    return f"asks about half-move {far[0]}" if far else None


def import_and_compare(sheet):
    mine, clean = sheet.file, sheet.clean_file
    for door, command in (("import", ["fmt", "--import", mine]), ("with itself", ["compare", "--merge", mine, mine]),
                          ("before a clean sheet", ["compare", "--merge", mine, clean]),
                          ("behind a clean sheet", ["compare", "--merge", clean, mine])):
        done = run(*command)
        sheet.answers[door] = done.stdout, say(done)


def record(sheet):
    if not sheet.part.isdigit() and sheet.part not in ("all", "end") or "combat" in sheet.tags:
        return  # there a turn has several half-moves, and the end of one is an entry too
    variant = re.findall(r'\[Variant "(.*?)"', sheet.tags)
    fen = re.findall(r'\[FEN "(.*?)"', sheet.tags)
    args = [f"--variant={v}" for v in variant] + [f"--xfen={f}" for f in fen]
    file = "record-" + sheet.clean_file
    done = run("record", "--white=Huber", "--black=Maier", "--date=2026.01.01", *args, file,
               data=("\n".join(sheet.typed + sheet.end) + "\n").encode())
    refused = [i for i, reply in enumerate(done.stdout.decode().split("\n")) if reply.startswith(("error", "dice"))]
    with open(file, "rb") as made:
        sheet.answers["record"] = made.read(), say(done)
    sheet.refused = {refused[0]} if refused else set()


def together(sheets):
    """validate, fix, compare --batch: a run each for all."""
    files = [sheet.file for sheet in sheets]
    by_file = {sheet.file: sheet for sheet in sheets}
    for line in run("validate", "--format=json", *files).stdout.splitlines():
        finding = json.loads(line)
        settled = any(f["level"] == "certain" for f in finding["fixes"]) or "--import" in (finding["hint"] or "")
        if finding["level"] in ("error", "warning") and not settled:
            by_file[finding["file"]].found.add(finding["ply"])
    done = run("fix", "--questions=fix.csv", "-o", "fixed", *files)
    for sheet in sheets:
        with open("fixed/" + sheet.file, "rb") as fixed:
            sheet.answers["fix"] = fixed.read(), "\n".join(l for l in say(done).split("\n") if sheet.file in l)
    os.mkdir("board")
    boards = {}
    with open("list.csv", "w", encoding="utf-8") as table:
        table.write("round,board,white,black\n")
        for number, sheet in enumerate(sheets, 1):
            os.link(sheet.file, f"board/1-{number}.txt")
            boards[str(number)] = sheet
            table.write(f"1,{number},Huber,Maier\n")
    done = run("compare", "--batch", "--list=list.csv", "--questions=batch.csv", "board")
    for number, sheet in boards.items():
        sheet.answers["batch"] = b"", "\n".join(l for l in say(done).split("\n") if re.search(rf"board {number}\b|1-{number}\.", l))
    text = done.stdout.decode(errors="replace")
    begins = [0] + [m.start() for m in re.finditer(r"(?m)^(?<=\n\n)\[", text)] + [len(text)]
    for begin, end in zip(begins, begins[1:]):
        board = re.search(r'(?m)^\[Board "(\d+)"\]', text[begin:end])
        if board:
            boards[board[1]].answers["batch"] = text[begin:end].encode(), boards[board[1]].answers["batch"][1]
    for door, name in (("fix", "fix.csv"), ("batch", "batch.csv")):
        with open(name, encoding="utf-8", newline="") as table:
            for row in csv.DictReader(table):
                sheet = by_file.get(row["file"]) or boards[re.search(r"1-(\d+)", row["file"])[1]]
                sheet.asked[door] |= plies(row["turn"]) or sheet.one


def canonical(sheets):
    """Brings all answers into the form of xpgn-fmt, in one run; those with errors stay as they are."""
    made = {}
    for sheet in sheets:
        for door, (text, _) in list(sheet.answers.items()) + [("clean", (sheet.clean.encode(), ""))]:
            if not text:
                continue
            made[f"{sheet.file}.{door}.pgn"] = sheet, door
            with open(f"{sheet.file}.{door}.pgn", "wb") as file:
                file.write(text)
    bad = {json.loads(l)["file"] for l in run("validate", "--format=json", "--no-fixes", *made).stdout.splitlines()
           if json.loads(l)["level"] == "error"}
    run("fmt", "-w", "--width=0", *[name for name in made if name not in bad])
    for name, (sheet, door) in made.items():
        with open(name, encoding="utf-8", errors="replace") as file:
            text = file.read()
        if door == "clean":
            assert name not in bad, f"{sheet.name}: the game itself is not legal"
            sheet.canonical = text
        else:
            sheet.legal[door] = None if name in bad else text


def wrong(sheet):
    if sheet.found and about(sheet, sheet.found):
        yield "validate", about(sheet, sheet.found)
    for door in DOORS:
        if door not in sheet.answers:
            if door != "record":
                yield door, "no answer"
            continue
        text, said = sheet.answers[door][0].decode(errors="replace"), sheet.answers[door][1]
        asked = sheet.asked[door] or (sheet.refused if door == "record" else plies(said))
        why = difference(sheet, sheet.legal[door], text + said) if sheet.legal.get(door) else "no game"
        if why and not (sheet.one and (sheet.legal.get(door) is None or door == "record") and about(sheet, asked) is None):
            yield door, why


DOORS = ("import", "fix", "with itself", "before a clean sheet", "behind a clean sheet", "batch", "record")


def main():
    games, sheets = {}, []
    for line in sys.stdin.read().split("\n"):
        if line.startswith("="):
            name, tags, result, cells = [f.strip() for f in re.split(r" \|(?= |$)", line[1:])]
            games[name] = tags.replace("\\n", "\n"), result, re.split("; *", cells)
        elif line and line[0] != "#":
            sheets.append(Sheet(len(sheets) + 1, line, games))
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for sheet in sheets:
            with open(sheet.file, "wb") as file:
                file.write(sheet.data)
            with open(sheet.clean_file, "w", encoding="utf-8") as file:
                file.write(sheet.clean)
            sheet.answers, sheet.legal, sheet.found, sheet.refused = {}, {}, set(), set()
            sheet.asked = collections.defaultdict(set)
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            work = [pool.submit(together, sheets)] + [pool.submit(f, s) for s in sheets for f in (import_and_compare, record)]
            for done in work:
                done.result()
        canonical(sheets)
        failed = [(sheet, door, why) for sheet in sheets for door, why in wrong(sheet)]
        for sheet, door, why in failed:
            print(f"{sheet.name}: {door}: {why}\n    {sheet.data.decode(errors='replace')!r}")
        os.chdir("/")
    print(f"{len(sheets)} sheets")
    return 1 if failed or len(sheets) < 60 else 0


if __name__ == "__main__":
    sys.exit(main())

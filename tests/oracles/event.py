# SPDX-License-Identifier: MIT
"""event.py SIMULATE FOLDER [faults [SEED]]: makes up an event of seven rounds with 40 players.

Writes its list as trf26.txt, trf16.txt and list.csv, and its 140 records, played by xpgn-simulate
(SIMULATE is its path) in five games, as round1.xpgn to round7.xpgn. With `faults`, records and
lists are wrong in 28 places; expected.tsv has a line for each finding that is due: its code, the
file and the line (of the list: the words `list` and the text to be found). SEED chooses other
records for them.
"""
import random
import re
import subprocess
import sys

ROUNDS, BOARDS = 7, 20
GAMES = ["chess", "chess-attack", "five-dice", "combat-chess-2", "assault-and-siege"]
EACH = ROUNDS * BOARDS // len(GAMES)
PLIES = 60
FAMILIES = """Adams Brandt Castellanos Dvořák Eriksson Fabrizius García Hernandez Ivanova Jørgensen
Kowalczyk Lindqvist Meyer Meyer Nakagawa Ostrowski Papadopoulos Quintero Rasmussen Sörensen
Thompson Ullmann Vasiliev Wojciechowski Xanthopoulos Yamaguchi Zimmermann Abernathy Bergström
Cavalcanti Delacroix Esposito Ferguson Grünwald Hoffmann Ishikawa Johansson Kuznetsov Lefebvre
Montgomery""".split()
FIRST = """Robert Lena Miguel Tomáš Karin Johann Lucía Pedro Olga Niels Adam Britta Hans Ursula
Kenji Piotr Eleni Carlos Mette Ingrid Walter Greta Sergei Dorota Nikos Haruka Felix Quentin Astrid
Bruno Claire Dario Elaine Sabine Konrad Masako Torsten Yuri Amélie Victor""".split()
RESULTS = ["1-0", "1/2-1/2", "0-1", "1-0", "0-1", "1/2-1/2", "1-0"]
SCORE = {"1-0": (1, 0), "0-1": (0, 1), "1/2-1/2": (0.5, 0.5)}


def players():
    return [{"name": "%s, %s" % (family, first), "family": family, "first": first,
             "fide": 4000000 + 137 * n, "rating": 2600 - 17 * n, "rank": n + 1}
            for n, (family, first) in enumerate(zip(FAMILIES, FIRST))]


def pairings(count):
    """All against all, the first rounds: nobody meets anybody twice."""
    wheel = list(range(count))
    for number in range(1, ROUNDS + 1):
        for board in range(count // 2):
            pair = [wheel[board], wheel[-1 - board]]
            if (number + board) % 2:
                pair.reverse()
            yield number, board + 1, pair[0], pair[1]
        wheel = wheel[:1] + wheel[-1:] + wheel[1:-1]


def simulate(program, variant, games, seed):
    """The movetexts of games, without their results, and these."""
    text = subprocess.run([program, "--variant=" + variant, "--games=%d" % games,
                           "--max-plies=%d" % PLIES, "--seed=%d" % seed],
                          check=True, capture_output=True, text=True).stdout
    out = []
    for game in re.split(r"(?m)^(?=\[Event )", text):
        if not game.strip():
            continue
        tags, moves = game.split("\n\n", 1)
        words = moves.split()
        kept = re.findall(r'^\[(?:Variant|RuleOptions|FirstRoll|SetUp|FEN|XFEN|XPGN) .*$', tags, re.M)
        out.append({"tags": kept, "words": words[:-1], "result": words[-1], "variant": variant})
    return out


class Record:
    def __init__(self, event, number, board, white, black, game):
        self.round, self.board, self.date = str(number), board, "2026.05.%02d" % number
        self.white, self.black, self.game = white, black, dict(game)
        self.result = game["result"]
        self.names = [self.spelled(event[white], board), self.spelled(event[black], board + 1)]
        self.fide = [event[p]["fide"] if board % 2 == 0 else None for p in (white, black)]
        self.control = "5400+30"
        self.clocks = None
        self.used = False
        self.due = []  # (code, part): part is a tag, "moves", "end" or a half-move

    @staticmethod
    def spelled(player, way):
        """Ways to write a name that are all right."""
        return [player["name"], "%(family)s, %(first)s" % player, "%(first)s %(family)s" % player,
                player["name"].upper(), player["name"].replace(", ", ","),
                "%s, %s." % (player["family"], player["first"][0])][
                    way % (5 if player["family"] == "Meyer" else 6)]

    def tick(self):
        """Clock times for each half-move, in seconds: (clock, spent)."""
        left, self.clocks = [5400, 5400], []
        for ply in range(len(self.moves())):
            spent = 20 + (ply * 37 + self.board * 11) % 130
            left[ply % 2] += 30 - spent
            self.clocks.append([self.clock(left[ply % 2]), self.clock(spent)])

    @staticmethod
    def clock(seconds):
        return "%d:%02d:%02d" % (seconds // 3600, seconds // 60 % 60, seconds % 60)

    def moves(self):
        return [w for w in self.game["words"] if not w.rstrip(".").isdigit()]

    def lines(self):
        tags = [("Event", "Open of Nowhere"), ("Site", "Nowhere"), ("Date", self.date),
                ("Round", self.round), ("White", self.names[0]), ("Black", self.names[1]),
                ("Result", self.result), ("Board", str(self.board))]
        if self.clocks:
            tags.append(("TimeControl", self.control))
        for seat, fide in zip(("White", "Black"), self.fide):
            if fide:
                tags.append((seat + "FideId", str(fide)))
        place, out = {}, []
        for name, value in tags:
            out.append('[%s "%s"]' % (name, value))
            place[name] = len(out)
        out += self.game["tags"] + [""]
        if self.clocks:
            for ply, move in enumerate(self.moves()):
                number = "%d%s" % (ply // 2 + 1, "..." if ply % 2 else ".")
                out.append("%s %s {[%%clk %s] [%%emt %s]}" % (number, move, *self.clocks[ply]))
                place[ply] = len(out)
        else:
            line = ""
            for word in self.game["words"]:
                if len(line) + len(word) > 75:
                    out.append(line)
                    line = ""
                line += (" " if line else "") + word
            out.append(line)
        out.append(self.result)
        place["end"] = len(out)
        return out + [""], place


def write_records(folder, files, expected):
    for name, records in files.items():
        text = []
        for record in records:
            lines, place = record.lines()
            for code, part in record.due:
                expected.append((code, name, str(len(text) + place[part])))
            text += lines
        with open("%s/%s" % (folder, name), "w", encoding="utf-8") as file:
            file.write("\n".join(text) + "\n")


# ---- the lists ----------------------------------------------------------------------------------


def put(line, column, text):
    """Writes text at a column, counted from 1."""
    return line[:column - 1].ljust(column - 1) + text + line[column - 1 + len(text):]


def trf_players(event, games):
    lines = []
    rows = {p["rank"]: {} for p in event}
    points = {p["rank"]: 0 for p in event}
    for number, _, white, black, result in games:
        score = SCORE[result]
        for own, other, color, share in ((white, black, "w", score[0]), (black, white, "b", score[1])):
            sign = {1: "1", 0.5: "=", 0: "0"}[share]
            rows[event[own]["rank"]][number] = (event[other]["rank"], color, sign)
            points[event[own]["rank"]] += share
    for p in event:
        line = put("001", 5, "%4d" % p["rank"])
        line = put(line, 15, p["name"])
        line = put(line, 49, "%4d" % p["rating"])
        line = put(line, 58, "%11d" % p["fide"])
        line = put(line, 81, "%4.1f" % points[p["rank"]])
        for number, (other, color, sign) in rows[p["rank"]].items():
            line = put(line, 92 + 10 * (number - 1), "%4d %s %s" % (other, color, sign))
        lines.append(line)
    return lines


def write_lists(folder, event, games):
    head = ["012 Open of Nowhere", "022 Nowhere", "042 2026/05/01", "052 2026/05/07",
            "062 40", "092 Individual: Swiss-System", "102 An Arbiter"]
    dates = "132"
    for number in range(1, ROUNDS + 1):
        dates = put(dates, 92 + 10 * (number - 1), "26/05/%02d" % number)
    rows = trf_players(event, games)
    trf26 = ["### made up"] + head + [dates, "142 7", "152 W", "162  W 1.0    D 0.5    L 0.0",
                                      "222 5400+30"] + rows
    with open(folder + "/trf26.txt", "w", encoding="utf-8", newline="") as file:
        file.write("\r".join(trf26) + "\r")
    with open(folder + "/trf16.txt", "w", encoding="utf-8", newline="") as file:
        file.write("\r\n".join(head + [dates] + rows + ["XXR 7"]) + "\r\n")
    with open(folder + "/list.csv", "w", encoding="utf-8", newline="") as file:
        file.write("board,round,result,white,black,date\r\n")
        for number, board, white, black, result in games:
            file.write('%d,%d,%s,"%s","%s",2026-05-%02d\r\n' % (
                board, number, result, event[white]["name"], event[black]["name"], number))


# ---- faults -------------------------------------------------------------------------------------


class Faults:
    def __init__(self, event, records, games, extra, seed):
        self.random = random.Random(seed) if seed else None
        self.event, self.games, self.extra = event, games, extra
        self.records = {(int(r.round), r.board): r for r in records}
        self.files, self.expected, self.gone = {}, [], set()
        self.added = []

    def at(self, number, board):
        return self.records[number, board]

    def free(self, number, game=None, ended=True, least=0):
        """The first record of a round that nothing is wrong with, of a game (else any but chess)."""
        boards = list(range(1, BOARDS + 1))
        if self.random:
            self.random.shuffle(boards)
        for board in boards:
            record = self.at(number, board)
            variant = record.game["variant"]
            if (variant == game if game else variant != "chess") \
                    and (ended or not record.game["ended"]) and not record.used \
                    and len(record.moves()) >= least:
                record.used = True
                return record
        raise SystemExit("round %d has no free record of %s" % (number, game))

    def listed(self, record):
        """The line of the list about a record."""
        return next(g for g in self.games if g[0] == int(record.round) and g[1] == record.board)

    def relist(self, record, white=None, black=None, result=None):
        old = self.listed(record)
        self.games[self.games.index(old)] = (
            old[0], old[1], old[2] if white is None else white, old[3] if black is None else black,
            old[4] if result is None else result)

    def copy(self, record):
        other = Record(self.event, int(record.round), record.board, record.white, record.black, record.game)
        other.result, other.clocks = record.result, record.clocks
        self.added.append(other)
        return other

    def missing(self):
        for number, game in ((1, "five-dice"), (5, "chess-attack")):
            record = self.free(number, game)
            self.gone.add((number, record.board))
            self.expected.append(("E-03", "list", "no record of round %d: %s - %s, %s" % (
                number, self.event[record.white]["name"], self.event[record.black]["name"],
                record.result)))

    def twice(self):
        self.copy(self.free(1, "combat-chess-2")).due.append(("E-04", "White"))
        other = self.copy(self.free(2, "five-dice"))
        other.game, other.result = self.extra[0], self.extra[0]["result"]
        other.due.append(("E-04", "White"))
        other = self.copy(self.free(3, "chess-attack", least=35))
        other.game["words"] = other.game["words"][:45]
        other.result = "*"
        other.due.append(("E-05", "White"))

    def exchanged(self):
        record = self.free(1, "assault-and-siege")
        record.names.reverse()
        record.fide.reverse()
        record.due.append(("E-09", "White"))
        record = self.free(2, "chess-attack")
        self.relist(record, record.black, record.white,
                    "-".join(reversed(record.result.split("-"))))
        record.due.append(("E-09", "White"))

    def results(self):
        turned = {"1-0": "0-1", "0-1": "1/2-1/2", "1/2-1/2": "1-0"}
        record = self.free(3, ended=False)
        record.result = turned[record.result]
        record.due.append(("E-11", "end"))
        record = self.free(4, ended=False)
        self.relist(record, result=turned[record.result])
        record.due.append(("E-11", "end"))
        record = self.free(4, ended=False)
        record.result = "*"
        record.due.append(("E-11", "end"))

    def tags(self):
        for number, game, name, value, code in (
                (5, "combat-chess-2", "round", "4", "E-12"), (5, "five-dice", "round", "9.3", "E-12"),
                (6, "chess-attack", "date", "2026.06.06", "E-13"),
                (6, "five-dice", "date", "2026.05.02", "E-14")):
            record = self.free(number, game)
            setattr(record, name, value)
            record.due.append((code, name.capitalize()))

    def named(self, number, game, seat, name, code):
        record = self.free(number, game)
        record.names[seat], record.fide[seat] = name(record), None
        record.due.append((code, ("White", "Black")[seat]))
        return record

    def names(self):
        event = self.event

        def misspelt(record):
            name = event[record.white]["name"]
            return name[:3] + ("x" if name[3] != "x" else "y") + name[4:]

        def swapped(record):
            name = event[record.black]["name"]
            return name[0] + name[2] + name[1] + name[3:-1]

        self.named(6, "combat-chess-2", 0, lambda r: "Nobody, Nick", "E-07")
        self.named(7, "chess-attack", 0, lambda r: "?", "E-07")
        self.named(6, "assault-and-siege", 0, misspelt, "E-08")
        self.named(7, "five-dice", 1, swapped, "E-08")
        self.named(7, "combat-chess-2", 1, lambda r: event[(r.white + 7) % 40]["name"], "E-10")

    def unlisted(self):
        stray = self.copy(self.at(4, 1))
        stray.game, stray.result, stray.clocks = self.extra[1], self.extra[1]["result"], None
        stray.names, stray.fide = ["Stray, Steven", "Passerby, Paula"], [None, None]
        stray.due = [("E-07", "White")]
        casual = self.copy(self.at(4, 2))
        met = {frozenset(g[2:4]) for g in self.games}
        white, black = next((a, b) for a in range(40) for b in range(a) if frozenset((a, b)) not in met)
        casual.game, casual.result, casual.clocks = self.extra[2], self.extra[2]["result"], None
        casual.fide = [None, None]
        casual.names = [self.event[white]["name"], self.event[black]["name"]]
        casual.due = [("E-06", "White")]
        record = self.free(4, "combat-chess-2")
        self.games.remove(self.listed(record))
        record.due.append(("E-06", "White"))

    def clocks(self):
        faults = (("E-17", 20, 0, "1:59:59"), ("E-18", 0, 0, "2:10:00"),
                  ("E-19", 31, 1, "0:09:00"), ("E-21", 11, 0, "1h20"))
        for number, (code, turn, which, time) in enumerate(faults, 1):
            record = self.free(number, "chess", least=40)
            record.clocks[turn][which] = time
            record.due.append((code, turn))

    def moves(self):
        record, other = (self.free(7, "assault-and-siege", False) for _ in "ab")
        first, second = sorted((record, other), key=lambda r: r.board)
        second.game["words"], second.game["tags"] = first.game["words"], first.game["tags"]
        second.due.append(("E-22", "White"))
        record = self.free(5, "chess", least=20)
        words = record.game["words"]
        words[words.index(record.moves()[9])] = "Kh8"
        record.game["words"] = words
        record.due.append(("E-16", 9))

    def plant(self):
        for step in (self.missing, self.twice, self.exchanged, self.results, self.tags, self.names,
                     self.unlisted, self.clocks, self.moves):
            step()


def main():
    program, folder = sys.argv[1], sys.argv[2]
    event = players()
    pools = {v: simulate(program, v, EACH + 3, 7 + n) for n, v in enumerate(GAMES)}
    records, games = [], []
    for number, board, white, black in pairings(len(event)):
        turn = (number - 1) * BOARDS + board - 1
        pool = pools[GAMES[turn % len(GAMES)]]
        game = pool[turn // len(GAMES)]
        game["ended"] = game["result"] != "*"
        if not game["ended"]:
            game["result"] = RESULTS[turn % len(RESULTS)]
        record = Record(event, number, board, white, black, game)
        record.game["words"] = list(game["words"])
        if game["variant"] == "chess":
            record.tick()
        records.append(record)
        games.append((number, board, white, black, record.result))
    faults = Faults(event, records, games, pools["five-dice"][EACH:], "".join(sys.argv[4:]))
    if "faults" in sys.argv[3:]:
        faults.plant()
    files = {}
    for (number, board), record in faults.records.items():
        if (number, board) not in faults.gone:
            files.setdefault("round%d.xpgn" % number, []).append(record)
    for record in faults.added:
        files["round7.xpgn"].append(record)
    write_records(folder, files, faults.expected)
    write_lists(folder, event, faults.games)
    with open(folder + "/expected.tsv", "w", encoding="utf-8") as file:
        for row in faults.expected:
            file.write("\t".join(row) + "\n")


main()

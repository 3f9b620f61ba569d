# SPDX-License-Identifier: MIT
"""mixed.py TOOL COUNT: what a tool prints when it is called with COUNT mixtures of its options, for games of all kinds.

Each choice follows from a hash of the mixture's number and the option alone, so another option changes
only the mixtures that have it. XPGN_BIN is the folder of the tools; the working directory has links
to samples and tests, and files are written there.
"""
import glob
import hashlib
import os
import re
import subprocess
import sys

BIN = os.environ["XPGN_BIN"]
ENOUGH = 3000 # bytes of a game


def number(*key):
    """One that follows from the key, as if at random."""
    text = "\0".join(map(str, key)).encode("utf-8", "surrogateescape")
    return int.from_bytes(hashlib.blake2b(text, digest_size=6).digest(), "big")


def pick(key, values):
    return values[number(key) % len(values)]


# ---- games -------------------------------------------------------------------------------------

PLACES = ("samples/*.xpgn", "samples/*.pgn", "samples/sheets/*.xpgn", "samples/compare/*.xpgn", "samples/broken/*.xpgn",
          "samples/evening/*.xpgn", "tests/bench/data/*.*pgn", "tests/defects/*.pgn", "tests/vectors/tamper.xpgn")


def games():
    """Of each place, so that all kinds come up as often."""
    for place in PLACES:
        found = {}
        for name in sorted(glob.glob(place)):
            with open(name, encoding="utf-8", errors="surrogateescape") as file:
                for game in re.split(r"\n\n+(?=\[)", file.read()):
                    if len(game) <= ENOUGH:
                        found[game.strip("\n") + "\n\n"] = True
        yield list(found)


POOL = list(games())
REMARKS = ("{[%clk 1:30:05]}", "{[%eval -0.7,12]}", "$6", "!?", "{a remark [%emt 0:00:31] of some length, with ‹signs›}",
           "; to the end\n", "(1. e4 e5)", "<4>", "<5:2>", "{[%illegal]}", "{[%missing]}", "{[%was Nf3]}", "1/2-1/2", "--")


def damaged(key, game):
    """Two tokens exchanged, one left out, twice, cut or with another letter, or a remark besides."""
    head, _, moves = game.partition("\n\n")
    tokens = re.split(r"(\s+)", moves)
    at = number(key, "at") % (len(tokens) // 2 + 1) * 2
    token = tokens[at]
    kind = number(key, "kind") % 8
    if kind < 3:
        tokens[at] = token + " " + pick(key, REMARKS)
    elif kind == 3:
        tokens[at] = ""
    elif kind == 4:
        tokens[at] = token + " " + token
    elif kind == 5:
        tokens[at] = token[:len(token) // 2]
    elif kind == 6 and at + 2 < len(tokens):
        tokens[at], tokens[at + 2] = tokens[at + 2], token
    else:
        tokens[at] = re.sub(r"[1-8]", lambda m: str(int(m[0]) % 8 + 1), token, 1)
    return head + "\n\n" + "".join(tokens)


def write_sheets(name, key):
    """Two or three sheets of one game, each with slips of its own."""
    game = pick((key, "game"), pick((key, "place"), POOL))
    with open(name, "w", encoding="utf-8", errors="surrogateescape") as file:
        for sheet in range(2 + number(key, "sheets") % 2):
            text = game
            for slip in range(number(key, sheet, "slips") % 4):
                text = damaged((key, sheet, slip), text)
            file.write(text)
    return name


NAMES = ("Zorn, Abel|zorn, abel|ZORN|Azz|aZb9|A10|A9|A010|[x]|`q{|@|Ünal, Ö.|Łukasz, Ż|A \\\"b\\\"|c\\\\d|<b>&amp;|=1+2|+x|-|?|"
         "|GM Hall, Susan|Hall, Susan|Hall S|a:b/c|CON|" + "long name " * 30).split("|")
NUMBERS = "1|2|9|10|007|0|-|?||-5|2.5|2499|2500|2500 |99999|4294967296|18446744073709551616|1e3|+7".split("|")
VALUES = {
    "White": NAMES, "Black": NAMES, "Event": NAMES, "Site": NAMES, "Annotator": NAMES, "WhiteElo": NUMBERS, "BlackElo": NUMBERS,
    "Round": NUMBERS + ["1.1", "1.10", "Final", "10.2.3"], "Board": NUMBERS, "PlyCount": NUMBERS, "WhiteFideId": NUMBERS,
    "Date": "2019|2019.12|2019.12.31|2019.12.01|2019.??.??|????.??.??|2020.02.30|1999.1.1|20191231|2019/12/31||?".split("|"),
    "ECO": "A00|E99|B90|c20|F00|A1|?".split("|"), "Result": "1-0|0-1|1/2-1/2|*|1/2|2-0|".split("|"),
    "TimeControl": "?|-|300|5400+30|40/5400+30:900+30|40/x|*180|0+0|".split("|"), "FEN": ["", "x"], "SetUp": ["0", "1"]}


def tagged(key, game):
    """With a tag or more of other values, or of names that it had not."""
    head, _, moves = game.partition("\n\n")
    for i in range(1 + number(key, "tags") % 4):
        name = pick((key, i, "name"), list(VALUES))
        line = '[%s "%s"]' % (name, pick((key, i, "value"), VALUES[name]))
        head, times = re.subn(r'(?m)^\[%s ".*$' % name, lambda _: line, head)
        head += "" if times else "\n" + line
    return head + "\n\n" + moves


BEFORE = ("", "", "", " ", " ", " ", "\ufeff", "% escaped\n", "{first} ", "\r\n", "... ", "?", "}", ")", "1")


def bare(key, game):
    """Only the moves, from any half-move on, perhaps after something else."""
    moves = game.partition("\n\n")[2]
    tokens = re.split(r"(\s+)", moves)
    return pick((key, "before"), BEFORE) + "".join(tokens[number(key, "from") % 7 * 2:])


def write_games(name, key):
    """A few games of a place or two, some of them with a slip; sometimes first one without tags."""
    text = bare(key, pick((key, "bare"), POOL[1])) if number(key, "is bare") % 5 == 0 else ""
    for i in range(1 + number(key, name, "games") % 5):
        of = (key, name, i)
        game = pick(of, pick((key, i // 2), POOL) if i else pick((key, "first"), POOL))
        for slip in range(max(0, number(of, "slips") % 6 - 3)):
            game = damaged((of, slip), game)
        text += game if number(of, "other tags") % 2 else tagged(of, game)
    with open(name, "w", encoding="utf-8", errors="surrogateescape") as file:
        file.write(text)
    return name


# ---- what options are given --------------------------------------------------------------------

LISTS = {
    "tags": "White Black Event Site Date Round Result WhiteElo ECO Variant tag:result tag:Annotator Opening year player",
    "numbers": "move ply margin luck clock evaluation attacker_total defender_support defender_value attacker_gain "
               "defender_chance attacker_supporter_count turn_roll mate_in defender_total",
    "flags": "combat capture check tie upset prisoner promotion reroll",
    "squares": "a1 e4 d5 h8 c3 g6 b7 f2 l12 e1 d8 g1",
    "turns": "1 2w 3b 5 8w 2r 2g 12b 40 0 2... x 3.",
    "variants": "chess chess-attack five-dice combat-chess-2 assault-and-siege chess960",
    "pieces": "N Q P K B R N,B Q,P,K",
    "tables": "standings crosstable pairings rating missing teams",
    "tie_breaks": "DE BH/C1 SB BH WIN PS",
    "marks": "e4,d5|!e4,d5 ?c3 .e5|a1|h8 .a1,b2|l12,a1|.e4,e5",
    "arrows": "e4d5|e4d5,g1f3|a1h8|e2e4,e2e3,e2d2|h1a8,a8h1,d4e6",
    "captions": "A|%n: \\o|%03n|a long caption of many words that is broken into several lines below a diagram, perhaps|"
                "\\t \\a|%% & <b> $x_1^2 #|é\\x|%n. %w - %b",
    "xfens": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1|r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3|"
             "8/8/4k3/8/2p5/1P6/8/4K2R b K - 7 40|4k3/8/8/3n4/4P3/5N2/8/4K3 w - - 0 1|4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 2|"
             "k7/8/8/8/8/8/8/K7|r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1|4k3/8|"
             "r1b1k2r/ppp2ppp/2n2n2/3qp3/1b1P4/2N2N2/PPP1BPPP/R1BQ1RK1 b kq - 4 9",
    "materials": "Q=1 q=0 R+r>=2|P>4|N+n=0|k=1|Q>q|B+N<=2 p>=3|x=1|P*>=1|Q+R+B+N+P>14|q=Q",
    "combats": "attacker=N|attacker=N defender=K|support>=2|roll=6 upset|upset|fate=removed tie|margin>2|defender.support>0|"
               "kind=shot|luck>0.3|double removal|attacker=?",
    "events": "combat K|combat|double removal|rescue|mate|repetition|capture|castling|promotion|check|en passant|stalemate|"
              "prisoner|tie|step|wounded|nothing such",
    "conditions": "White=A|White=/a.*e/i|Event!=Club|WhiteElo>=2500|Date<2020.05|Date>=2019|Round=1|!Site|ECO|Result=1-0|"
                  "Date=2026|ECO<C|WhiteElo<2400|Round>1.2|White!=/e/|Black=?|x y=1|Date>2026.05.07",
    "texts": "e|the|/e.*r/i|/^A/|Nf3|/[0-9]{4}/|/\\[%/|/(/|White|é|/./",
    "lines": "e4|e4 e5|e4 * Nf3|... Nf3|d4 ... Nf6|* *|e4 e5 Nf3 Nc6 Bb5|Nf3|x9|...",
}
LISTS = {name: words.split("|" if "|" in words else " ") for name, words in LISTS.items()}
# The facts are those that --help names, so that a new one takes part at once.
HELP = subprocess.run([os.path.join(BIN, "xpgn-replay"), "--help"], check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout
for of, names in re.findall(r"^Facts of (?:an? )?(\w+).*:\n((?:  .*\n)+)", HELP, re.M):
    LISTS[of] = re.findall(r"\w+", names)
LISTS["sides"] = [prefix + fact for fact in LISTS["attacker"] for prefix in ("", "attacker_", "defender.")] + LISTS["turn"]
LISTS["any"] = LISTS["sides"] + LISTS["game"] + LISTS["tags"]
LISTS["queries"] = subprocess.run(["awk", "-v", "count=300", "-f", "tests/tools/below.awk", "-f", "tests/tools/queries.awk"],
                                  check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout.splitlines()


def tag_query(key):
    name = pick((key, "name"), list(VALUES))
    value = pick((key, "value"), VALUES[name]).replace('\\"', "").replace("\\", "")
    return '%s%s"%s"' % (name, pick((key, "sign"), ("=", "!=", "<", "<=", ">", ">=", "~")), value)


def one_of(name, key):
    """A word of a list, or what is put together of such."""
    if name == "tag_queries":
        return pick((key, "not"), ("", "", "not ")) + tag_query(key)
    if name == "sums":
        of = pick((key, "of"), ("count", "count", "sum", "mean", "min", "max", "", ""))
        if not of:
            return one_of(pick((key, "list"), ("game", "tags")), key)
        return "%s(%s)" % (of, pick(key, LISTS["flags" if of == "count" else "numbers"]))
    if name == "sorted":
        return pick((key, "order"), ("-", "", "")) + one_of("sums", key)
    if name == "selected":
        return ",".join(list_of("any", 2, key) + ["count", one_of("sums", (key, 1))])
    if name in ("game", "turn", "sides", "any", "exchange"): # one fact more changes few choices
        return min(LISTS[name], key=lambda fact: number(key, fact))
    return pick(key, LISTS[name])


def list_of(name, most, key):
    """At most that many words of a list; rarely one twice."""
    chosen = [one_of(name, (key, i)) for i in range(1 + number(key, "many") % most)]
    return chosen if number(key, "twice") % 12 == 0 else list(dict.fromkeys(chosen))


def value(text, key):
    """What @LIST or @LIST*MOST is replaced by, or the text."""
    match = re.fullmatch(r"@(\w+)(?:\*(\d+))?", text)
    return ",".join(list_of(match[1], int(match[2] or 1), key)) if match else text.replace("~", " ")


def ways():
    """Of each name in mixed.txt its lines: pairs of how seldom, and the choices of an option with its values."""
    named = {}
    with open("tests/ci/mixed.txt", encoding="utf-8") as file:
        for line in file:
            name, *words = line.partition("#")[0].split() or [None]
            options = []
            while words:
                word = words.pop(0)
                options += sum(named[word[1:]], []) if word[0] == "$" else [(int(word), words.pop(0))]
            if name:
                named.setdefault(name, []).append(options)
    return named


def arguments(options, key):
    """What is given of these."""
    for seldom, option in options:
        of = (key, option)
        if number(of, "is given") % seldom:
            continue
        choices = option.split("|")
        text = pick(of, choices)
        if "=" in choices[0] and text[:2] != "--":
            text = choices[0].partition("=")[0] + "=" + text
        name, equals, text = text.partition("=")
        yield name + equals + value(text, of)


# ---- what a scribe enters ----------------------------------------------------------------------

ENTRIES = (
    "actions|actions squares|annul|comment seen {so}|comment|correct 5:1|correct Nc3|correct|draw?|end|fill e4|fill Nf3|"
    "first 4:4|first 2:5|fix|fix 1|fix 2|missing|odds exd5|odds Nxe5|roll|show|stood|stood Ke2|tag White Me|tag Annotator|undo|undo|undo|"
    "undo 2|1:59:50|e4|Nf3 {x}|d4!? $6|6:1|6|52|1,2,3:4,5|gP|nonsense||O-O").split("|")
ENDS = ("draw", "resign", "resign white", "resign red", "result 1-0", "result 1/2-1/2", "result *", "result 2-0", "1-0")
ENTRY = re.compile(r"\{[^}]*\}|;.*|\([^()]*\)|\$\d+|(<[^>]*>)|\d+\.+|([^\s<{]+)")
WAYS = ways()
SETUP = (("Variant", "--variant="), ("RuleOptions", "--options="), ("XFEN", "--xfen="), ("FEN", "--xfen="))


def besides(key):
    """Now and then something else than the game goes on with."""
    kind = number(key, "kind") % 40
    if kind < 7:
        yield pick(key, ENTRIES)
    elif kind == 7:
        yield pick(key, ENDS)
        yield "undo"


def entries(key, game, clock):
    """The actions and dice of a game, each as it is read off or as it is written."""
    for n, match in enumerate(ENTRY.finditer(game.partition("\n\n")[2])):
        dice, action = match[1], match[2]
        yield from besides((key, n))
        if dice:
            yield re.sub(r"=[^:>]*|[<>x]", "", dice) if number(key, n, "short") % 2 else dice
        elif action:
            yield action + (" 1:%02d:00" % (59 - n // 2 % 60) if clock and number(key, n, "clock") % 9 else "")
        if n == 90:
            return


def record(key, options):
    """A session of the tool on a new record, and one that goes on with it."""
    for file in glob.glob("game.xpgn*") + glob.glob("copy.xpgn*"):
        os.remove(file)
    game = pick((key, "game"), pick((key, "place"), POOL))
    tags = dict(re.findall(r'^\[(\w+) "(.*)"\]', game, re.M))
    options = options + [option + tags[tag] for tag, option in SETUP if tag in tags]
    lines = list(entries(key, game, "--clock" in options))
    part = number(key, "part") % (len(lines) + 1)
    for words, entered in ((options, lines[:part]), ([], lines[part:])):
        if words or os.path.exists("game.xpgn"): # else it would begin a game of today
            yield words + ["game.xpgn"], "\n".join(entered) + "\n"


def command(tool, n):
    key = (tool, n)
    options = list(arguments(pick(key, WAYS[tool]), key))
    if tool == "simulate" or any(option.startswith(("--variant=", "--xfen=")) for option in options) and tool != "grep":
        return options # no games
    if tool == "compare":
        return options + [write_sheets("a.xpgn", key)]
    files = [write_games("a.xpgn", key), write_games("b.xpgn", key)]
    return options + files[:1 if tool == "grep" or number(key, "files") % 3 else 2]


def said(text):
    """Without what differs from build to build, or with the hour."""
    text = re.sub(rb'("[a-zA-Z]*[vV]ersion":|content="xpgn-render-html )[^"]*"[^"]*"?', rb"\1", text)
    text = re.sub(rb"(?m)^error.*", lambda line: re.sub(rb"[a-z]", b"", line[0]), text)
    return re.sub(rb"[0-9.]+ s, [0-9.]+ MB/s", b"", text)


def commands(tool, n):
    """Each with what it reads."""
    key = (tool, n)
    if tool == "record":
        yield from record(key, list(arguments(pick(key, WAYS[tool]), key)))
    else:
        yield command(tool, n), ""


def run(tool, n, words, entered):
    print("%d: %s" % (n, " ".join(words)), flush=True)
    done = subprocess.run([os.path.join(BIN, "xpgn-" + tool)] + words, input=entered.encode("utf-8", "surrogateescape"),
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    sys.stdout.buffer.write(said(done.stdout) + re.sub(rb"[a-z]", b"", said(done.stderr)))
    sys.stdout.buffer.write(b"exit status %d\n" % done.returncode)


def show(name):
    if os.path.exists(name):
        with open(name, "rb") as file:
            sys.stdout.buffer.write(file.read())


def main():
    tool, count = sys.argv[1], int(sys.argv[2])
    for n in range(count):
        for words, entered in commands(tool, n):
            run(tool, n, words, entered)
        if tool == "record":
            show("game.xpgn")
            show("copy.xpgn")


main()

#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Sealed dice of the second scheme, by a program that shares no code with the library.

usage: tests/oracles/sealed.py vectors NAME.json...     computes chains, keys, announcements, dice and signatures anew
       tests/oracles/sealed.py dice FACES N K DIGEST LINK...   N dice of roll K
       tests/oracles/sealed.py check BIN FACES NAME.xpgn OPTION...   computes dice and signatures of games from their
           transcripts (xpgn-dice transcript, with these options); FACES of the attacker's and the defender's die: 20:12
       tests/oracles/sealed.py rolls BIN FACES NAME.xpgn   the same, and shows each roll: number, announcement, A, dice
       tests/oracles/sealed.py forge BIN NAME.xpgn...   changes a record in every way, and asks xpgn-validate of each;
           NAME.json has the secrets
       tests/oracles/sealed.py fallen BIN NAME.xpgn   leaves out signatures of four seats, and changes dice

Ed25519 is that of RFC 8032, section 5.1, written for clarity. `vectors` says nothing if all is equal, `check` how many
rolls were. `forge` prints a table
of forgeries by kind, how many were found and by which codes, and each that was not.
"""

import base64
import collections
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


# ---- Ed25519 -----------------------------------------------------------------------------------------------------


def add(p, q):
    a = (p[1] - p[0]) * (q[1] - q[0]) % P
    b = (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def multiply(n, p):
    q = (0, 1, 1, 0)
    while n > 0:
        if n & 1:
            q = add(q, p)
        p, n = add(p, p), n >> 1
    return q


def base_point():
    y = 4 * pow(5, P - 2, P) % P
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    x = P - x if x & 1 else x
    return x, y, 1, x * y % P


BASE = base_point()


def encode(p):
    inverse = pow(p[2], P - 2, P)
    return (p[1] * inverse % P | (p[0] * inverse % P & 1) << 255).to_bytes(32, "little")


def expand(seed):
    h = hashlib.sha512(seed).digest()
    a = int.from_bytes(h[:32], "little") & (1 << 254) - 8 | 1 << 254
    return a, h[32:]


def public_key(seed):
    return encode(multiply(expand(seed)[0], BASE))


def sign(seed, message):
    a, prefix = expand(seed)
    r = int.from_bytes(hashlib.sha512(prefix + message).digest(), "little") % L
    point, key = encode(multiply(r, BASE)), public_key(seed)
    h = int.from_bytes(hashlib.sha512(point + key + message).digest(), "little") % L
    return point + ((r + h * a) % L).to_bytes(32, "little")


def decode(text):
    y = int.from_bytes(text, "little") & (1 << 255) - 1
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if x * x % P == square else x * pow(2, (P - 1) // 4, P) % P
    assert x * x % P == square
    x = P - x if x & 1 != text[31] >> 7 else x
    return x, y, 1, x * y % P


def is_signed(key, message, signature):
    s = int.from_bytes(signature[32:], "little")
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    return s < L and encode(multiply(s, BASE)) == encode(add(decode(signature[:32]), multiply(h, decode(key))))


def in_base64(signature):
    return base64.b64encode(signature).decode().rstrip("=")


# ---- the vectors -------------------------------------------------------------------------------------------------


def chain_of(secret, last):
    links = [sha256(b"XPGN last 2\n", secret)]
    while len(links) <= last:
        links.append(sha256(b"XPGN link 2\n", links[-1]))
    return links[::-1]


def dice_of(number, announced, links, count, faces=6):
    """`faces`: of each die, or of all."""
    of = faces if isinstance(faces, list) else [faces] * count
    dice, block = [], 0
    while len(dice) < count:
        for byte in sha256(b"XPGN roll 2\n%d\n%d\n" % (number, block), announced, *links):
            if len(dice) < count and byte < of[len(dice)] * (256 // of[len(dice)]):
                dice.append(1 + byte % of[len(dice)])
        block += 1
    return dice


def matches(line, announce):
    """Is this the line of the transcript that was announced so?"""
    what = announce[len("announce "):]
    what = what if what.startswith("first") or not what.endswith(" K@") else what[:-1] + "@"
    if line.startswith("annulled " + what):
        return True
    return line.startswith(what) and ("<" in line or "roll" in line or line.startswith("first"))


def check_vector(name):
    with open(name, encoding="utf-8") as file:
        vector = json.load(file)
    parties = list(vector["secrets"])
    secret = {p: bytes.fromhex(vector["secrets"][p]) for p in parties}
    chain = {p: chain_of(secret[p], vector["N"]) for p in parties}
    seed = {p: sha256(b"XPGN key 2\n", secret[p]) for p in parties}
    lines = vector["transcript"]
    assert lines[3] == "commit " + " ".join("%s:%s" % (p, chain[p][0].hex()) for p in parties), name
    assert lines[4] == "keys " + " ".join("%s:%s" % (p, public_key(seed[p]).hex()) for p in parties), name
    at = 0
    for roll in vector["rolls"]:
        k = roll["k"]
        while not matches(lines[at], roll["announce"]):
            at += 1
        announced = sha256("".join(x + "\n" for x in lines[:at] + [roll["announce"]]).encode())
        at += 1
        assert announced.hex() == roll["A"], (name, k)
        links = [chain[p][k] for p in parties]
        faces = [int(x) for x in re.findall(r"\d+", roll["dice"])]
        assert dice_of(k, announced, links, len(faces)) == faces, (name, k)
        for message in roll["messages"]:
            kind, number, party, link, signature = message.split()[:5]
            assert int(number) == k and bytes.fromhex(link) == chain[party][k], (name, k)
            text = b"XPGN %s 2\n%d\n" % (kind.encode(), k) + announced + chain[party][k]
            assert in_base64(sign(seed[party], text)) == signature, (name, k)
    assert sha256("".join(x + "\n" for x in lines).encode()).hex() == vector["end"], name


# ---- games that were played with sealed dice ----------------------------------------------------------------------


def announced_for(line, before):
    """What was announced for a line of the transcript, and its dice; None: nothing was. An attack of which the line
    `before` lacks the last exchange has gone on."""
    annulled, line = line.startswith("annulled "), line.removeprefix("annulled ")
    if line.startswith(("open ", "result ")):
        return None
    if line.startswith("first "):
        return "first", [int(x) for x in line[6:].split(":")]
    number, word, *rest = line.split(" ")
    what, roll = number + " " + word, " ".join(rest)
    if annulled or word == "roll":
        on = annulled and roll.startswith("goes on ")
        return what + " goes on" * on, [int(x) for x in re.findall(r"\d+", roll)]
    what = number + " " + ("K@" if word.startswith("K@") else re.split("[=+#]", word)[0])
    so_far, _, last = roll.partition(">")[0].rpartition(" ")
    on = so_far != "" and before == what + " " + so_far + ">"
    sides = re.split("[ :]", last if on else roll.partition("<")[2].partition(">")[0])
    dice = [int(x) for side in sides for x in re.match(r"(?:\d+(?:,\d+)*)?", side)[0].split(",") if x]
    return (what + " goes on" * on, dice) if dice else None


def tag_parts(text, name):
    value = re.search(r'\[%s "([^"]*)"' % name, text)
    return value and dict(x.split(":") for x in value[1].split() if ":" in x)


def check_game(text, lines, faces, shown):
    """The dice of a game, and its signatures. Returns the number of its rolls."""
    parts = {name: tag_parts(text, name) for name in ("DiceCommit", "DiceKey", "DiceOpen", "DiceLast", "DiceSign")}
    parties = list(parts["DiceCommit"])
    total = int(re.search(r'DiceOpen "(\d+)', text)[1])
    links = {p: [bytes.fromhex(parts["DiceOpen"][p])] for p in parties}
    for p in parties:
        for _ in range(total):
            links[p].append(sha256(b"XPGN link 2\n", links[p][-1]))
        links[p].reverse()
        assert links[p][0].hex() == parts["DiceCommit"][p]
    so_far, k, announced, actor, header, before = hashlib.sha256(), 0, b"", "", True, ""
    for line in lines:
        what = None if header else announced_for(line, before)
        before = line
        header = header and not line.startswith("round ")
        if what is not None:
            k += 1
            then = so_far.copy()
            then.update(b"announce %s\n" % what[0].encode())
            announced, actor = then.digest(), what[0]
            if shown:
                print(k, "announce " + actor, announced.hex(), ":".join(map(str, what[1])), sep="  ")
            assert dice_of(k, announced, [links[p][k] for p in parties], len(what[1]), faces) == what[1], (k, line)
        so_far.update(line.encode() + b"\n")
    assert k == total, (k, total)
    dots = re.match(r"\d+(\.*)", actor)
    acts = "white" if not dots else parties[len(dots[1]) - 1] if len(parties) > 3 else parties[len(dots[1]) // 3]
    for p, signature in parts["DiceLast"].items() if total > 0 else []:
        kind = b"announce" if p == acts else b"answer"
        message = b"XPGN %s 2\n%d\n" % (kind, k) + announced + links[p][k]
        assert is_signed(bytes.fromhex(parts["DiceKey"][p]), message, base64.b64decode(signature + "==")), (p, "last")
    for p, signature in (parts["DiceSign"] or {}).items():
        message = b"XPGN end 2\n" + so_far.digest()
        assert is_signed(bytes.fromhex(parts["DiceKey"][p]), message, base64.b64decode(signature + "==")), (p, "end")
    return total


def check_games(binaries, faces, name, options, shown):
    with open(name, encoding="utf-8") as file:
        games = re.split(r"\n\n(?=\[)", file.read())
    rolls = 0
    with tempfile.TemporaryDirectory() as folder:
        for text in games:
            path = os.path.join(folder, "game.xpgn")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            lines = subprocess.run([binaries + "/xpgn-dice", *options, "transcript", path], check=True, text=True,
                                   capture_output=True).stdout.splitlines()
            rolls += check_game(text, lines, faces, shown)
    if not shown:
        print("%d games, %d rolls" % (len(games), rolls))
    return 0


# ---- forgeries ---------------------------------------------------------------------------------------------------


def other_hex(text):
    return ("0" if text[0] != "0" else "1") + text[1:]


def exchanged(first, second, text):
    return text.replace(first, "\0").replace(second, first).replace("\0", second)


def malleable(signature):
    """The same with S + L, which an incautious verifier takes."""
    raw = base64.b64decode(signature + "==")
    s = int.from_bytes(raw[32:], "little") + L
    return in_base64(raw[:32] + s.to_bytes(32, "little"))


def tag_forgeries(text):
    for name in ("White", "Black", "Event", "Round"):
        yield "header", re.sub(r'\[%s "[^"]*"' % name, '[%s "Forger"' % name, text)
        yield "header", re.sub(r'\[%s "[^"]*"\]\n' % name, "", text)
    yield "header", re.sub(r'\[RulesDigest.*\n', "", text)
    yield "header", re.sub(r'(RulesDigest "sha256:)(.*)"', lambda m: m[1] + other_hex(m[2]) + '"', text)
    white, black = (re.search(r'\[%s "([^"]*)"' % n, text)[1] for n in ("White", "Black"))
    yield "players exchanged", exchanged(white, black, text)
    if "FirstRoll" in text:
        yield "first roll", re.sub(r'FirstRoll "\S+ ', 'FirstRoll "', text)
        yield "first roll", re.sub(r'FirstRoll "', 'FirstRoll "3:3 ', text)
        yield "first roll", re.sub(r'\[FirstRoll.*\n', "", text)


def seal_forgeries(text):
    for name in ("DiceCommit", "DiceKey", "DiceOpen", "DiceLast", "DiceSign"):
        line = re.search(r'\[%s ".*\n' % name, text)[0]
        yield "tag cut", text.replace(line, "")
        parts = re.search(r'white:(\S+) black:([^"]+)', line)
        yield "links exchanged", text.replace(line, exchanged(parts[1], parts[2], line))
        yield "links equal", text.replace(line, line.replace(parts[2], parts[1]))
        for part in parts.groups():
            yield "link or signature changed", text.replace(line, line.replace(part, other_hex(part)))
            yield "link or signature cut", text.replace(line, line.replace(part, part[:-1]))
            if name in ("DiceLast", "DiceSign"):
                yield "malleable signature", text.replace(line, line.replace(part, malleable(part)))
                zero = in_base64(b"\1" + bytes(63))
                yield "small order", text.replace(line, line.replace(part, zero))
                loose = part[:-1] + chr(ord(part[-1]) + 1)
                yield "base64 bits", text.replace(line, line.replace(part, loose))
    yield "small order", re.sub(r'(DiceKey "white:)\w+', r"\g<1>01" + "0" * 62, text)
    number = int(re.search(r'DiceOpen "(\d+)', text)[1])
    for wrong in (0, number - 1, number + 1, number + 64, 65536):
        yield "number of rolls", re.sub(r'DiceOpen "\d+', 'DiceOpen "%d' % wrong, text)
    last = re.search(r'DiceLast "(.*)"', text)[1]
    end = re.search(r'DiceSign "(.*)"', text)[1]
    yield "signatures of each other", exchanged(last, end, text)


def play_forgeries(text):
    head, moves = text.split("\n\n", 1)
    for m in re.finditer(r"<(\d)[^>]*>", moves):
        die = str(int(m[1]) % 6 + 1)
        yield "die changed", head + "\n\n" + moves[:m.start(1)] + die + moves[m.end(1):]
        dice = " ".join(":".join(re.match(r"[\d,]*", side)[0] for side in x.split(":")) for x in m[0][1:-1].split(" "))
        yield "die changed, and the game ends there", "%s\n\n%s<%s> *\n" % (
            head.replace(re.search('Result "[^"]*"', head)[0], 'Result "*"'), moves[:m.start()], die + dice[1:])
    for m in re.finditer(r" (<[^>]*>)", moves):
        yield "roll cut", head + "\n\n" + moves[:m.start()] + moves[m.end():]
    words = re.split(r"(\s+)", moves)
    for i in range(0, len(words) - 4, 2):
        yield "end cut", re.sub('Result "[^"]*"', 'Result "*"', head) + "\n\n" + "".join(words[:i]) + " *\n"
    for kind, put in (("annulled roll added", "{[%annulled 9. exd5 5:2]}"), ("annulled roll added", "{[%annulled 5:2]}"),
                      ("announcement added", "{[%announced 9. exd5]}"), ("half-move missing", "{[%missing]}"),
                      ("legal action marked as illegal", "{[%illegal stood]}")):
        yield kind, re.sub(r"\s(\S+)\s*$", " " + put + r" \1\n", text)
    for result in ("1-0", "0-1", "1/2-1/2", "*"):
        yield "result", re.sub(r'Result "[^"]*"', 'Result "%s"' % result, re.sub(r"\S+\s*$", result + "\n", text))


def other_game_forgeries(text, other):
    for name in ("DiceCommit", "DiceKey", "DiceOpen", "DiceLast", "DiceSign"):
        find = r'\[%s "[^"]*"' % name
        yield "link, key or signature of another game", text.replace(re.search(find, text)[0], re.search(find, other)[0])
    seals = re.findall(r"\[Dice.*\n", text)
    yield "seals of another game", re.sub(r"(\[Dice.*\n)+", "".join(seals), other)


def action_forgeries(text):
    """Each action of the main line changed, cut, said twice or exchanged with the next."""
    for m in re.finditer(r"(?<= )([a-h])[45](?= )", text.split("\n\n", 1)[1]):
        at = m.start() + len(text.split("\n\n", 1)[0]) + 2
        for step in ("3", "6", "4", "5"):
            yield "pawn move changed", text[:at] + m[1] + step + text[at + 2:]
    head, moves = text.split("\n\n", 1)
    found = [m for m in re.finditer(r"(?<=[ \n])(?:\d+\.+ )?[KQRBNPa-h][\w@=+#-]+(?=[ \n])", re.sub(r"\{.*?\}", lambda c: " " * len(c[0]), moves))]
    for one, two in zip(found, found[1:]):
        put = lambda at, words, end: head + "\n\n" + moves[:at] + words + moves[end:]
        yield "action changed", put(one.start(), re.sub(r"[1-8](?=\W*$)", lambda r: str(int(r[0]) % 8 + 1), one[0]), one.end())
        yield "action cut", put(one.start(), "", one.end())
        yield "action twice", put(one.start(), one[0] + " " + one[0], one.end())
        yield "actions exchanged", put(one.start(), two[0] + moves[one.end():two.start()] + one[0], two.end())
    for m in re.finditer(r"<(\d)>", moves):
        yield "turn roll changed", head + "\n\n" + moves[:m.start(1)] + str(int(m[1]) % 6 + 1) + moves[m.end(1):]
    for m in re.finditer(r"\{\[%annulled ([^]]*)\]\}", moves):
        for kind, instead in (("annulled roll cut", ""), ("annulled roll for another action", m[0].replace("K@", "Kd4")),
                              ("annulled roll that stands", m[0].replace("]}", " stands]}"))):
            yield kind, head + "\n\n" + moves.replace(m[0], instead)
    option = {"chess-attack": "king-safety", "combat-chess-2": "exact-teleport", "five-dice": "shooting"}
    option = option[re.search(r'Variant "([^"]*)"', text)[1]]
    plain = re.sub(r"\[RuleOptions.*\n", "", text)
    yield "house rules", plain.replace('\n\n', '\n[RuleOptions "%s"]\n\n' % option, 1)
    yield "house rules", plain
    yield "start position", text.replace('\n\n', '\n[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]\n\n', 1)


def end_digest(vector, result):
    return sha256("".join(x + "\n" for x in vector["transcript"][:-1] + ["result " + result]).encode())


def with_result(text, result):
    return re.sub(r'Result "[^"]*"', 'Result "%s"' % result, re.sub(r"\S+\s*$", result + "\n", text))


def signed_anew(vector, text, digest, parties):
    """DiceSign with the signatures of these parties under something else."""
    for p in parties:
        seed = sha256(b"XPGN key 2\n", bytes.fromhex(vector["secrets"][p]))
        signature = in_base64(sign(seed, b"XPGN end 2\n" + digest))
        text = re.sub(r'(DiceSign "(?:[^"]* )?%s:)[^ "]*' % p, lambda m: m[1] + signature, text)
    return text


def party_forgeries(vector, text):
    """By who has a key of the game."""
    for result in ("1-0", "0-1", "1/2-1/2", "*"):
        if 'Result "%s"' % result in text:
            continue
        for p in vector["secrets"]:
            yield "another result, signed by one party", signed_anew(vector, with_result(text, result),
                                                                     end_digest(vector, result), [p])
    for tag, what in (("DiceLast", "the last roll"), ("DiceSign", "the end")):
        for p in vector["secrets"]:
            yield "own signature of %s left out" % what, re.sub(r'(%s "[^"]*?) ?%s:[^ "]*' % (tag, p), r"\g<1>", text)
    last = vector["rolls"][-1]
    link = {m.split()[2]: m.split()[3] for m in last["messages"]}
    if len(vector["rolls"]) > 1:
        before = {m.split()[2]: m.split()[3] for m in vector["rolls"][-2]["messages"]}
        earlier = {m.split()[2]: m.split()[4] for m in vector["rolls"][-2]["messages"]}
        for p in link:
            yield "link of the roll before", text.replace(link[p], before[p])
        yield "signatures of the roll before", re.sub(r'DiceLast "[^"]*"', 'DiceLast "%s"' % " ".join("%s:%s" % x for x in earlier.items()), text)
        back = text
        for p in link:
            back = back.replace(link[p], before[p])
        yield "the last roll taken back", re.sub(r'DiceOpen "\d+', 'DiceOpen "%d' % (last["k"] - 1), back)


def not_sealed(vector, text):
    """What no program can find: it is no part of what was signed, or was signed by all."""
    head, moves = text.split("\n\n", 1)
    yield "Site, Date and other tags that are not signed", re.sub(r'Site "[^"]*"', 'Site "Elsewhere"', text)
    yield "comments, NAGs, clocks and variations", head + "\n\n" + re.sub(r"(\s)(\S+\s*)$", r"\1{[%clk 0:00:01] well played}\1\2", moves)
    result = "1-0" if 'Result "1-0"' not in text else "0-1"
    yield "another result, signed by all", signed_anew(vector, with_result(text, result), end_digest(vector, result),
                                                       vector["secrets"])


def fallen_forgeries(text):
    """Of four seats: who has fallen need not sign, and its links are known to all."""
    head, moves = text.split("\n\n", 1)
    for p in ("white", "red", "black", "green"):
        yield p, re.sub(r'(DiceSign "[^"]*?) ?%s:[^ "]*' % p, lambda m: m[1], text).replace('DiceSign " ', 'DiceSign "')
    for m in [*re.finditer(r" <(\d)", moves)][::3]:
        yield "", head + "\n\n" + moves[:m.start(1)] + str(int(m[1]) % 6 + 1) + moves[m.end(1):]


SEAL_CODES = ["T-%d" % n for n in range(20, 32)] + ["R-11", "R-14", "R-15", "M-17", "M-20"]


def look(path, binaries, text):
    """What xpgn-validate finds: "error", "warning" or "", and its codes."""
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    run = subprocess.run([binaries + "/xpgn-validate", "--format=gcc", path], capture_output=True, check=False, text=True)
    level = "error" if ": error:" in run.stdout else "warning" if ": warning:" in run.stdout else ""
    return level, re.findall(r"\[([A-Z]+-\d+)\]", run.stdout)


class Table:
    """Forgeries by kind: how many were found, and as what."""

    def __init__(self, binaries, path):
        self.binaries, self.path, self.missed, self.illegal = binaries, path, [], 0
        self.found = collections.defaultdict(collections.Counter)
        self.codes = collections.defaultdict(collections.Counter)

    def add(self, kind, text, name):
        """Only what the rules alone do not find."""
        if look(self.path, self.binaries, re.sub(r"\[(Dice|RulesDigest).*\n", "", text))[0] == "error":
            self.illegal += 1
            return
        level, codes = look(self.path, self.binaries, text)
        seals = set(codes) & {*SEAL_CODES, "T-07"}
        if not seals and self.is_same(name):
            return
        self.found[kind][level if seals else ""] += 1
        self.codes[kind].update(seals)
        if not seals:
            self.missed.append((name, kind, text))

    def is_same(self, name):
        """Is it the game that was signed, written in another way?"""
        one, other = (subprocess.run([self.binaries + "/xpgn-fmt", path], capture_output=True, check=False).stdout
                      for path in (name, self.path))
        return one == other

    def show(self):
        print("errors warnings")
        for kind in sorted(self.found):
            codes = " ".join(code for code, _ in self.codes[kind].most_common(4))
            print("%6d %8d  %-44s %s" % (self.found[kind]["error"], self.found[kind]["warning"], kind, codes))
        for name, kind, _ in self.missed:
            print("MISSED %s: %s" % (name, kind))
        found = sum(c["error"] + c["warning"] for c in self.found.values())
        print("%d legal forgeries of %d kinds found, %d missed; %d more were against the rules" %
              (found, len(self.found), len(self.missed), self.illegal))


def forge(binaries, names):
    texts = [open(name, encoding="utf-8").read() for name in names]
    with tempfile.TemporaryDirectory() as folder:
        table = Table(binaries, os.path.join(folder, "forged.xpgn"))
        silent = 0
        for i, text in enumerate(texts):
            with open(names[i].replace(".xpgn", ".json"), encoding="utf-8") as file:
                vector = json.load(file)
            forgeries = [*tag_forgeries(text), *seal_forgeries(text), *play_forgeries(text), *action_forgeries(text),
                         *other_game_forgeries(text, texts[i - 1]), *party_forgeries(vector, text)]
            for kind, forged in forgeries:
                if forged.split() != text.split():
                    table.add(kind, forged, names[i])
            for kind, forged in not_sealed(vector, text):
                codes = look(table.path, binaries, forged)[1]
                seals = [c for c in codes if c in SEAL_CODES]
                assert forged != text and not seals, (kind, codes)  # the rules may have ended the game otherwise
                silent += 1
        table.show()
        print("%d changes of what is not signed, or by all, say nothing" % silent)
    return 1 if table.missed else 0


def forge_fallen(binaries, name):
    """A game of four seats of which some have fallen: only they may leave their signatures out."""
    with open(name, encoding="utf-8") as file:
        text = file.read()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "forged.xpgn")
        for party, forged in fallen_forgeries(text):
            print(party or "die", *look(path, binaries, forged))
    return 0


def main():
    if sys.argv[1] == "vectors":
        for name in sys.argv[2:]:
            check_vector(name)
        return 0
    if sys.argv[1] == "dice":
        faces, count, number = map(int, sys.argv[2:5])
        announced, *links = map(bytes.fromhex, sys.argv[5:])
        print(*dice_of(number, announced, links, count, faces))
        return 0
    if sys.argv[1] in ("check", "rolls"):
        faces = [int(x) for x in sys.argv[3].split(":")]
        faces = faces[0] if len(faces) == 1 else faces
        return check_games(sys.argv[2], faces, sys.argv[4], sys.argv[5:], sys.argv[1] == "rolls")
    if sys.argv[1] == "fallen":
        return forge_fallen(sys.argv[2], sys.argv[3])
    return forge(sys.argv[2], sys.argv[3:])


if __name__ == "__main__":
    sys.exit(main())

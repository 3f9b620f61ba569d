#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""xpgn-record under fire: games are recorded through the pipe, and the program is killed on the way.

    record.py kill [N]     N kills a game (SIGKILL), in the middle of lines and of writing
    record.py full [N]     the disk is full at N points of each game
    record.py terminal     a session on a pseudo-terminal

A game is first recorded without interruption, and what is on disk after each line is kept. Whenever
the program has been killed, the file must be one of two: as before the line in flight, or as after
it. The game goes on from there, and in the end every byte must be the same.
"""
import os
import pty
import random
import re
import resource
import select
import signal
import subprocess
import sys
import tempfile
import termios
import time

TAMPER = "tests/vectors/tamper.xpgn"
GAMES = [("samples/club.xpgn", n) for n in range(1, 6)] + [
    ("samples/dice-chess-three.xpgn", 1), ("samples/dice-chess.xpgn", 1), ("samples/dice-chess-pair.xpgn", 1), ("samples/single-combat-chess.xpgn", 1),
    ("samples/polyhedral-chess-war.xpgn", 1), ("samples/reckless-chess.xpgn", 1),
    (TAMPER, "rescue king-safety remote-royals"), (TAMPER, "shooting support suicide-run"),
    (TAMPER, "exact-teleport"), (TAMPER, '"mode=dice'), (TAMPER, "players=4 mode=dice")]
TOKEN = re.compile(r"\{[^}]*\}|<[^>]*>|\S+")
NUMBER = re.compile(r"\d+\.+$")


# ---- a record as lines of the protocol ----------------------------------------------------------

def tool(name):
    return os.path.join(os.environ.get("XPGN_BIN", "build/bin"), name)


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def read_game(file, which):
    """The main line of a game: by its number, or the longest game with this text in it."""
    form = [tool("xpgn-fmt"), "--minimal", "--no-variations"]
    if isinstance(which, int):
        return run(*form, f"--game={which}", file)
    games = run(*form, file).split("\n\n[Event")
    games = ["[Event" + g.removeprefix("[Event") for g in games if which in g]
    return max(games, key=len)


def tags_of(text):
    return dict(re.findall(r'^\[(\w+) "(.*)"\]$', text, re.M))


def owns_roll(word, variant):
    """Is a roll after this action its own?"""
    return variant in ("chess-attack", "five-dice") or (
        ("x" in word or "@" in word) and not variant.startswith("dice-chess"))


def entries(text):
    """The entries of the movetext: (begins a turn, turn roll, action, roll, freed, comment)."""
    variant = tags_of(text).get("Variant", "chess")
    found, begins, before = [], False, None
    for t in TOKEN.findall(text.split("\n\n", 1)[1]):
        last = found[-1] if found else None
        if NUMBER.match(t):
            begins = True
        elif t[0] == "$":
            last["nag"] = t
        elif t[0] == "{":
            last["comment"] = " ".join(t[1:-1].split())
        elif t[0] == "<":
            if last and not begins and "roll" not in last and owns_roll(last["word"], variant):
                last["roll"] = t[1:-1]
            else:
                before = t[1:-1]
        elif re.match(r"[QRBNP]@", t) and last and "@" in last["word"] and "roll" in last:
            last["freed"] = t
        elif not re.match(r"(\*|[01]-|1/)", t):
            found.append({"begins": begins, "word": t.rstrip("#+"), "turn": before})
            begins, before = False, None
    return found


def lines_of(text, rng):
    """The game as it may be entered: at once, or its dice line by line. None: `end`, if it is open."""
    for e in entries(text):
        if e["begins"]:
            yield None
        word, roll = e["word"] + e.get("nag", "").replace("$", " $"), e.get("roll")
        if roll and ":" not in roll and "=" in roll and "+" in roll:
            roll = roll.split("+")[0]
        apart = rng.random() < 0.6
        if e["turn"] and apart:
            yield e["turn"]
        elif e["turn"]:
            word = f"<{e['turn']}> {word}"
        if word == "--" and e["turn"] and apart:
            pass  # forced: the die alone has made it
        elif roll and apart:
            yield word
            cell = re.search(r"x(@\w\d)", roll)
            exchanges = roll.replace("x" + cell[1] if cell else "\0", "").split(" ")
            yield from exchanges
            if cell:
                yield cell[1]
            if "freed" in e:
                yield e["freed"]
        else:
            yield word + (f" <{roll}>" if roll else "") + (f" {e['freed']}" if "freed" in e else "")
        if "comment" in e:
            yield "comment " + e["comment"]


# ---- the program ---------------------------------------------------------------------------------

class Scribe:
    def __init__(self, path, options, limit=None):
        def confine():
            if limit is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        self.p = subprocess.Popen([tool("xpgn-record"), path, *options], stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0,
                                  preexec_fn=confine)
        self.greeting = self.reply()

    def reply(self):
        return self.p.stdout.readline().decode().rstrip("\n")

    def send(self, line):
        self.p.stdin.write(line.encode())

    def ask(self, line):
        self.send(line + "\n")
        return self.reply()

    def kill(self):
        self.p.kill()
        self.wait()

    def wait(self):
        self.p.stdin.close()
        code = self.p.wait()
        self.p.stdout.close()
        self.p.stderr.close()
        return code


def bytes_of(path):
    try:
        with open(path, "rb") as f:
            return f.read()
    except FileNotFoundError:
        return b""


def options_of(tags, copy):
    options = [f"--copy={copy}"]
    return options + [f"--set-tag={k}={v}" for k, v in tags.items() if k not in ("Result", "XPGN")]


class Plan:
    """A game as it is recorded without interruption: its lines, and the file after each."""

    def __init__(self, text, folder, seed):
        self.tags = tags_of(text)
        self.options = options_of(self.tags, os.path.join(folder, "copy.xpgn"))
        self.path = os.path.join(folder, "whole.xpgn")
        self.lines, reply = [], ""
        scribe = Scribe(self.path, self.options)
        self.disk = [bytes_of(self.path)]
        for line in lines_of(text, random.Random(seed)):
            if line is None and not reply.startswith("open"):
                continue
            line = "end" if line is None else line
            reply = scribe.ask(line)
            if reply.startswith("error"):
                raise SystemExit(f"{self.tags}: {line}: {reply}")
            self.lines.append(line)
            self.disk.append(bytes_of(self.path))
        over = reply.startswith("end") or self.tags["Result"] == "*"
        if not over:
            self.lines.append("result " + self.tags["Result"])
            reply = scribe.ask(self.lines[-1])
            self.disk.append(bytes_of(self.path))
        assert scribe.wait() == 0
        complete = subprocess.run([tool("xpgn-fmt")], input=text, check=True, capture_output=True,
                                  text=True).stdout
        if self.disk[-1].decode() != complete:
            raise SystemExit(f"recorded:\n{self.disk[-1].decode()}\nexpected:\n{complete}")

    def at(self, content, low, high):
        """The line to go on from: the first after which the disk is as it is."""
        for i in range(low, high + 1):
            if self.disk[i] == content:
                while i > 0 and self.disk[i - 1] == content:
                    i -= 1
                return i
        raise SystemExit(f"{self.tags}: on disk is neither the record before "
                         f"'{self.lines[low]}' nor after it:\n{content.decode()}")


# ---- killing -------------------------------------------------------------------------------------

def strike(scribe, line, rng):
    """Kills the program in the middle of a line, at some moment of its work, or after its reply."""
    kind = rng.randrange(4)
    if kind == 0:
        scribe.send(line[:rng.randrange(len(line) + 1)])
    elif kind == 3:
        scribe.ask(line)
    else:
        scribe.send(line + "\n")
        time.sleep(rng.random() * (0.004 if kind == 1 else 0.0006))
    scribe.kill()


def check_copy(plan, folder):
    copy = bytes_of(os.path.join(folder, "copy.xpgn"))
    if copy not in plan.disk:
        raise SystemExit(f"{plan.tags}: the copy is no record of this game:\n{copy.decode()}")


def interrupted(plan, folder, points, rng, limits=None):
    """Records the game, interrupted at these lines. Returns how often a line without an answer was
    on disk or, with limits, how often the disk was full."""
    path = os.path.join(folder, "record.xpgn")
    at, taken, full, strikes = 0, 0, 0, len(points)
    points = sorted(points)
    os.remove(os.path.join(folder, "copy.xpgn"))  # of the same game, but of another record
    while at < len(plan.lines) or points:
        limit = rng.randrange(limits) if limits and points else None
        scribe = Scribe(path, plan.options, limit)
        strokes = points.pop(0) if points else None
        if not scribe.greeting.startswith("ok"):
            assert limit is not None and scribe.wait() == 2 and not os.path.exists(path)
            full += 1
            continue  # not even the tags could be written
        while at < len(plan.lines) and (strokes is None or at < strokes):
            reply = scribe.ask(plan.lines[at])
            if reply.startswith("error DISK") and limit is not None:
                full += 1
                break
            if reply.startswith("error"):
                raise SystemExit(f"{plan.tags}: {plan.lines[at]}: {reply}")
            at += 1
        if strokes is None:
            assert scribe.wait() == 0
            continue
        last = min(at, len(plan.lines) - 1)
        if limit is None and at < len(plan.lines):
            strike(scribe, plan.lines[at], rng)
        else:
            scribe.kill()
        low = min(at, len(plan.lines))
        content = bytes_of(path)
        if content == b"" and low == 0:
            continue  # killed before the record had begun
        before = at
        at = plan.at(content, low, min(low + 1, len(plan.lines)))
        taken += at > before
        check_copy(plan, folder)
    scribe = Scribe(path, plan.options, None)
    assert scribe.greeting.startswith("ok")
    scribe.send("quit\n")
    assert scribe.wait() == 0
    if bytes_of(path) != plan.disk[-1]:
        raise SystemExit(f"{plan.tags}: the record differs:\n{bytes_of(path).decode()}")
    left = sorted(os.listdir(folder))
    if not set(left) >= {"copy.xpgn", "record.xpgn", "whole.xpgn"} or len(left) > 3 + strikes or not all(
            re.fullmatch(r"(copy|record|whole)\.xpgn(\.\w{6})?", name) for name in left):
        raise SystemExit(f"{plan.tags}: files are left: {left}")
    return full if limits else taken


def each_game(count, limited):
    kills, total = 0, 0
    for i, (file, which) in enumerate(GAMES):
        text = read_game(file, which)
        rng = random.Random(1000 + i)
        with tempfile.TemporaryDirectory() as folder:
            plan = Plan(text, folder, i)
            points = [rng.randrange(len(plan.lines) + 1) for _ in range(count)]
            limits = len(plan.disk[-1]) + 20 if limited else None
            taken = interrupted(plan, folder, points, rng, limits)
        kills += count
        total += taken
        name = plan.tags.get("Variant", "chess") + " " + plan.tags.get("RuleOptions", "")
        what = "found the disk full" if limited else "after the line in flight was on disk"
        print(f"{name.strip()}: {len(plan.lines)} lines, {count} interruptions, {taken} {what}")
    print(f"{len(GAMES)} games, {kills} interruptions")
    assert total > 0  # or nothing was put to the test


# ---- a terminal ----------------------------------------------------------------------------------

class Terminal:
    """The program on a pseudo-terminal, as a person sits before it."""

    def __init__(self, *command):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            # libedit never frees the names of functions that it is given
            os.environ.update(TERM="xterm", LC_ALL="C.UTF-8", ASAN_OPTIONS="detect_leaks=0")
            os.execv(tool("xpgn-record"), ["xpgn-record", *command])
        self.seen = ""

    def expect(self, text):
        """Waits for a text, and forgets everything up to its end."""
        end = time.monotonic() + 30
        while text not in self.seen:
            if not select.select([self.fd], [], [], max(0, end - time.monotonic()))[0]:
                raise SystemExit(f"expected {text!r}, seen {self.seen!r}")
            try:
                part = os.read(self.fd, 65536).decode()
            except OSError:
                part = ""
            if not part:
                raise SystemExit(f"expected {text!r} before the end, seen {self.seen!r}")
            self.seen += re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\r", "", part)
        before, self.seen = self.seen.split(text, 1)
        return before

    def type(self, text):
        os.write(self.fd, text.encode())

    def end(self, key):
        """Types what ends the session, and gives its status.

        libedit takes the terminal out of its line mode only when it reads, after the prompt: a
        Ctrl-D that came before would be a character of the line.
        """
        end = time.monotonic() + 30
        while termios.tcgetattr(self.fd)[3] & termios.ICANON:
            if time.monotonic() > end:
                raise SystemExit(f"nothing reads a line, seen {self.seen!r}")
            time.sleep(0.01)
        self.type(key)
        while select.select([self.fd], [], [], 30)[0]:
            try:
                part = os.read(self.fd, 65536).decode()
            except OSError:  # the other side is closed
                part = ""
            if not part:
                status = os.waitpid(self.pid, 0)[1]
                os.close(self.fd)
                return status
            self.seen += part  # a sanitizer may say why it ends
        os.kill(self.pid, signal.SIGKILL)
        raise SystemExit(f"{key!r} does not end the session, seen {self.seen!r}")


def ask_and_interrupt(folder):
    """A date is judged at once; an interrupt at the tags leaves no file."""
    path = os.path.join(folder, "new.xpgn")
    t = Terminal("--event=E", "--site=S", path)
    for typed in ("2026.13.45", "5/6/2026"):
        t.expect("Date")
        t.expect(": ")
        t.type(typed + "\n")
        t.expect("is not a date, or is ambiguous")
    t.type("21.11.2026\n")
    t.expect("Round: ")
    assert os.path.exists(path)
    status = t.end("\x03")
    assert os.WTERMSIG(status) == signal.SIGINT, (status, t.seen)
    assert "all is saved" not in t.seen and not os.path.exists(path), t.seen
    options = ["--event=E", "--site=S", "--round=1", "--white=W", "--black=B", "--options="]
    t = Terminal(*options, "--variant=combat-chess-2", "--date=22/11/2026", path)
    t.expect("1. White, first DICE> ")
    t.type("first 5:2\n")
    t.expect("1. White, die or action> ")
    assert t.end("\x04") == 0, t.seen
    assert '[Date "2026.11.22"]\n' in bytes_of(path).decode()


def offer_dice(path):
    """Tab offers dice where they are due, and only what may stand there."""
    subprocess.run([tool("xpgn-record"), path], input="Qd8\nBb5\na6\n", check=True, capture_output=True, text=True)
    t = Terminal(path)
    t.expect("> ")
    t.type("Bxa6\n")
    t.expect(", dice> ")
    t.type("\t\t")
    t.expect("1:  2:  3:  4:  5:  6:\n")
    t.type("3\t")  # which completes the sign
    t.expect("3:")
    t.type("\t")
    t.expect("3:1  3:2  3:3  3:4  3:5  3:6\n")
    t.type("4\n")
    t.expect("recorded: 5. Bxa6 <3+")
    assert t.end("\x04") == 0, t.seen


def at_the_terminal():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "game.xpgn")
        t = Terminal("--event=Club evening", "--date=2026.05.08", path)
        for tag, value in (("Site", ""), ("Round", "3"), ("White", "Adams, R."),
                           ("Black", "Brandt, L."), ("Variant", "chess-atack"),
                           ("RuleOptions", "")):
            t.expect(tag)
            t.expect(": ")
            t.type(value + "\n")
        t.expect("did you mean")  # a mistake does not cost what was answered before
        t.expect("Variant: ")  # what was refused is not offered again
        t.type("chess-attack\n")
        t.expect("RuleOptions: ")
        t.type("\n")
        t.expect("XFEN: ")
        t.type("\n")
        assert "8 r n b q k b n r" in t.expect("1. White> ")
        t.type("e\t\t")
        t.expect("e3  e4\n")
        t.type("4\n")
        t.expect("recorded: 1. e4\n")
        t.expect("1... Black> ")
        t.type("d5\n")
        t.expect("2. White> ")
        t.type("Ke3\n")
        assert "not accepted: " in t.expect("[CA-1]")
        t.expect("2. White> ")
        t.type("exd5\n")
        assert "defense   pawn d5 1 + queen d8 3" in t.expect("2. White, dice> ")
        t.type("5:1\n")
        assert "pawn d5 removed, pawn e4 wounded, pawn takes d5" in t.expect("2... Black> ")
        t.type("Qxd\t")  # completed, and back in the history
        t.expect("Qxd5 ")
        t.type("<4:2>\n")
        t.expect("recorded: 2... Qxd5 <4+0=8:2+0=2x>\n")
        t.expect("3. White> ")
        t.type("Nc3\n")
        t.expect("3... Black> ")
        t.type("undo\n")
        t.expect("3. White> ")
        t.type("\x1b[A\x1b[A")
        t.expect("Nc3")
        t.type("\n")
        t.expect("3... Black> ")
        t.type("help\n")
        t.expect("take back the last entry\n")
        t.expect("3... Black> ")
        assert t.end("\x04") == 0, t.seen
        record = bytes_of(path).decode()
        expected = "1. e4 d5 2. exd5 <5+0=7w:1+1=5x> Qxd5 <4+0=8:2+0=2x> 3. Nc3 *"
        assert record.split("\n\n")[1] == expected, record
        assert '[White "Adams, R."]\n[Black "Brandt, L."]' in record
        t = Terminal(path)  # taken up, and ended by an interrupt
        t.expect("3... Black> ")
        status = t.end("\x03")
        assert os.WTERMSIG(status) == signal.SIGINT, (status, t.seen)
        assert "all is saved; run the same command to continue" in t.seen, t.seen
        assert "\0" not in t.seen, t.seen
        assert bytes_of(path).decode() == record
        t = Terminal(path)  # another program writes into it
        t.expect("3... Black> ")
        with open(path, "ab") as f:
            f.write(b"; a note\n")
        t.type("Nc6\n")
        t.expect("not accepted: not recorded: another program has changed the file; ")
        status = t.end("\x03")
        assert os.WTERMSIG(status) == signal.SIGINT, (status, t.seen)
        assert "all is saved" not in t.seen, t.seen
        assert bytes_of(path).decode() == record + "; a note\n"
        with open(path, "wb") as f:
            f.write(record.encode())
        ask_and_interrupt(folder)
        offer_dice(path)
    print("a session on a terminal")


if __name__ == "__main__":
    mode = sys.argv[1]
    number = int(sys.argv[2]) if len(sys.argv) > 2 else 8
    if mode == "terminal":
        at_the_terminal()
    else:
        each_game(number, mode == "full")

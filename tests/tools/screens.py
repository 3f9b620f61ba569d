#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What programs show on terminals of several sizes while somebody types: screens.py BIN FOLDER

Prints the size of each terminal, the command, and what was seen, with ^[ for an escape. Writes records into the folder."""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time

PATIENCE = 60  # seconds, of a machine that is busy


class Terminal:
    def __init__(self, rows, columns, keys, *command):
        """With keys, those that are typed before it begins come one by one, too."""
        self.seen, self.done = b"", 0
        self.fd, line = pty.openpty()
        self.resize(rows, columns)
        state = termios.tcgetattr(line)
        state[3] &= ~(termios.ECHO | (termios.ICANON if keys else 0))
        termios.tcsetattr(line, termios.TCSANOW, state)
        self.before = termios.tcgetattr(line)
        self.pid = os.fork()
        if self.pid == 0:
            os.setsid()
            fcntl.ioctl(line, termios.TIOCSCTTY, 0)
            for number in range(3):
                os.dup2(line, number)
            os.environ.update(TERM="dumb", LC_ALL="C.UTF-8")
            os.execv(command[0], command)
        os.close(line)

    def resize(self, rows, columns):
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read(self):
        """What comes next; False at the end of the program."""
        if not select.select([self.fd], [], [], PATIENCE)[0]:
            sys.exit("screens.py: nothing more comes after\n%s" % self.seen.decode())
        try:
            more = os.read(self.fd, 65536)
        except OSError:
            more = b""
        self.seen += more
        return bool(more)

    def expect(self, pattern):
        while (at := re.compile(pattern).search(self.seen, self.done)) is None:
            if not self.read():
                sys.exit("screens.py: the end, before %r, after\n%s" % (pattern, self.seen.decode()))
        self.done = at.end()

    def type(self, text):
        os.write(self.fd, text)

    def wait(self):
        """Until keys are read one by one; before, the terminal itself would show them."""
        while termios.tcgetattr(self.fd)[3] & (termios.ICANON | termios.ECHO):
            time.sleep(.005)

    def finish(self, last=None):
        """The end: prints what was seen, or what comes after the last of these texts."""
        while self.read():
            pass
        status = os.waitpid(self.pid, 0)[1]
        os.close(self.fd)
        text = self.seen.decode(errors="replace")
        text = text if last is None else text[text.rindex(last):]
        text = text.replace("\r\n", "\n").replace("\x1b", "^[").replace("\r", "^M")
        print("%s\n-- %s" % (re.sub("[\0-\x08\x0b-\x1f\x7f]", "^?", text), os.waitstatus_to_exitcode(status)))


def animated(binaries, rows, columns, *options):
    """The last screen of a game."""
    print("== %d x %d: %s" % (rows, columns, " ".join(options)))
    t = Terminal(rows, columns, True, binaries + "/xpgn-replay", "--animate", "--color=never", *options)
    t.type(b" Gq")
    t.finish("\x1b[H")


def stepped(binaries, keys, *options):
    """The last lines of all screens of a game, of which the first is told to wait."""
    t = Terminal(24, 80, True, binaries + "/xpgn-replay", "--animate", "--color=never", *options)
    t.type(b" " + keys)
    while t.read():
        pass
    os.waitpid(t.pid, 0)
    print("== %r: %s" % (keys, " ".join(re.findall(r"\x1b\[J([0-9/]+)", t.seen.decode()))))


def resized(binaries, *options):
    """A screen of another size comes by itself, also where the window changes while one is drawn."""
    t = Terminal(24, 80, True, binaries + "/xpgn-replay", "--animate", "--color=never", *options)
    t.type(b" ")
    t.expect(rb"space: run")
    for i in range(40):
        rows, board = ((40, rb"\+---\+"), (24, rb"K[18]  [rR] "))[i % 2]
        t.type(b"f")
        time.sleep(i / 1e5)
        t.resize(rows, 90)
        t.expect(board)
        t.expect(rb"space: run")
    t.type(b"q")
    while t.read():
        pass
    os.waitpid(t.pid, 0)


def stopped(binaries, *options):
    """Stopped, it leaves the terminal as it was before; going on, it draws the game again."""
    t = Terminal(24, 80, False, binaries + "/xpgn-replay", "--animate", "--color=never", *options)
    t.expect(rb"q: quit")
    t.type(b" ")
    t.expect(rb"space: run .*q: quit")
    during = termios.tcgetattr(t.fd)
    os.kill(t.pid, signal.SIGTSTP)
    stopped = os.WIFSTOPPED(os.waitpid(t.pid, os.WUNTRACED)[1])
    t.expect(rb"\x1b\[\?7h\x1b\[\?25h\x1b\[\?1049l$")
    print("== stopped: %s, terminal as before: %s" % (stopped, termios.tcgetattr(t.fd) == t.before != during))
    os.kill(t.pid, signal.SIGCONT)
    t.expect(rb"\x1b\[\?1049h\x1b\[\?25l\x1b\[\?7l")
    t.expect(rb"space: run .*q: quit")
    print("taken up: %s" % (termios.tcgetattr(t.fd) == during))
    t.type(b"q")
    t.finish("\x1b[?7h")


def recorded(binaries, rows, columns, lines, *options):
    """Each line is typed at a prompt, and what follows a Tab at the next."""
    print("== %d x %d: %s" % (rows, columns, " ".join(options)))
    t = Terminal(rows, columns, False, binaries + "/xpgn-record", "--color=never", "--event=E", "--site=S", "--round=1",
                 "--date=2026.05.08", "--white=W", "--black=B", *options)
    for text in re.findall(r"\t|[^\t\n]*\n", "".join(line + "\n" for line in lines)):
        t.expect(rb"(> |\n(Variant|RuleOptions|XFEN)( \[[^\n]*\])?: )$")
        t.wait()
        t.type(text.encode())
    t.finish()


SIZES = ((0, 0), (1, 80), (2, 80), (18, 80), (19, 80), (27, 80), (28, 79), (29, 78), (28, 70), (28, 69), (28, 46), (28, 45),
         (28, 30), (28, 29), (28, 17), (18, 16), (18, 2), (18, 1))
KEYS = (b"l\x1b[C\x1bOC\x1b[Bj\n\rh\x1b[D\x1bOD\x1b[Ak\x7f\bq", b"\x1b[4~\x1b[1~G\x1b[H\x1b[F\x1bOH\x1bOFg\x1b[FQ",
        b"hl+=-f   \x1bxl\x1b[Zl0\x04", b"Gl q", b"lnllq", b"llllllllllllllllllllllllllllllllllG\x1b[Dh\x1b[Dh\x1b[Dhgq")
ATTACK = ("\te4", "d5", "exd5", "", "5:1", "Qxd5 4:2", "Ke3", "fix 1", "missing", "Nf6", "undo", "show", "resign", "quit")
COMBAT = ("first 5:2", "4", "e2-e6", "e6xd7", "5:3", "@a1", "K@", "undo", "end", "7", "quit")
FIVE = ("e4", "d5", "Nc3", "Nf6", "Nxd5", "3,3,1:4", "4", "quit")


def main():
    binaries = os.path.abspath(sys.argv[1])
    club = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../samples/club.xpgn")
    os.chdir(sys.argv[2])
    os.symlink(club, "club.xpgn")
    for rows, columns in SIZES:
        animated(binaries, rows, columns, "--game=1", "club.xpgn")
    for keys in KEYS:
        stepped(binaries, keys, "--game=1-2", "club.xpgn")
    resized(binaries, "club.xpgn")
    stopped(binaries, "--game=1", "club.xpgn")
    for rows in 44, 45, 0:
        recorded(binaries, rows, 80, ATTACK if rows == 44 else ("e4", "quit"), "--variant=chess-attack", "--options=", "%d.xpgn" % rows)
    recorded(binaries, 24, 80, COMBAT, "--variant=combat-chess-2", "--options=", "--copy=none/copy", "combat.xpgn")
    recorded(binaries, 24, 80, ("undo", "quit"), "--variant=combat-chess-2", "--options=", "--roll", "rolled.xpgn")
    recorded(binaries, 24, 80, ("", "rescue", "4k3/9", "", "", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "quit"), "--variant=chess-attack",
             "--options=nothing", "--xfen=4k3/8", "asked.xpgn")
    recorded(binaries, 24, 80, FIVE, "--variant=five-dice", "--options=", "--no-advice", "five.xpgn")


if __name__ == "__main__":
    main()

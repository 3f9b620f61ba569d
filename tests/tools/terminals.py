#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A game with sealed dice between two scribes at terminals, whose messages are pasted.

    terminals.py BIN [--show]

Plays it in a folder of its own, and says what is not on a screen when it is to be there. --show prints both screens.
"""
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import termios
import time

PATIENCE = 60  # seconds, of a machine that is busy


class Terminal:
    """A program at a terminal of its own."""

    def __init__(self, *command):
        self.seen, self.from_here = b"", 0
        pid, self.fd = pty.fork()
        if pid == 0:
            os.environ.update(TERM="xterm", LC_ALL="C.UTF-8", COLUMNS="100")
            os.execvp(command[0], command)

    def text(self):
        plain = re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]|\r", b"", self.seen)
        return plain.decode(errors="replace")

    def expect(self, text):
        """Until this is on the screen, after what was expected before."""
        end = time.time() + PATIENCE
        while (at := self.text().find(text, self.from_here)) < 0:
            ready = select.select([self.fd], [], [], .1)[0]
            if time.time() > end:
                sys.exit("not on the screen: %r after\n%s" % (text, self.text()[self.from_here:]))
            if ready:
                self.seen += os.read(self.fd, 65536)
        self.from_here = at + len(text)

    def sent(self):
        """The message that is shown next, for the others."""
        self.expect("send to the others:\n")
        begin = self.from_here
        self.expect("\n")
        return self.text()[begin:self.from_here - 1]

    def end(self):
        """Until the program has ended."""
        try:
            while more := os.read(self.fd, 65536):
                self.seen += more
        except OSError:
            pass

    def type(self, text):
        """When keys are read one by one; before, the terminal itself would take a Ctrl-D."""
        while termios.tcgetattr(self.fd)[3] & termios.ICANON:
            time.sleep(.005)
        os.write(self.fd, text.encode())


def alone(binaries, options):
    """A scribe who leaves before the others have answered, and goes on."""
    command = [binaries + "/xpgn-record", "--no-advice", "--sealed=alone"]
    side = Terminal(*command, *options, "alone.xpgn")
    side.expect("RuleOptions: ")
    side.type("\r")
    side.expect("1. White> ")
    side.type("e4\r")
    side.expect("1... Black> ")
    side.type("d5\r")
    side.expect("2. White> ")
    side.type("unt\b\b\bund\t")
    side.expect("undo ")
    side.type("\b" * 5 + "exd5\r")
    side.expect("send to the others:\nannounce 1 white ")
    side.expect("roll 1, 2. exd5, is announced; waiting for the answer of black")
    side.expect("2. White, answer of black> ")
    side.type("\x04")
    side.end()
    side = Terminal(*command, "alone.xpgn")
    side.expect("All parties see the same game here:")
    side.expect("send to the others:\nannounce 1 white ")
    side.expect("roll 1, 2. exd5, is announced; waiting for the answer of black")
    side.expect("2. White, answer of black> ")
    side.type("\x04")
    side.end()


def main():
    binaries, show = os.path.abspath(sys.argv[1]), "--show" in sys.argv
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for party in ("white", "black"):
            subprocess.run([binaries + "/xpgn-dice", "make", party], check=True, capture_output=True)
        tags = subprocess.run([binaries + "/xpgn-dice", "tags", "white:white", "black:black"], check=True, text=True,
                              capture_output=True).stdout
        options = ["--variant=chess-attack", "--event=Post", "--site=?", "--round=1",
                   "--date=2026.11.25", "--white=Adams, R.", "--black=Brandt, L.",
                   *("--set-tag=%s=%s" % tag for tag in re.findall(r'\[(\w+) "(.*)"\]', tags))]
        shutil.copy("white", "alone")
        alone(binaries, options)
        both = [Terminal(binaries + "/xpgn-record", "--no-advice", "--sealed=" + party, *options, party + ".xpgn")
                for party in ("white", "black")]
        white, black = both
        for side in both:
            side.expect("RuleOptions: ")
            side.type("\r")
            side.expect("All parties see the same game here:")
            side.expect("1. White> ")
            side.type("e4\r")
            side.expect("1... Black> ")
            side.type("d5\r")
            side.expect("2. White> ")
        white.type("Sc3\r")
        white.expect("recorded: 2. Nc3")
        white.type("undo\r")
        white.expect("2. White> ")
        white.type("exd5\r")
        announced = white.sent()
        white.expect("roll 1, 2. exd5, is announced; waiting for the answer of black")
        white.expect("2. White, answer of black> ")
        black.type(announced + "\r")
        answered = black.sent()
        black.expect("recorded: 2. exd5 <")
        black.expect("2... Black> ")
        white.type(answered + "\r")
        white.expect("recorded: 2. exd5 <")
        white.expect("2... Black> ")
        black.type("answer 9 white nonsense\r")
        black.expect("not accepted: this is not a message: it has no link of 64 lower-case hexadecimal digits")
        black.type("c5\r")
        white.type("c5\r")
        for side in both:
            side.expect("3. White")
        white.type("resign white\r")
        white.expect("0-1, signature of white,black> ")
        white.type("sign\r")
        signed = white.sent()
        white.expect("0-1, signature of black> ")
        black.type("resign white\r")
        black.expect("0-1, signature of white,black> ")
        black.type(signed + "\r")
        black.expect("white has signed the end")
        black.expect("0-1, signature of black> ")
        black.type("sign\r")
        signed = black.sent()
        black.expect("0-1> ")
        white.type(signed + "\r")
        white.expect("black has signed the end")
        white.expect("0-1> ")
        if open("white.xpgn", encoding="utf-8").read() != open("black.xpgn", encoding="utf-8").read():
            sys.exit("the records differ")
        subprocess.run([binaries + "/xpgn-validate", "--strict", "white.xpgn"], check=True)
        for side in both:
            side.type("\x04")
            if show:
                print("%s\n%s" % ("=" * 80, side.text()))


if __name__ == "__main__":
    main()

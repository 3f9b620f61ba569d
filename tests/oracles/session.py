#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plays a session at a terminal again: session.py FILE

FILE is what a terminal showed: a line "$ COMMAND", then what the command printed, with the answers
after its prompts. The command is run on a terminal of 24 lines and 80 columns of its own; after
each prompt it gets the answer that FILE has there. Prints what the terminal shows then, without
spaces at the ends of lines."""

import fcntl
import os
import pty
import select
import shlex
import struct
import sys
import termios

PROMPT = b"[skip]: "


def run(command, answers):
    """What the terminal shows, and the exit status."""
    child, terminal = pty.fork()
    if child == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        os.execvp(command[0], command)
    seen = b""
    asked = 0
    while True:
        if not select.select([terminal], [], [], 30)[0]:
            sys.exit("session.py: no more output, and no prompt")
        try:
            more = os.read(terminal, 65536)
        except OSError:  # the end of the command
            more = b""
        if not more:
            break
        seen += more
        if seen.endswith(PROMPT):
            if asked == len(answers):
                sys.exit("session.py: one question more than answers")
            os.write(terminal, answers[asked] + b"\n")
            asked += 1
    return seen, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), asked


def main():
    with open(sys.argv[1], "rb") as f:
        lines = f.read().split(b"\n")
    command = shlex.split(lines[0][2:].decode())
    answers = [l.split(PROMPT, 1)[1] if PROMPT in l else b"" for l in lines if b"[skip]:" in l]
    os.environ["TERM"] = "dumb"
    seen, status, asked = run(command, answers)
    print(lines[0].decode())
    for line in seen.decode().replace("\r\n", "\n").rstrip("\n").split("\n"):
        print(line.rstrip())
    if asked != len(answers):
        sys.exit("session.py: %d of %d answers were taken" % (asked, len(answers)))
    sys.exit(status)


main()

# SPDX-License-Identifier: MIT
"""Runs a program for mutate.py, and ends what hangs. Its processes are a session; their processor
time is what is limited, so that the verdict does not depend on how busy the machine is."""
import os
import resource
import selectors
import signal
import subprocess
import time

TICKS = os.sysconf("SC_CLK_TCK")
LIMITS = ("processor time", "asleep") # what ends a program that hangs
MEMORY = 8 << 30 # bytes; sanitizers want it all
ASLEEP = 120 # seconds in which a session that still runs used no processor time


def limits():
    """A broken program must not fill memory or disk. A shell that begins a run in the background has signals ignored,
    which tests send."""
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
        signal.signal(number, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def members(session):
    """The processes of a session: number, state, ticks of themselves and of the children they waited for."""
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open("/proc/%s/stat" % name, encoding="utf-8", errors="replace") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            continue # it has ended
        if int(fields[3]) == session:
            yield int(name), fields[0], sum(map(int, fields[11:15]))


class Program:
    """A program at work. When it has ended: `cpu` in seconds, `status`, and `limit`, what ended it."""

    def __init__(self, command, cwd, env, stderr=subprocess.DEVNULL):
        self.limit, self.cpu, self.status = "", 0.0, None
        self.process = subprocess.Popen(command, cwd=cwd, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                        stderr=stderr, start_new_session=True, preexec_fn=limits)
        self.looked = self.awake = time.monotonic()
        self.ticks = 0

    def is_over(self, seconds):
        """Has it used more than this, or nothing for a long time? Looks once a second."""
        now = time.monotonic()
        if now - self.looked < 1:
            return False
        self.looked = now
        ticks = sum(used for _, _, used in members(self.process.pid))
        if ticks != self.ticks:
            self.ticks, self.awake = ticks, now
        if ticks > seconds * TICKS:
            self.limit = LIMITS[0]
        elif now - self.awake > ASLEEP:
            self.limit = LIMITS[1]
        return bool(self.limit)

    def lines(self, seconds):
        """What it prints until it ends, or until it is over the limit."""
        rest = b""
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            while not self.is_over(seconds):
                if not selector.select(1):
                    continue
                read = os.read(self.process.stdout.fileno(), 65536)
                if not read:
                    break
                *whole, rest = (rest + read).split(b"\n")
                yield from (line.decode("utf-8", "replace") for line in whole)
        if rest:
            yield rest.decode("utf-8", "replace")
        while not self.limit and not self.has_ended() and not self.is_over(seconds):
            time.sleep(0.01)

    def has_ended(self):
        return os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    def close(self):
        """Ends whatever of the session is left."""
        for _ in range(100):
            left = [number for number, state, _ in members(self.process.pid) if state not in "ZX"]
            for number in left:
                try:
                    os.kill(number, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            if not left:
                break
            time.sleep(0.01)
        _, status, usage = os.wait4(self.process.pid, 0)
        self.process.returncode = self.status = os.waitstatus_to_exitcode(status)
        self.cpu = usage.ru_utime + usage.ru_stime
        self.process.stdout.close()

#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What becomes of a run when there is no memory for something, and whether it frees all that it has allocated.
    memory.py BIN PRELOAD FOLDER LIST [terminal]    what is typed at a terminal, or all else
BIN has the tools, PRELOAD is made of tests/cli/data/failing.c. Run is what tests/ci/commands.txt says, in the sources, and each line
of LIST, in a copy of FOLDER: the words of a command, in which SAMPLES is the folder of the samples, perhaps with NAME=VALUE
before them, and with <FILE at the end, or '<<KEYS', with \n for Enter: what is typed at a terminal, before it begins.

First each is run as it is: nothing may be left that was not freed. This tells the places in the programs that allocate, each
with what has called it. Then each place fails once, in the first command that comes there, or for every fourth place it and all
that is allocated later. Such a run has to say that there was no memory, with status 2, and to leave each file as it was or as
it should become; or it does without, and all is as if nothing had failed.
"""
import contextlib
import fcntl
import os
import pty
import re
import shlex
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
import zlib
from bisect import bisect_right
from concurrent.futures import ThreadPoolExecutor
from itertools import takewhile

sys.dont_write_bytecode = True # no folder among the sources

import same

# what is there until the end: files to be removed after a signal, and what libraries keep of a locale and of a terminal
KEPT = re.compile(r'temp_file_note|split_put_folded|line_editor_open')
# libedit does not survive all failures of its own (EDITOR), and does not say why it has read nothing (READS); it reads what is
# typed into xpgn-record (EDITED)
EDITOR, READS, EDITED = re.compile(r'line_editor_|complete_word'), re.compile(r'line_editor_read'), re.compile('xpgn-record$')
TOLD = re.compile(rb'memory|the terminal cannot be used')
# A place has three functions as its name; what writes into a buffer, those of the buffer, what writes, and whose buffer it is.
DEEP = 3
BUFFER = re.compile(r'(xpgn_)?buffer_')
# what differs from run to run
TIME = re.compile(rb'\d+\.\d+ s, \d+\.\d+ MB/s')
SAMPLES = os.path.join(same.TOP, 'samples')


class Names:
    """The functions of a program, by address: what is linked into several programs has the same name in each."""

    def __init__(self, program):
        told = subprocess.run(['nm', '--defined-only', '-n', program], capture_output=True, text=True, check=True).stdout
        lines = [line.split() for line in told.splitlines()]
        self.start = [int(words[0], 16) for words in lines]
        self.name = [words[2] for words in lines]

    def of(self, address):
        at = bisect_right(self.start, address) - 1
        return f'{self.name[at]}+{address - self.start[at]:x}'


class Folder:
    """A copy of a folder for one command after the other."""

    def __init__(self, origin):
        self.origin, self.path = origin, tempfile.mkdtemp()
        self.begin()

    def begin(self):
        shutil.rmtree(self.path)
        shutil.copytree(self.origin, self.path)
        self.known, self.fresh = self.files(), True

    def files(self):
        found = {}
        for folder, _, names in os.walk(self.path):
            for name in names:
                path = os.path.join(folder, name)
                about = os.stat(path)
                found[path[len(self.path) + 1:]] = (about.st_ino, about.st_size, about.st_mtime_ns)
        return found

    def changed(self):
        """What a command has left: the contents of the files that were changed, None of those that are gone."""
        now = self.files()
        left = {}
        for name in sorted(now.items() ^ self.known.items()):
            left[name[0]] = None
        for name in left:
            if name in now:
                left[name] = self.text(self.path, name)
        if left:
            self.begin()
        return {name: text for name, text in left.items() if text != self.text(self.origin, name)}

    @staticmethod
    def text(folder, name):
        path = os.path.join(folder, name)
        if not os.path.exists(path):
            return None
        with open(path, 'rb') as file:
            return file.read()


class Terminal:
    """A narrow terminal at which somebody has typed."""

    def __init__(self, keys):
        self.master, self.line = pty.openpty()
        fcntl.ioctl(self.line, termios.TIOCSWINSZ, struct.pack('HHHH', 28, 60, 0, 0))
        state = termios.tcgetattr(self.line)
        state[3] &= ~(termios.ECHO | termios.ICANON)
        termios.tcsetattr(self.line, termios.TCSANOW, state)
        os.write(self.master, keys)
        while self.waiting() < len(keys): # the kernel may take it later, and echo it as the program wants it then
            time.sleep(.001)
        self.shown, self.reader = b'', threading.Thread(target=self.read)
        self.reader.start()

    def waiting(self):
        """The number of bytes that can be read."""
        return struct.unpack('i', fcntl.ioctl(self.line, termios.FIONREAD, bytes(4)))[0]

    def read(self):
        with contextlib.suppress(OSError): # at the end
            while True:
                self.shown += os.read(self.master, 65536)

    def close(self):
        """What was shown."""
        os.close(self.line)
        self.reader.join()
        os.close(self.master)
        return self.shown


class Run:
    """One run of a command."""

    def __init__(self, command, preload, folder, **variables):
        pipes = {name: os.pipe() for name in ('FAIL_LEFT', 'FAIL_STACKS') if name == 'FAIL_LEFT' or not variables}
        variables.update({name: str(ends[1]) for name, ends in pipes.items()}, TERM='dumb')
        told = {}
        readers = [threading.Thread(target=lambda n, r: told.update({n: r.read()}), args=(name, os.fdopen(ends[0])))
                   for name, ends in pipes.items()]
        for reader in readers:
            reader.start()
        done, out = self.done(command, preload, folder.path if folder else '.', env=dict(os.environ, **variables),
                              pass_fds=[ends[1] for ends in pipes.values()])
        for ends in pipes.values():
            os.close(ends[1])
        for reader in readers:
            reader.join()
        self.status, self.out, self.err = done.returncode, out, TIME.sub(b'', done.stderr)
        self.left, self.places = told['FAIL_LEFT'].split(), told.get('FAIL_STACKS', '')
        self.disk = folder.changed() if folder else {}

    @staticmethod
    def done(command, preload, place, **how):
        how.update(cwd=place, stderr=subprocess.PIPE, check=False)
        words = ['env', f'LD_PRELOAD={preload}', *command.variables, command.program] + command.words
        if command.keys is None:
            with open(os.path.join(place, command.file), 'rb') as stdin:
                done = subprocess.run(words, stdin=stdin, stdout=subprocess.PIPE, **how)
            return done, done.stdout
        terminal = Terminal(command.keys)
        done = subprocess.run(['setsid', '--ctty'] + words, stdin=terminal.line, stdout=terminal.line, **how)
        return done, terminal.close()


class Command:
    """What is run."""

    def __init__(self, program, words, file, inside, variables=()):
        self.program, self.words, self.file, self.inside, self.variables = program, words, file, inside, variables
        self.keys = file[1:].encode().decode('unicode_escape').encode() if file.startswith('<') else None

    def __str__(self):
        return shlex.join([os.path.basename(self.program)] + self.words)


class Test:
    def __init__(self, bin_folder, preload, folder, commands, typed=None):
        self.bin, self.preload = os.path.abspath(bin_folder), os.path.abspath(preload)
        self.origin, self.local, self.folders = os.path.abspath(folder), threading.local(), []
        self.commands, self.names, self.bad = list(self.all_commands(commands, bool(typed))), {}, 0

    def all_commands(self, file, typed):
        with open(file, encoding='utf-8') as lines:
            for line in lines:
                words = [word.replace('SAMPLES', SAMPLES) for word in shlex.split(line, comments=True)]
                if words:
                    stdin = words.pop()[1:] if words[-1].startswith('<') else os.devnull
                    variables = list(takewhile(re.compile(r'[A-Z_]+=').match, words))
                    program, *words = words[len(variables):]
                    command = Command(os.path.join(self.bin, program), words, stdin, True, variables)
                    if typed == (command.keys is not None):
                        yield command
        os.chdir(same.TOP)
        for words, stdin in [] if typed else same.commands():
            program = same.native(self.bin, words)
            yield Command(program[0], program[1:] + words[1:], stdin, False)

    def folder(self, command):
        if not command.inside:
            return None
        if not hasattr(self.local, 'folder'):
            self.local.folder = Folder(self.origin)
            self.folders.append(self.local.folder)
        return self.local.folder

    def whole(self, command):
        return Run(command, self.preload, self.folder(command))

    def places(self, command, run):
        for line in run.places.splitlines():
            at, left, *frames = line.split()
            names = [self.name(command.program, *frame.rsplit('+', 1)) for frame in frames]
            own = sum(1 for _ in takewhile(BUFFER.match, names))
            yield int(at), int(left), ' '.join(names[:max(DEEP, own + 2)])

    def name(self, program, library, address):
        file = library or program
        if file not in self.names:
            self.names[file] = Names(file)
        return self.names[file].of(int(address, 16))

    @staticmethod
    def goes_on(command):
        """xpgn-grep names the game in which it could not search, and goes on."""
        return command.program.endswith('xpgn-grep')

    def wrong(self, command, run, whole):
        """What is wrong with a run in which an allocation has failed."""
        if run.status == 2 and TOLD.search(run.err) and b'libsodium' not in run.err:
            if command.program.endswith('xpgn-record'):
                return False # memory-record.bats compares what is on disk with what was answered
            torn = [name for name, text in run.disk.items() if text != whole.disk.get(name, b'\0')]
            if not whole.out.startswith(run.out) and not self.goes_on(command):
                return f'printed {run.out!r:.500}'
            return torn and f'neither old nor new: {torn}'
        if b'Cannot allocate memory' in run.out + run.err and command.program.endswith('xpgn-record'):
            return run.left != whole.left and f'{run.left} not freed'
        if run.status not in (whole.status, 2):
            return 'status'
        for what in ('err', 'status', 'out', 'disk'):
            if getattr(run, what) != getattr(whole, what):
                return f'{what}: {getattr(run, what)!r:.1500}\n     and not {getattr(whole, what)!r:.1500}'
        return run.left != whole.left and f'{run.left} not freed'

    def fail(self, task):
        command, whole, at, place = task
        on = zlib.crc32(place.encode()) % 4 == 0 and not (command.keys and EDITED.search(command.program))
        run = Run(command, self.preload, self.folder(command), FAIL_AT=str(at), FAIL_ON=str(int(on)))
        if run.status < 0 and EDITOR.match(place):
            return False
        wrong = self.wrong(command, run, whole)
        return wrong and f'{command}\n  allocation {at}{" and all later ones" * on}: {place}\n  status {run.status}, {wrong}'

    def run(self):
        tasks, seen = [], set()
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for command, whole in zip(self.commands, pool.map(self.whole, self.commands)):
                for at, left, place in sorted(self.places(command, whole)):
                    if left and not KEPT.search(place):
                        print(f'{command}\n  {left} not freed: {place}')
                        self.bad += 1
                    if place not in seen and not READS.match(place):
                        seen.add(place)
                        tasks.append((command, whole, at, place))
            for told in pool.map(self.fail, tasks):
                if told:
                    print(told)
                    self.bad += 1
        for folder in self.folders:
            shutil.rmtree(folder.path)
        print(f'{len(self.commands)} commands, {len(tasks)} places, {self.bad} bad')
        return self.bad > 0 or not tasks


if __name__ == '__main__':
    sys.exit(Test(*sys.argv[1:]).run())

#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Lets each system call of the tools that read and write files go wrong once, with tests/cli/data/calls.c preloaded.
Each place in the program from where one is made, told apart by the three innermost functions, is taken once over all
tools. A call that is interrupted, does only half, or lacks what some file systems lack, must not be noticed. One that
fails is told with its reason, and each file is as it was or as it was to be; or it is not noticed either.
    calls.py BIN PRELOAD [terminal]    what is typed at a terminal, or all else
"""
import errno
import gzip
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DEEP = 3 # functions by which places are told apart
HALF = 0 # as negative error numbers: the call after that fails

MAY_BE_HALF = {'read', 'pread', 'write'}
MAY_BE_INTERRUPTED = {'read', 'pread', 'write', 'open', 'open-new', 'open-unnamed', 'mkostemp', 'ftruncate', 'fsync',
                      'fsync-folder', 'syncfs', 'close', 'flock', 'waitpid'}
MAY_BE_MISSING = {'renameat2': [errno.EINVAL, errno.ENOSYS], 'fsync-folder': [errno.EINVAL, errno.ENOTSUP, errno.EACCES],
                  'open-unnamed': [errno.EOPNOTSUPP, errno.EISDIR, errno.EINVAL]}
# A tool may take it for another reason, which it tells.
TOLD_OTHERWISE = ('stat ', 'lstat ', 'fstat ', 'faccessat ')
GROW = ('w.xpgn.journal', 'b.xpgn.journal', 'told.xpgn.journal')
SCREEN = b'\033[?1049h'
RANDOM = re.compile(b'[0-9a-f]{64}')


def read_folder(path):
    """Its files, as a dictionary: the name, the bytes and the permissions; of folders the bytes are None."""
    files = {}
    for root, folders, names in os.walk(path):
        for name in folders:
            files[os.path.relpath(os.path.join(root, name), path)] = (None, 0)
        for name in names:
            one = os.path.join(root, name)
            with open(one, 'rb') as f:
                files[os.path.relpath(one, path)] = (f.read(), os.stat(one).st_mode)
    return files


class Tools:
    def __init__(self, folder, preload, before):
        self.folder, self.preload, self.before = folder, preload, before
        self.functions = {}

    def run(self, command, **variables):
        """A run in a copy of the folder: status, output, messages, files, and what the preload told."""
        words, stdin, terminal = command
        with tempfile.TemporaryDirectory() as place:
            work = os.path.join(place, 'work')
            shutil.copytree(self.before, work, symlinks=True)
            told, telling = os.pipe()
            run = [os.path.join(self.folder, words[0]), *words[1:]]
            preload = {'LD_PRELOAD': self.preload}
            if terminal:
                run = ['script', '-qec', f'stty rows 60 cols 80; LD_PRELOAD={self.preload} {shlex.join(run)}', '/dev/null']
                preload = {}
            done = subprocess.run(run, cwd=work, input=stdin.encode(), capture_output=True, check=False, pass_fds=(telling,),
                                  env=dict(os.environ, CALLS=str(telling), **preload, **variables))
            os.close(telling)
            with os.fdopen(told) as pipe:
                calls = pipe.read().splitlines()
            out, files = done.stdout, read_folder(work)
            if terminal: # what is shown after the keys that the terminal echoes itself
                out = out[out.find(SCREEN):] if SCREEN in out else b''
            if 'make' in words: # at random
                out = RANDOM.sub(b'0', out)
                files = {name: (text and RANDOM.sub(b'0', text), mode) for name, (text, mode) in files.items()}
            return done.returncode, out, done.stderr.decode(errors='replace'), files, calls

    def names(self, tool, place):
        """The functions of a place, with what is called in each of them, as other programs have them too."""
        if tool not in self.functions:
            listed = subprocess.run(['nm', '-n', os.path.join(self.folder, tool)], capture_output=True, text=True, check=False)
            self.functions[tool] = [(int(line.split()[0], 16), line.split()[2]) for line in listed.stdout.splitlines()
                                    if re.match('[0-9a-f]+ [tTwW] ', line)]
        call, addresses = place.split(' ')
        found = [call]
        for address in addresses.split(',')[:DEEP]:
            at = int(address, 16)
            start, name = max((f for f in self.functions[tool] if f[0] < at), default=(0, tool))
            found.append(f'{name}+{at - start:x}')
        return ' '.join(found)


def has_grown(name, old, new, left):
    """Has a file to which whole lines are added got some of them, or none yet?"""
    if not left and name.startswith(GROW):
        return not old
    return left.startswith(old) and left.endswith(b'\n') and set(left.splitlines()) <= set(new.splitlines())


def wrong_files(before, after, left, call):
    """What is neither as it was nor as it was to be, or is lost."""
    bad = []
    for name, (text, mode) in left.items():
        old, new = before.get(name), after.get(name)
        if not old and (call == 'unlink' or (call in ('fstat', 'flock') and not text)):
            continue # it cannot be removed, or another program may have it by now
        if (text, mode) not in (old, new) and not (new and new[0] and has_grown(name, old[0] if old else b'', new[0], text)):
            bad.append(f'{name}: neither what it was nor what it was to be')
    return bad + [f'{name}: lost' for name in before if name in after and name not in left]


def faults_of(tool, terminal, place):
    """Of this call of a tool the error numbers, and whether they must not be noticed."""
    call = place.split(' ')[0]
    faults = [(HALF, True)] * (call in MAY_BE_HALF) + [(errno.EINTR, True)] * (call in MAY_BE_INTERRUPTED)
    faults += [(-errno.ENOSPC, False)] * (call == 'write') # the other half
    faults += [(number, True) for number in MAY_BE_MISSING.get(call, [])]
    if (tool, call) == ('xpgn-record', 'open-new'):
        faults.append((errno.EEXIST, True)) # another one has just made it, and removed it again
    if terminal: # a screen tells no reasons
        return [fault for fault in faults if fault[1]]
    return faults + [(errno.ENOSPC if call == 'write' else errno.EIO, False)]


def judge(tool, whole, before, got, place, number, hidden):
    """What is wrong with a run in which a call went wrong."""
    status, out, err, files, calls = got
    number = abs(number)
    if 'hit' not in calls:
        return ['it did not come to that call']
    if (status, out, files) == (whole[0], whole[1], whole[3]):
        return []
    if hidden:
        return [f'status {status}, not {whole[0]}' if status != whole[0] else 'another output or other files']
    call = place.split(' ')[0]
    bad = wrong_files(before, whole[3], files, call)
    if tool == 'xpgn-record' and status == whole[0]: # it goes on without a copy, or without a message
        told = err + out.decode()
        return bad + ['the reason is not told'] * (os.strerror(number) not in told)
    if os.strerror(number) not in err and not (err and place.startswith(TOLD_OTHERWISE)) and call != 'unlink':
        bad.append('the reason is not told')
    if status != 2 and call != 'unlink':
        bad.append(f'status {status}')
    return bad


# What is run: the tool with its arguments, and after " < " its input, with | between lines; after " << " what is typed
# at a terminal. ANNOUNCED is the message of White.
LIST = """
fmt -w loose.pgn
fmt -w five.xpgn link.pgn
fmt --diff loose.pgn
fmt --import --rules=house.yaml loose.pgn
fmt --format=epd loose.pgn
fmt - < 1. e4 e5 *
fmt packed.pgn.gz
validate -r .
validate --force --good=old --bad=bad --partial=part bad.pgn loose.pgn
validate --game=2 chess.xpgn
fix -q --likely -w --log=log slip.pgn loose.pgn
fix -q --likely -o fixed slip.pgn
fix -q --questions=ask.csv doubt.xpgn
fix --undo=fixed.log
split --by=White chess.xpgn
split --games=2 -o post chess.xpgn
sort --by=White -o sorted.xpgn chess.xpgn five.xpgn
sort --by=White packed.pgn.gz -
sort --by=White --memory=1M many.pgn.gz
list --index five.xpgn packed.pgn.gz
list --index indexed.xpgn
list --game=1 indexed.xpgn
list --game=2 packed.pgn.gz
grep --index five.xpgn --not-in=chess.xpgn five.xpgn
grep --not-in=indexed.xpgn chess.xpgn
grep -c --has=mate chess.xpgn
dice --links=8 make new
dice commitment fresh
dice announce w.xpgn white exd5
dice check --journal=told.xpgn.journal told.xpgn
dice transcript told.xpgn
dice check indexed.xpgn
record --date=2026.05.08 new.xpgn < 
record begun.xpgn < comment late
record begun.xpgn < e5
record --copy=copy.xpgn begun.xpgn < e5
record --sealed=white w.xpgn < exd5
record --sealed=used told.xpgn < messages
record --sealed=black b.xpgn < ANNOUNCED
event --list=club.csv club.xpgn
event --one-event --show=crosstable club.xpgn
compare sheet1.xpgn sheet2.xpgn
compare --merge sheet1.xpgn sheet2.xpgn
compare --batch --list=club.csv --log=log --questions=ask.csv club.xpgn
render-svg -o %n.svg chess.xpgn
render-svg -o one.svg five.xpgn
render-html five.xpgn
render-html --figures --rules=house.yaml book.md
render-ascii five.xpgn
replay five.xpgn
stats --partial five.xpgn
stats --svg=chart.svg five.xpgn
stats --combine counted
odds --svg=chart.svg five.xpgn
replay --animate --color=never loose.pgn << llhq
record --sealed=black b.xpgn << ANNOUNCED|quit
"""


def commands(typed_only, announced):
    for line in LIST.splitlines():
        line, how, typed = re.fullmatch('(.*?)(?: (<<?) (.*))?', line).groups(default='')
        if line and typed_only == (how == '<<'):
            words = line.split(' ')
            end = '\n' if '|' in typed or how == '<' and typed else ''
            typed = typed.replace('|', '\n').replace('ANNOUNCED', announced)
            yield ['xpgn-' + words[0], *words[1:]], typed + end, how == '<<'


def prepare(folder, before):
    """The files that the tools find. Returns what White announces."""
    def run(line, *more, stdin=''):
        tool, *words = line.split(' ')
        words += more
        done = subprocess.run([os.path.join(folder, 'xpgn-' + tool), *words], cwd=before, input=stdin, text=True,
                              capture_output=True, check=False)
        return done.stdout

    def put(name, text, mode=0o644):
        with open(os.path.join(before, name), 'w', encoding='utf-8') as f:
            f.write(text)
        os.chmod(os.path.join(before, name), mode)

    samples = os.path.join(TOP, 'samples')
    for name, source in {'chess.xpgn': 'chess.xpgn', 'five.xpgn': 'five-dice.xpgn', 'indexed.xpgn': 'sealed.xpgn',
                         'doubt.xpgn': 'broken/CA-3.xpgn', 'club.xpgn': 'club.xpgn', 'club.csv': 'event/club.csv',
                         'sheet1.xpgn': 'compare/white.xpgn', 'sheet2.xpgn': 'compare/black.xpgn'}.items():
        shutil.copy(os.path.join(samples, source), os.path.join(before, name))
    put('loose.pgn', '[White "A"]\n1.e4 e5 2. Nf3 *\n')
    put('bad.pgn', '1. e4 Ke4 *\n')
    put('old', 'old\n', 0o640)
    put('house.yaml', 'ruleset: house\nextends: chess\n')
    put('book.md', '# Book\n```xpgn --rules=house.yaml\nxpgn-render-svg loose.pgn\n```\n')
    put('slip.pgn', '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Rel b5 7. Bb3 *\n')
    with gzip.open(os.path.join(before, 'packed.pgn.gz'), 'wt') as f:
        f.write('1. e4 *\n\n1. d4 *\n')
    with gzip.open(os.path.join(before, 'many.pgn.gz'), 'wt', 1) as f: # more than a megabyte
        f.writelines(f'[White "{i * 7 % 30}"]\n\n1. e4 {{{" late" * 8000}}} *\n\n' for i in range(30))
    put('real.pgn', '1.d4 *\n')
    os.symlink('real.pgn', os.path.join(before, 'link.pgn'))
    run('list --index indexed.xpgn')
    run('list --index packed.pgn.gz')
    shutil.copy(os.path.join(before, 'slip.pgn'), os.path.join(before, 'fixed.pgn'))
    run('fix -q --likely -w --log=fixed.log fixed.pgn')
    put('counted', run('stats --partial five.xpgn'))
    for first, name in enumerate(['white', 'black', 'fresh']):
        put(name, 'xpgn-chain 2\nlinks 8\nsecret ' + bytes(range(32 * first, 32 * first + 32)).hex() + '\n', 0o600)
    run('record begun.xpgn', stdin='e4\n')
    tags = run(f'dice tags white:{run("dice commitment white").strip()} black:{run("dice commitment black").strip()}')
    tags = ['--set-tag=' + '='.join(re.fullmatch('\\[(\\w+) "(.*)"\\]', tag).groups()) for tag in tags.splitlines()]
    shutil.copy(os.path.join(before, 'white'), os.path.join(before, 'used'))
    for name, chain in {'w': 'white', 'b': 'black', 'told': 'used'}.items():
        run(f'record --variant=chess-attack --sealed={chain} {name}.xpgn', *tags, stdin='e4\nd5\n')
    return run('dice announce told.xpgn used exd5').strip()


def places(tools, pool, listed):
    """Each place once: the command that came to it first, its run, the place, and its name."""
    known = set()
    for command, whole in zip(listed, pool.map(tools.run, listed)):
        for place in whole[4]:
            name = tools.names(command[0][0], place)
            if name not in known:
                known.add(name)
                yield command, whole, place, name


def main():
    folder, preload = map(os.path.abspath, sys.argv[1:3])
    typed = sys.argv[3:] == ['terminal']
    os.environ.update(LC_ALL='C.UTF-8', TZ='UTC')
    bad = 0
    with tempfile.TemporaryDirectory() as place, ThreadPoolExecutor(os.cpu_count()) as pool:
        before = os.path.join(place, 'before')
        os.mkdir(before)
        listed = list(commands(typed, prepare(folder, before)))
        tools = Tools(folder, preload, before)
        files = read_folder(before)
        todo = [(*one, *fault) for one in places(tools, pool, listed) for fault in faults_of(one[0][0][0], one[0][2], one[3])]

        def attempt(one):
            command, whole, at, name, number, hidden = one
            got = tools.run(command, CALL_AT=at, CALL_HOW=str(number))
            return judge(command[0][0], whole, files, got, name, number, hidden), got[2]

        for (command, _, _, name, number, _), (found, said) in zip(todo, pool.map(attempt, todo)):
            if found:
                bad += 1
                print(f"{' '.join(command[0])}: {name}: {os.strerror(abs(number)) if number else 'half'}: {'; '.join(found)}")
                print('   ', said.strip())
    print(f'{len(todo)} calls, {bad} wrong')
    return bad > 0 or len(todo) < (40 if typed else 400)


if __name__ == '__main__':
    sys.exit(main())

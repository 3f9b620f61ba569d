#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Runs what tests/ci/commands.txt says by the programs of a folder and by another build, all tools in one, and compares
status, standard output and standard error, byte for byte. Ends with `N passed, N failed`.
    same.py BIN PROGRAM...      PROGRAM may be more than a word: same.py build/bin wine build/windows/xpgn.exe
"""
import glob
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FILES = {
    'samples': ['samples/*.xpgn'],
    'broken': ['samples/*.xpgn', 'samples/broken/*.xpgn'],
    'import': ['samples/import/*'],
    'stdin': ['samples/import/*'],
}


def commands():
    """The arguments of each run, and its standard input."""
    with open('tests/ci/commands.txt', encoding='utf-8') as lines:
        for line in lines:
            if line.startswith('#'):
                continue
            kind, words = line.rstrip('\n').split('\t')
            words = words.split(' ')
            if kind == 'once':
                yield words, os.devnull
            for pattern in FILES.get(kind, []):
                for file in filter(os.path.isfile, sorted(glob.glob(pattern))):
                    if kind == 'stdin':
                        yield words, file
                    else:
                        yield [word.replace('{}', file) for word in words if word] + [file] * ('{}' not in words), os.devnull


def run(program, words, file):
    with open(file, 'rb') as stdin:
        done = subprocess.run(program + words, stdin=stdin, capture_output=True, check=False)
    return {'status': done.returncode, 'stdout': done.stdout, 'stderr': done.stderr}


def native(folder, words):
    own = 'xpgn' if words[0] == 'help' else 'xpgn-' + words[0]
    return [os.path.join(folder, own)] + ([] if own != 'xpgn' else ['help'])


def main():
    folder, program = os.path.abspath(sys.argv[1]), sys.argv[2:]
    program = [os.path.abspath(word) if os.path.exists(word) else word for word in program]
    os.chdir(TOP)
    os.environ.pop('XPGN_PATH', None)
    os.environ['LC_ALL'] = 'C.UTF-8'

    def same(command):
        words, file = command
        mine, theirs = run(native(folder, words), words[1:], file), run(program, words, file)
        return [(part, mine[part], theirs[part]) for part in mine if mine != theirs]

    passed = failed = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        todo = list(commands())
        for (words, _), parts in zip(todo, pool.map(same, todo)):
            passed += not parts
            failed += bool(parts)
            if parts:
                print(f'not equal: xpgn {" ".join(words)}')
            # all three, also what is equal: they say together what has happened
            for part, mine, theirs in parts[:3 * (failed <= 5)]:
                print(f'  {part}\n  native {str(mine)[:300]}\n  other  {str(theirs)[:300]}')
    print(f'{passed} passed, {failed} failed')
    return failed > 0 or passed == 0


if __name__ == '__main__':
    sys.exit(main())

#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Runs what tests/commands.txt says with tests/cli/data/failing.c preloaded, and names each run that does not free all
that it has allocated.
    leaks.py BIN PRELOAD
"""
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

sys.dont_write_bytecode = True # no folder among the sources

import same


def left(folder, preload, command):
    words, file = command
    told, telling = os.pipe()
    with open(file, 'rb') as stdin:
        subprocess.run(same.native(folder, words) + words[1:], stdin=stdin, stdout=subprocess.DEVNULL, check=False,
                       stderr=subprocess.DEVNULL, env=dict(os.environ, LD_PRELOAD=preload, FAIL_LEFT=str(telling)),
                       pass_fds=(telling,))
    os.close(telling)
    with os.fdopen(told) as pipe:
        return pipe.read().split()


def main():
    folder, preload = map(os.path.abspath, sys.argv[1:])
    os.chdir(same.TOP)
    todo = list(same.commands())
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda command: left(folder, preload, command), todo))
    bad = [(words, told) for (words, _), told in zip(todo, results) if set(told) != {'0'}]
    for words, told in bad:
        print(' '.join(words), *told)
    return len(bad) > 0 or not todo


if __name__ == '__main__':
    sys.exit(main())

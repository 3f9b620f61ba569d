#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Gives a partial result that was changed by hand the checksum that it needs.

usage: tests/oracles/seal.py <changed >sealed

The digest of xpgn-stats(1) is computed here once more, from its description.
"""

import sys

MASK = (1 << 64) - 1


def mix(digest, word):
    digest = (digest ^ word) * 0x9FB21C651E98DF25 & MASK
    return digest ^ digest >> 32


def digest_of(before, data):
    digest = mix(before ^ 0x243F6A8885A308D3, len(data))
    for at in range(0, len(data), 8):
        digest = mix(digest, int.from_bytes(data[at:at + 8], "little"))
    return mix(digest, digest >> 29)


def main():
    lines = sys.stdin.buffer.read().split(b"\n")[:-1]
    check = 0
    for line in lines[:-1]:
        check = digest_of(check, line)
    last = b"\t".join(lines[-1].split(b"\t")[:2])
    lines[-1] = last + b"\t%016x" % digest_of(check, last)
    sys.stdout.buffer.write(b"".join(line + b"\n" for line in lines))


if __name__ == "__main__":
    main()

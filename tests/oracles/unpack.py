#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Packed files are unpacked by several threads as by one.

usage: tests/oracles/unpack.py [trials [seed]]

Each trial packs some megabytes of games into many frames, members or blocks, in one of the ways in
which programs do that, and damages the file in two trials of three. xpgn-grep, which copies games,
must say the same with one thread and with four: games, messages and exit status; and all games if
nothing is damaged. The tools are those on the PATH.
"""

import bz2
import gzip
import lzma
import os
import random
import struct
import subprocess
import sys
import tempfile
import zlib


def text_of(rng, size):
    """Games that do not pack well, so that frames are large."""
    games = []
    while size > 0:
        game = f'[Event "{rng.getrandbits(8000):x}"]\n\n1. e4 {{{rng.getrandbits(40000):x}}} *\n\n'
        games.append(game)
        size -= len(game)
    return "".join(games).encode()


def parts(rng, data, most):
    cuts = sorted(rng.randrange(len(data) + 1) for _ in range(rng.randrange(1, most)))
    return [data[a:b] for a, b in zip([0] + cuts, cuts + [len(data)])]


def program(data, *command):
    return subprocess.run(command, input=data, stdout=subprocess.PIPE, check=True).stdout


def zstd(rng, data):
    options = rng.choice([["-1"], ["-3", "--no-check"], ["--fast=5"], [f"--stream-size={len(data)}"]])
    return program(data, "zstd", "-qc", *options)


def zstd_frames(rng, data):
    return b"".join(zstd(rng, part) for part in parts(rng, data, 12))


def pzstd(rng, data):
    """Each frame after a skippable frame with its size."""
    frames = [zstd(rng, part) for part in parts(rng, data, 12)]
    return b"".join(struct.pack("<III", 0x184D2A50, 4, len(frame)) + frame for frame in frames)


def zstd_rle(rng, data):
    """A frame that is a run of line ends, as a bomb has them, between others."""
    run = struct.pack("<I", 0xFD2FB528) + bytes([0, 0x58])
    run += b"".join(((100000 << 3 | 2 | (i == 9)).to_bytes(3, "little") + b"\n") for i in range(10))
    return zstd_frames(rng, data) + run + zstd(rng, b"1. d4 *\n")


def members(rng, data):
    packed = [gzip.compress(part, rng.choice([1, 6])) for part in parts(rng, data, 12)]
    return (b"\0" * rng.choice([0, 0, 7])).join(packed)


def bgzip(rng, data):
    """The last member but one has more text than bgzip puts into one, as no other program has to keep to that."""
    out = b""
    for part in [data[at:at + 65000] for at in range(0, len(data), 65000)] + [b"\n" * rng.choice([0, 300000]), b""]:
        z = zlib.compressobj(1, zlib.DEFLATED, -15)
        body = z.compress(part) + z.flush()
        out += b"\x1f\x8b\x08\x04\0\0\0\0\0\xff\x06\0BC\x02\0" + struct.pack("<H", len(body) + 25) + body
        out += struct.pack("<II", zlib.crc32(part), len(part))
    return out


def stored(rng, data):
    """Members in members: what looks like a header is none."""
    inner = gzip.compress(data, 1)
    z = zlib.compressobj(0, zlib.DEFLATED, 31)
    del rng
    text = b"1. e4 {" + b"%".join(inner.replace(b"}", b"").split(b"\n")) + b"} *\n"
    return z.compress(data + text) + z.flush()


def xz_blocks(rng, data):
    """With their sizes in their headers or only in the index, of one stream or more."""
    options = [rng.choice(["-T1", "-T1", "-T2"]), f"--block-size={rng.choice([100000, 300000, 1000000])}"]
    options += [rng.choice(["-Ccrc32", "-Ccrc64", "-Csha256", "-Cnone"])]
    packed = [program(part, "xz", "-qc0", *options) for part in parts(rng, data, 3)]
    return (b"\0" * rng.choice([0, 0, 8])).join(packed) + b"\0" * rng.choice([0, 4])


def number(n):
    out = b""
    while n > 127:
        out, n = out + bytes([n & 127 | 128]), n >> 7
    return out + bytes([n])


def false_index(rng, data):
    """An index whose checksum is right, but not its sizes, nor the number of its blocks."""
    packed = program(data, "xz", "-qc0", "-T1", "--block-size=300000")
    footer, size = packed[-12:], 4 * (struct.unpack("<I", packed[-8:-4])[0] + 1)
    index, numbers, at = packed[-12 - size:-12], [], 1
    while len(numbers) < 1 or len(numbers) < 1 + 2 * numbers[0]:
        n = shift = 0
        while index[at] > 127:
            n, shift, at = n | (index[at] & 127) << shift, shift + 7, at + 1
        numbers, at = numbers + [n | index[at] << shift], at + 1
    records = numbers[1:]
    a, b = rng.randrange(len(records)), rng.randrange(len(records))
    way = rng.randrange(4)
    if way == 0:  # the sum stays
        more = 4 * rng.randrange(1, 100)
        records[a], records[b] = records[a] + more, max(5, records[b] - more)
    elif way == 1:
        records[a] = rng.choice([1 << 62, 5, records[b]])
    elif way == 2:  # two blocks as one
        blocks = [records[i:i + 2] for i in range(0, len(records), 2)]
        pair = blocks.pop(rng.randrange(len(blocks)))
        if blocks:
            blocks[0] = [(blocks[0][0] + 3 & ~3) + pair[0], blocks[0][1] + pair[1]]
        records = sum(blocks, [])
    else:
        records = records[2:] + records[:2]
    index = b"\0" + b"".join(number(n) for n in [len(records) // 2] + records)
    index += b"\0" * (-len(index) % 4)
    index += struct.pack("<I", zlib.crc32(index))
    fields = struct.pack("<I", len(index) // 4 - 1) + footer[8:10]
    return packed[:-12 - size] + index + struct.pack("<I", zlib.crc32(fields)) + fields + b"YZ"


def streams(rng, data):
    pack = rng.choice([lambda part: lzma.compress(part, preset=0), lambda part: bz2.compress(part, 1)])
    return b"".join(pack(part) for part in parts(rng, data, 5))


WAYS = [zstd_frames, pzstd, zstd_rle, members, bgzip, stored, xz_blocks, false_index, streams]


def spoil(rng, data):
    at = rng.randrange(len(data))
    way = rng.randrange(6)
    if way == 0:
        return data[:at]
    if way == 1:
        return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1:]
    if way == 2:
        return data[:at] + rng.randbytes(rng.randrange(20)) + data[at:]
    if way == 3:
        return data + rng.randbytes(rng.randrange(1, 300000))
    return data


def run(jobs, pipe):
    command = ["xpgn-grep", f"-j{jobs}"] + ([] if pipe else ["packed"])
    with open("packed", "rb") as f:
        done = subprocess.run(command, stdin=f, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    return done.returncode, done.stdout, done.stderr


def trial(seed):
    rng = random.Random(seed)
    text = text_of(rng, rng.randrange(100000, 4000000))
    way = WAYS[seed % len(WAYS)]
    good = way(rng, text)
    data = spoil(rng, good) if rng.random() < 0.8 else good
    with open("packed", "wb") as f:
        f.write(data)
    one, four = run(1, False), run(4, rng.random() < 0.2)
    folder = os.getcwd()
    if four[2].replace(b"standard input", b"packed") != one[2] or one[:2] != four[:2]:
        sys.exit(f"seed {seed}, {way.__name__}: {one[0]} {one[2][:100]} or {four[0]} {four[2][:100]} in {folder}")
    if data == good and way is not false_index and (one[0] != 0 or not one[1].startswith(text)):
        sys.exit(f"seed {seed}, {way.__name__}: not what was packed, {one[2][:100]} in {folder}")
    return one[0] == 2


def main():
    trials = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    folder = tempfile.mkdtemp(prefix="xpgn-unpack-")
    os.chdir(folder)
    damaged = sum(trial(seed + i) for i in range(trials))
    os.unlink("packed")
    os.rmdir(folder)
    print(f"{trials} packed files, {damaged} of them damaged, are read by four threads as by one")


main()

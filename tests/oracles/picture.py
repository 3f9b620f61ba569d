#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares pictures with a tolerance for other renderers.

    picture.py PICTURE.png REFERENCE.png      both of the same size; says where they differ
    picture.py --store PICTURE.png REFERENCE.png   makes the reference: 8-bit grey
    picture.py --boxes PICTURE.png            of each piece in a row of squares: width, height, space below, and the dark pixels in
                                              the upper corners, a quarter of the square wide and high

A picture differs if some block of 8 by 8 pixels is on average a tenth of the way from black to white
away from the reference. Text is left out of what is compared: fonts differ from machine to machine.
"""
import struct
import sys
import zlib

BLOCK, MOST = 8, 25


def chunks(data):
    at = 8
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        yield kind, data[at + 8 : at + 8 + size]
        at += size + 12


def undo_left(line, channels):
    for i in range(channels, len(line)):
        line[i] = (line[i] + line[i - channels]) & 255


def undo_mean(line, above, channels):
    for i in range(channels):
        line[i] = (line[i] + above[i] // 2) & 255
    for i in range(channels, len(line)):
        line[i] = (line[i] + (line[i - channels] + above[i]) // 2) & 255


def undo_paeth(line, above, channels):
    for i in range(channels):
        line[i] = (line[i] + above[i]) & 255
    for i in range(channels, len(line)):
        left, up, corner = line[i - channels], above[i], above[i - channels]
        a, b, c = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
        line[i] = (line[i] + (left if a <= b and a <= c else up if b <= c else corner)) & 255


def unfiltered(raw, width, height, channels):
    stride, at, above = width * channels, 0, bytes(width * channels)
    for _ in range(height):
        kind, line = raw[at], bytearray(raw[at + 1 : at + 1 + stride])
        at += stride + 1
        if kind == 1:
            undo_left(line, channels)
        elif kind == 2:
            line = bytearray((a + b) & 255 for a, b in zip(line, above))
        elif kind == 3:
            undo_mean(line, above, channels)
        elif kind == 4:
            undo_paeth(line, above, channels)
        yield line
        above = line


def grey(line, channels):
    if channels == 1:
        return list(line)
    colours = zip(line[0::channels], line[1::channels], line[2::channels])
    row = [(r + g + b) // 3 for r, g, b in colours]
    if channels == 4:
        row = [(v * a + 255 * (255 - a)) // 255 for v, a in zip(row, line[3::4])]
    return row


def read(path):
    """Rows of grey values, on white."""
    with open(path, "rb") as file:
        data = file.read()
    parts, body = {}, b""
    for kind, text in chunks(data):
        if kind == b"IDAT":
            body += text
        parts.setdefault(kind, text)
    width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", parts[b"IHDR"])
    channels = {0: 1, 2: 3, 6: 4}.get(colour)
    if depth != 8 or interlaced or channels is None:
        sys.exit(f"{path}: not a PNG of 8 bits a channel")
    return [grey(line, channels) for line in unfiltered(zlib.decompress(body), width, height, channels)]


def write(path, rows):
    def chunk(kind, text):
        return struct.pack(">I", len(text)) + kind + text + struct.pack(">I", zlib.crc32(kind + text))

    head = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 0, 0, 0, 0)
    body = zlib.compress(b"".join(b"\0" + bytes(v & 0xF0 for v in row) for row in rows), 9)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b""))


def worst(one, other):
    """The largest average difference of a block, and where it is."""
    found = (0, 0, 0)
    for y in range(0, len(one), BLOCK):
        band = [[abs(a - b) for a, b in zip(*both)] for both in zip(one[y : y + BLOCK], other[y : y + BLOCK])]
        columns = [sum(column) for column in zip(*band)]
        for x in range(0, len(columns), BLOCK):
            block = columns[x : x + BLOCK]
            found = max(found, (sum(block) // (len(block) * len(band)), x, y))
    return found


def boxes(rows):
    side = len(rows)
    for left in range(0, len(rows[0]), side):
        dark = [(x - left, y) for y in range(side) for x in range(left, left + side) if rows[y][x] < 128]
        columns, lines = sorted(x for x, _ in dark), [y for _, y in dark]
        corner = side * 24 // 100
        used = sum(y < corner and not corner <= x < side - corner for x, y in dark)
        print(columns[-1] - columns[0] + 1, lines[-1] - lines[0] + 1, side - 1 - lines[-1], used)


def main():
    if sys.argv[1] == "--boxes":
        boxes(read(sys.argv[2]))
        return
    store = sys.argv[1] == "--store"
    picture, reference = sys.argv[1 + store : 3 + store]
    rows = read(picture)
    if store:
        write(reference, rows)
        return
    like = read(reference)
    if (len(rows[0]), len(rows)) != (len(like[0]), len(like)):
        sys.exit(f"{picture}: {len(rows[0])}x{len(rows)}, expected {len(like[0])}x{len(like)}")
    difference, x, y = worst(rows, like)
    if difference > MOST:
        sys.exit(f"{picture}: differs from {reference} by {difference} of 255 at {x},{y}")


main()

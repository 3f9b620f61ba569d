#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A slow, plain referee of chess, against which the tools are tested: it knows nothing of theirs.

slow_chess.py claims FILE      a line for each claim: game, kind, count, half-moves ("1,5,9")
slow_chess.py duplicates FILE  the numbers of games that an earlier one equals

The games are PGN, and their moves are legal; games with a Variant tag or a start position of their
own are skipped.
"""
import re
import sys

ROOK = [(0, 1), (0, -1), (1, 0), (-1, 0)]
BISHOP = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
KNIGHT = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
MOVES = {"R": ROOK, "B": BISHOP, "Q": ROOK + BISHOP, "K": ROOK + BISHOP, "N": KNIGHT}
SAN = re.compile(r"([KQRBN]?)([a-h]?)([1-8]?)[x-]?([a-h])([1-8])=?([QRBN]?)[+#]?$")


class Board:
    """Squares are (file, rank); pieces are letters, White's upper case."""

    def __init__(self):
        self.at = {}
        for file, letter in enumerate("RNBQKBNR"):
            self.at[file, 0], self.at[file, 1] = letter, "P"
            self.at[file, 7], self.at[file, 6] = letter.lower(), "p"
        self.white = True
        self.rights = set("KQkq")
        self.passed = None  # the square passed over
        self.clock = 0

    def own(self, square):
        return square in self.at and self.at[square].isupper() == self.white

    def attacks(self, origin, square):
        piece = self.at[origin]
        kind = piece.upper()
        df, dr = square[0] - origin[0], square[1] - origin[1]
        if kind == "P":
            return abs(df) == 1 and dr == (1 if piece.isupper() else -1)
        if kind in "NK":
            return (df, dr) in MOVES[kind]
        return any(self.reaches(origin, step, square) for step in MOVES[kind])

    def reaches(self, origin, step, square):
        at = origin
        while True:
            at = at[0] + step[0], at[1] + step[1]
            if at == square:
                return True
            if at in self.at or not (0 <= at[0] < 8 and 0 <= at[1] < 8):
                return False

    def after(self, origin, target, becomes=None):
        """The pieces after a move; the king's safety is for the caller."""
        at = dict(self.at)
        piece = at.pop(origin)
        if piece.upper() == "P" and target == self.passed and origin[0] != target[0]:
            del at[target[0], origin[1]]
        at[target] = piece if becomes is None else becomes if self.white else becomes.lower()
        return at

    def safe(self, at):
        kept, self.at = self.at, at
        king = next(s for s, p in at.items() if p == ("K" if self.white else "k"))
        safe = not any(p.isupper() != self.white and self.attacks(s, king) for s, p in at.items())
        self.at = kept
        return safe

    def may_move(self, origin, target):
        kind = self.at[origin].upper()
        if kind != "P":
            return not self.own(target) and self.attacks(origin, target)
        forward = 1 if self.white else -1
        df, dr = target[0] - origin[0], target[1] - origin[1]
        if df == 0:
            two = dr == 2 * forward and origin[1] == (1 if self.white else 6)
            between = (origin[0], origin[1] + forward)
            return target not in self.at and (dr == forward or (two and between not in self.at))
        takes = target in self.at and not self.own(target)
        return abs(df) == 1 and dr == forward and (takes or target == self.passed)

    def castle(self, long):
        rank = 0 if self.white else 7
        king, rook = self.at.pop((4, rank)), self.at.pop((0 if long else 7, rank))
        self.at[2 if long else 6, rank] = king
        self.at[3 if long else 5, rank] = rook
        self.rights -= set("KQ" if self.white else "kq")
        self.passed = None
        self.clock += 1
        self.white = not self.white

    def play(self, san):
        if san.startswith(("O-O", "0-0")):
            self.castle(san.startswith(("O-O-O", "0-0-0")))
            return
        kind, file, rank, to_file, to_rank, becomes = SAN.match(san).groups()
        target = "abcdefgh".index(to_file), int(to_rank) - 1
        piece = (kind or "P") if self.white else (kind or "P").lower()
        origins = [s for s, p in self.at.items()
                   if p == piece
                   and file in ("", "abcdefgh"[s[0]]) and rank in ("", str(s[1] + 1))
                   and self.may_move(s, target) and self.safe(self.after(s, target, becomes or None))]
        if len(origins) != 1:
            raise ValueError(san)
        self.make(origins[0], target, becomes or None)

    def make(self, origin, target, becomes):
        pawn = self.at[origin].upper() == "P"
        self.clock = 0 if pawn or target in self.at else self.clock + 1
        self.at = self.after(origin, target, becomes)
        homes = {(4, 0): "KQ", (7, 0): "K", (0, 0): "Q", (4, 7): "kq", (7, 7): "k", (0, 7): "q"}
        for square in (origin, target):
            self.rights -= set(homes.get(square, ""))
        double = pawn and abs(target[1] - origin[1]) == 2
        self.passed = (origin[0], (origin[1] + target[1]) // 2) if double else None
        self.white = not self.white

    def state(self):
        """All that makes two positions the same: en passant only if some pawn may capture."""
        passed = None
        if self.passed is not None:
            for origin, piece in self.at.items():
                if (piece == ("P" if self.white else "p") and self.may_move(origin, self.passed)
                        and origin[0] != self.passed[0]
                        and self.safe(self.after(origin, self.passed))):
                    passed = self.passed
        return (frozenset(self.at.items()), self.white, frozenset(self.rights), passed)


def games(text):
    """The tags and moves of each game."""
    text = re.sub(r"^%.*$", "", text, flags=re.M)
    token = re.compile(r'\[(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]|\{[^}]*\}|;[^\n]*|([()])|\$\d+'
                       r"|(1-0|0-1|1/2-1/2|\*)|\d+\.*|([^\s()\[\]{};$.]+)|\.+")
    tags, moves, depth = {}, [], 0
    for m in token.finditer(text):
        name, value, bracket, result, word = m.groups()
        if name:
            tags[name] = value
        elif bracket:
            depth += 1 if bracket == "(" else -1
        elif depth == 0 and result:
            yield tags, moves
            tags, moves = {}, []
        elif depth == 0 and word and word[0] in "abcdefghKQRBNO0":
            moves.append(word.rstrip("!?"))


def claims_of(moves):
    board, seen, counts = Board(), {}, []
    seen[board.state()] = [0]
    for ply, san in enumerate(moves, 1):
        board.play(san)
        seen.setdefault(board.state(), []).append(ply)
        if board.clock in (100, 150):
            counts.append((ply, board.clock // 2))
    for plies in seen.values():
        if len(plies) >= 3:
            yield "repetition", len(plies), plies
    for ply, count in counts:
        yield "moves", count, [ply]


def main():
    text = open(sys.argv[2], encoding="latin-1").read()
    known = set()
    for number, (tags, moves) in enumerate(games(text), 1):
        if "FEN" in tags or "XFEN" in tags or "Variant" in tags:
            continue
        if sys.argv[1] == "duplicates":
            board, played = Board(), []
            for san in moves:
                before = set(board.at.items())
                board.play(san)
                played.append(frozenset(before ^ set(board.at.items())))
            if moves and tuple(played) in known:
                print(number)
            known.add(tuple(played))
        else:
            for kind, count, plies in sorted(claims_of(moves), key=lambda c: c[2]):
                print(number, kind, count, ",".join(map(str, plies)), sep="\t")


main()

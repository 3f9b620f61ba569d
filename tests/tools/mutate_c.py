# SPDX-License-Identifier: MIT
"""Single changes to C text, for mutate.py. Counts on the layout of clang-format: a binary operator
has a space on both sides, a unary one has none after it."""
import bisect
import functools
import os
import re

TOKEN = re.compile(
    r"""(?P<skip>\s+|//[^\n]*|/\*.*?\*/|^[ \t]*\#(?:[^\n\\]|\\.)*)
      | (?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
      | (?P<number>\.?[0-9](?:[eEpP][+-]|[\w.])*)
      | (?P<name>[A-Za-z_]\w*)
      | (?P<op><<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)""",
    re.X | re.S | re.M)

# Operators with a space on both sides, and what becomes of each.
BINARY = {
    "==": ["!="], "!=": ["=="], "<": ["<="], "<=": ["<"], ">": [">="], ">=": [">"],
    "&&": ["||"], "||": ["&&"], "&": ["|"], "|": ["&"], "^": ["|"], "+": ["-"], "-": ["+"],
    "<<": [">>"], ">>": ["<<"], "+=": ["-="], "-=": ["+="], "&=": ["|="], "|=": ["&="],
}
UNARY = {"++": ["--"], "--": ["++"], "!": [""], "~": [""]}
WORDS = {"true": ["false"], "false": ["true"]}
CLOSING = {"(": ")", "[": "]", "{": "}"}
ASSIGNING = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}


class Token:
    def __init__(self, kind, match):
        self.kind, self.text = kind, match.group()
        self.start, self.end = match.span()


class Change:
    """The text from start to end becomes `new`."""

    def __init__(self, source, start, end, new):
        self.file, self.start, self.end, self.new = source.file, start, end, new
        self.line = source.line_of(start)
        self.source = source

    @functools.cached_property
    def what(self):
        return self.source.in_words(self.start, self.end, self.new)

    @functools.cached_property
    def where(self):
        return self.source.normal_line(self.line)

    @functools.cached_property
    def function(self):
        return self.source.function_at(self.start)

    @property
    def body(self):
        """The lines of the function in whose body it is, or None."""
        at = next((at for at in self.source.functions if at[0] <= self.start < at[1]), None)
        return at and range(self.source.line_of(at[0]), self.source.line_of(at[1] - 1) + 1)

    @property
    def top(self):
        """The line with which what is not in a function begins."""
        found = re.findall(r"^[a-z#].*", self.source.text[:self.source.line_end(self.line)], re.M)
        return found[-1] if found else ""

    def __str__(self):
        return "%s:%d: %s" % (self.file, self.line, self.what)


def normal(text):
    """Without comments, and with one space wherever there is space."""
    return " ".join(re.sub(r"//[^\n]*|/\*.*?(\*/|\Z)", " ", text, flags=re.S).split())


class Source:
    """A file of C, its tokens, and where the brackets of each token are closed."""

    def __init__(self, file, text):
        self.file, self.text = file, text
        self.lines = [0] + [m.end() for m in re.finditer("\n", text)]
        self.tokens = [Token(m.lastgroup, m) for m in TOKEN.finditer(text) if m.lastgroup != "skip"]
        self.close = {}
        self.depth = []
        open_at = []
        for i, token in enumerate(self.tokens):
            if token.text in CLOSING.values() and open_at:
                self.close[open_at.pop()] = i
            self.depth.append(len(open_at))
            if token.text in CLOSING:
                open_at.append(i)

    def line_of(self, offset):
        return bisect.bisect_right(self.lines, offset)

    def line_start(self, line):
        return self.lines[line - 1]

    def line_end(self, line):
        return self.lines[line] if line < len(self.lines) else len(self.text)

    def normal_line(self, line):
        return normal(self.text[self.line_start(line):self.line_end(line)])

    @functools.cached_property
    def functions(self):
        """Where the body of each begins and ends, and its name."""
        found = []
        opening = {close: at for at, close in self.close.items()}
        for i, token in enumerate(self.tokens):
            if token.text == "{" and self.depth[i] == 0 and i > 0 and self.tokens[i - 1].text == ")":
                end = self.tokens[self.close[i]].end if i in self.close else len(self.text)
                found.append((token.start, end, self.tokens[opening[i - 1] - 1].text))
        return found

    def function_at(self, offset):
        """The name of the function in whose body this is, or None."""
        return next((name for start, end, name in self.functions if start <= offset < end), None)

    def is_unique(self, start, end):
        """Is the text the only one of its kind that begins in its line?"""
        line = self.line_of(start)
        found = find(self, line, self.text[start:end])
        return len(found) == 1

    def in_words(self, start, end, new):
        """`OLD => NEW`, with enough neighbours to find the place in its line."""
        line = self.line_of(start)
        first = bisect.bisect_right([token.end for token in self.tokens], start)
        last = first
        while self.tokens[last].end < end:
            last += 1
        left, right = start, end
        if not new: # `!x => x`: what is left is shown
            last += 1
            right = self.tokens[last].end
        while not self.is_unique(left, right):
            can_left = first > 0 and self.line_of(self.tokens[first - 1].start) == line
            can_right = last + 1 < len(self.tokens) and self.line_of(self.tokens[last + 1].start) == line
            if not can_left and not can_right:
                break
            if can_left:
                first -= 1
                left = self.tokens[first].start
            if can_right:
                last += 1
                right = self.tokens[last].end
        changed = self.text[left:start] + new + self.text[end:right]
        return "%s => %s" % (normal(self.text[left:right]), normal(changed))

    # ---- the changes ---------------------------------------------------------------------------

    def changes(self):
        found = {}
        for i in range(len(self.tokens)):
            for start, end, new in self.changes_at(i):
                found.setdefault((start, end, new), None)
        return [Change(self, *key) for key in sorted(found)]

    def changes_at(self, i):
        token = self.tokens[i]
        if token.kind == "op":
            if token.text not in ("++", "--") or not self.is_in_for(i):
                yield from self.operator(token)
            if token.text == "?":
                yield from self.swapped_choice(i)
        elif token.kind == "number":
            yield from number(token)
        elif token.text in WORDS:
            yield from ((token.start, token.end, new) for new in WORDS[token.text])
        elif token.text in ("if", "while"):
            yield from self.negated(i)
        elif token.text == "return":
            yield from self.other_result(i)
        if self.begins_statement(i):
            yield from self.deleted(i)

    def operator(self, token):
        around = self.text[token.start - 1:token.start] + self.text[token.end:token.end + 1]
        if token.text in BINARY and len(around) == 2 and around.isspace():
            yield from ((token.start, token.end, new) for new in BINARY[token.text])
        if token.text in UNARY:
            yield from ((token.start, token.end, new) for new in UNARY[token.text])

    def is_in_for(self, i):
        """In the head of a loop a step the other way ends nowhere, which every test notices."""
        loop = i
        while loop > 0 and self.tokens[loop].text not in ("for", "{", "}"):
            loop -= 1
        return self.tokens[loop].text == "for" and self.close.get(loop + 1, 0) > i

    def swapped_choice(self, i):
        """a ? b : c"""
        colon, inner = i + 1, 0
        while self.depth[colon] == self.depth[i] and (self.tokens[colon].text != ":" or inner > 0):
            inner += {"?": 1, ":": -1}.get(self.tokens[colon].text, 0)
            colon = self.close.get(colon, colon) + 1
        end = colon + 1
        inner = 0
        while end < len(self.tokens) and self.depth[end] == self.depth[i]:
            text = self.tokens[end].text
            if text in (";", ",") or text == ":" and inner == 0:
                break
            inner += {"?": 1, ":": -1}.get(text, 0)
            end = self.close.get(end, end) + 1
        if self.tokens[colon].text != ":":
            return
        start, middle = self.tokens[i + 1].start, self.tokens[colon]
        stop = self.tokens[end - 1].end
        first = self.text[start:self.tokens[colon - 1].end]
        second = self.text[self.tokens[colon + 1].start:stop]
        between = self.text[self.tokens[colon - 1].end:self.tokens[colon + 1].start]
        if first != second and middle.start < stop:
            yield start, stop, second + between + first

    def negated(self, i):
        """The condition of if and while."""
        if self.tokens[i + 1].text == "(" and i + 1 in self.close:
            yield from self.negation(i + 2, self.close[i + 1])

    def negation(self, first, end):
        """Of an expression, but where an operator alone does the same."""
        top = {self.tokens[k].text for k in range(first, end) if self.depth[k] == self.depth[first]}
        if not top & {"&&", "||", "?"} and (top & {"==", "!="} or self.tokens[first].text == "!"):
            return
        start, stop = self.tokens[first].start, self.tokens[end - 1].end
        yield start, stop, "!(" + self.text[start:stop] + ")"

    def begins_statement(self, i):
        if i == 0 or self.depth[i] == 0:
            return False
        before = self.tokens[i - 1].text
        if before == ")":
            opening = next((o for o, c in self.close.items() if c == i - 1), 0)
            return self.tokens[opening - 1].text in ("if", "for", "while")
        return before in (";", "{", "}", "else", "do")

    def deleted(self, i):
        """An assignment, a call, a jump without a value. Not a declaration."""
        end = i
        while end < len(self.tokens) and self.tokens[end].text != ";":
            if self.tokens[end].text in ("{", "}"):
                return
            end = self.close.get(end, end) + 1
        if end == len(self.tokens) or self.depth[end] != self.depth[i]:
            return
        if self.is_removable(i, end):
            yield self.tokens[i].start, self.tokens[end].end, ";"

    def is_removable(self, i, end):
        if self.tokens[i].text in ("break", "continue", "return", "++", "--"):
            return end == i + 1 or self.tokens[i].kind == "op"
        k = i
        while self.tokens[k].text in ("*", "("):
            k = self.close[k] + 1 if self.tokens[k].text == "(" and k in self.close else k + 1
        if k == i and self.tokens[k].kind != "name":
            return False
        while self.tokens[k].kind == "name" or self.tokens[k].text in (".", "->", "["):
            if self.tokens[k].kind == "name" and self.tokens[k + 1].kind == "name":
                return False # a declaration
            k = self.close.get(k, k) + 1
        if self.tokens[k].text == "(":
            return self.close.get(k) == end - 1
        return self.tokens[k].text in ASSIGNING or self.tokens[k].text in ("++", "--")

    def other_result(self, i):
        """return VALUE; where VALUE is more than a constant"""
        end = i + 1
        while self.tokens[end].text != ";":
            end = self.close.get(end, end) + 1
        if end <= i + 2 and self.tokens[i + 1].kind != "name" or end == i + 1:
            return
        value = self.text[self.tokens[i + 1].start:self.tokens[end - 1].end]
        if value in ("true", "false", "NULL", "0"):
            return
        head = self.head_of_function(i)
        if "bool" in head:
            yield from self.negation(i + 1, end)
        else:
            yield self.tokens[i + 1].start, self.tokens[end - 1].end, "NULL" if "*" in head else "0"

    def head_of_function(self, i):
        """The tokens before the parameters of the function that token i stands in."""
        while i > 0 and not (self.tokens[i].text == "{" and self.depth[i] == 0):
            i -= 1
        while i > 0 and not (self.tokens[i].text == "(" and self.depth[i] == 0):
            i -= 1
        head = []
        while i > 0 and self.tokens[i - 1].text not in (";", "}"):
            i -= 1
            head.append(self.tokens[i].text)
        return head


def number(token):
    parts = re.fullmatch(r"(0[xX][0-9a-fA-F]+|[0-9]+)([uUlL]*)", token.text)
    if not parts:
        return
    base = 16 if parts[1][:2] in ("0x", "0X") else 10
    value = int(parts[1], base)
    for other in (value + 1, value - 1):
        if other >= 0:
            text = "0x%x" % other if base == 16 else "%d" % other
            yield token.start, token.end, text + parts[2]


def find(source, line, old):
    """Where the text stands that begins in this line, spaces and comments being all alike."""
    space = r"(?:\s|//[^\n]*\n|/\*.*?\*/)+"
    pattern = re.compile(space.join(re.escape(word) for word in old.split()), re.S)
    found = []
    at = pattern.search(source.text, source.line_start(line))
    while at and at.start() < source.line_end(line):
        found.append(at.span())
        at = pattern.search(source.text, at.start() + 1)
    return found


def named(source, line, old, new):
    """The change that is given by a line and two texts."""
    found = find(source, line, old)
    if len(found) != 1:
        raise ValueError("%s:%d: %s: `%s`" % (source.file, line, "not there" if not found else "more than once", old))
    return Change(source, *found[0], new)

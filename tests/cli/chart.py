# SPDX-License-Identifier: MIT
"""Reads charts back from an SVG picture, as JSON: for each figure its title, note and axis, and its
rows or the steps of its line, measured by the lines and numbers of the axes. It fails if an axis
has fewer than two numbers or is not even, or if what is drawn is not what is printed beside it.
  chart.py FILE.svg     a list of figures on standard output"""
import json
import re
import sys
import xml.etree.ElementTree as tree

SVG = "{http://www.w3.org/2000/svg}"
BAR, EXPECTED, INTERVAL, AXIS = "170", "34", "22", "220"


def number(text):
    """The first number of a text; None: it has none."""
    found = re.search(r"[-+]?\d+(\.\d+)?", text.replace("\u2212", "-"))
    return float(found[0]) if found else None


class Axis:
    """From places to values, by the numbers that are at some of them."""

    def __init__(self, where, marks):
        marks = sorted(set(marks))
        assert len(marks) > 1, f"{where}: an axis with {len(marks)} numbers"
        (self.at, self.low), (end, high) = marks[0], marks[-1]
        self.scale = (high - self.low) / (end - self.at)
        for place, value in marks:
            assert abs(self.value(place) - value) <= self.off(), f"{where}: {value} at {place}"

        self.numbers = [value for _, value in marks]

    def value(self, place):
        return self.low + (place - self.at) * self.scale

    def off(self, places=1.01):
        return abs(self.scale) * places


def texts(figure):
    return [(e, "".join(e.itertext())) for e in figure.iter(SVG + "text")]


def axis_of(figure, where, anchor, at):
    found = [(float(e.get(at)), number(words)) for e, words in texts(figure)
             if e.get("font-size") == AXIS and e.get("text-anchor") == anchor and number(words) is not None]
    return Axis(where, found)


def path_numbers(e):
    return [float(n) for n in re.findall(r"[-\d.]+", e.get("d"))]


def check_row(where, row, axis):
    """Is everything that is drawn also printed?"""
    def same(a, b, digits):
        return abs(a - b) <= axis.off() + 0.51 / 10 ** digits
    cells = row["cells"]
    plain = [c for c in cells if not c.startswith(("(", "exp."))]
    numbers = [n for c in plain for n in re.findall(r"[-+\u2212]?\d+(?:\.\d+)?", c)]
    def is_near(n):
        return same(number(n), row["value"], len(n.partition(".")[2]))
    assert any(is_near(n) for n in numbers), f"{where}: {row}"
    if row["low"] is not None:
        ends = next(c for c in cells if c.startswith("(")).strip("()").split(" to ")
        digits = len(ends[0].partition(".")[2])
        assert same(number(ends[0]), row["low"], digits) and same(number(ends[1]), row["high"], digits), f"{where}: {row}"
    for cell in cells:
        assert not cell.startswith("exp.") or same(number(cell), row["expected"], 1), f"{where}: {row}"


def rows_of(figure, where):
    axis, rows, head, seen = axis_of(figure, where, "middle", "x"), [], "", []
    row, label = {"low": None, "high": None, "expected": None}, ""
    for e in figure:
        if e.tag == SVG + "text":
            words = "".join(e.itertext())
            if e.get("font-weight") == "bold":
                head = words if e.get("font-size") == "260" else ""
            elif e.get("font-size") == "260":
                seen.append(words)
        elif e.tag == SVG + "path" and e.get("stroke-width") in (BAR, EXPECTED, INTERVAL):
            at = path_numbers(e)
            if e.get("stroke-width") == BAR:
                label = seen[-1]
                if rows:
                    rows[-1]["cells"] = seen[:-1]
                seen = []
                row = {"low": None, "high": None, "expected": None}
                assert abs(axis.value(at[0])) <= axis.off(), f"{where}: a bar that does not begin at 0"
            elif e.get("stroke-width") == EXPECTED:
                row["expected"] = axis.value(at[0])
            else:
                row.update(low=axis.value(at[0]), high=axis.value(at[-3]))
        elif e.tag == SVG + "circle":
            row.update(head=head, label=label, value=axis.value(float(e.get("cx"))))
            rows.append(row)
    if rows:
        rows[-1]["cells"] = seen
    for row in rows:
        check_row(where, row, axis)
    return {"rows": rows, "numbers": axis.numbers, "resolution": axis.off()}


def steps_of(path, turns, values):
    """The turn and the value after each step of a path such as M0 10H5V8H9."""
    return [[round(turns.value(float(x)), 2), values.value(float(y))] for x, y in re.findall(r"H([-\d.]+)V([-\d.]+)", path)]


def line_of(figure, where):
    turns, values = axis_of(figure, where, "middle", "x"), None
    found = [(float(e.get("y")), number(words)) for e, words in texts(figure)
             if e.get("font-size") == AXIS and e.get("text-anchor") == "end" and number(words) is not None]
    values = Axis(where, [(y - 79, value) for y, value in found])
    paths = [e.get("d") for e in figure.iter(SVG + "path")]
    band = [steps_of(d[: d.rindex("V")], turns, values) for d in paths if d.endswith("Z")]
    line = next(e.get("d") for e in figure.iter(SVG + "path") if e.get("stroke-width") == "40")
    return {"line": steps_of(line, turns, values), "above": band[0], "below": band[1],
            "numbers": values.numbers, "resolution": values.off()}


def figures(path):
    root = tree.parse(path).getroot()
    for figure in root.iter(SVG + "g"):
        title = figure.find(SVG + "title")
        title = root.find(SVG + "title") if title is None else title
        where = f"{path}: {title.text}"
        kind = line_of if any(e.get("d", "").endswith("Z") for e in figure) else rows_of
        yield {"title": title.text, **kind(figure, where)}


if __name__ == "__main__":
    try:
        print(json.dumps(list(figures(sys.argv[1])), ensure_ascii=False))
    except AssertionError as wrong:
        sys.exit(f"chart.py: {wrong}")

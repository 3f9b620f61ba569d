# SPDX-License-Identifier: MIT
"""How near a test is to a file, for mutate.py, by what the linker knows: a unit test reaches the objects that its
own one refers to, and those that these refer to; a file of commands those of the tools that it names."""
import glob
import os
import re
import subprocess


class Links:
    """The object files of a build, and who refers to whom."""

    def __init__(self, tree):
        self.objects = os.path.join(tree, "build/obj")
        self.tree, self.known, wants, places = tree, {}, {}, {}
        paths = [path for room in ("lib", "t*") for path in glob.glob(self.objects + "/%s/**/*.o" % room, recursive=True)]
        said = subprocess.run(["nm", "-A"] + paths, check=True, stdout=subprocess.PIPE, text=True).stdout
        for path, kind, symbol in re.findall(r"^(.*)\.o:.* ([A-Z]) (\w+)$", said, re.M):
            name = os.path.relpath(path, self.objects)
            if kind == "U":
                wants.setdefault(name, set()).add(symbol)
            elif symbol != "main":
                places.setdefault(symbol, set()).add(name)
        self.next = {name: set().union(*(places.get(symbol, ()) for symbol in symbols))
                     for name, symbols in wants.items()}

    def of(self, file):
        """The objects that are made of a source file."""
        if file.endswith(".c"):
            return {file[:-2]}
        said = subprocess.run(["grep", "-rlF", "--include=*.d", file, self.objects], check=False,
                              stdout=subprocess.PIPE, text=True).stdout
        return {os.path.relpath(path, self.objects)[:-2] for path in said.split()}

    def distances(self, roots):
        """The objects that these reach: the number of steps, and how many are as near."""
        step, found, at = 0, {}, set(roots)
        while at:
            found.update((name, (step, len(at))) for name in at)
            at = set().union(*(self.next.get(name, ()) for name in at)) - set(found)
            step += 1
        return found

    def roots(self, test):
        """(OBJECTS, WEIGHT): where the test begins."""
        if test.file.endswith(".c"):
            return [({test.file[:-2]}, 1.0)]
        with open(os.path.join(self.tree, test.file), encoding="utf-8") as file:
            text = file.read()
        group = re.search(r"\nif wanted (?:\w+ )*%s\b.*?\nfi\n" % test.name.split()[-1], text, re.S)
        named = re.findall(r"\b(?:xpgn-|tool )([a-z]+(?:-[a-z]+)?)", group[0] if group else text)
        tools = {name: {at for at in self.next if re.fullmatch("tools/%s(/.*)?" % name, at)} for name in set(named)}
        return [(tools[name], named.count(name) / len(named)) for name in sorted(tools) if tools[name]]

    def nearness(self, test, objects):
        """From 0, where the test cannot notice a change in these, to 1."""
        if test.name not in self.known:
            self.known[test.name] = [(self.distances(roots), weight) for roots, weight in self.roots(test)]
        best = 0.0
        for name in objects:
            at = [(reached[name], weight) for reached, weight in self.known[test.name] if name in reached]
            best = max(best, sum(weight / (1 + step) ** 2 / many ** 0.5 for (step, many), weight in at))
        return best

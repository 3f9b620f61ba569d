#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Games with sealed dice between recorders who hear each other over a channel that loses messages.

    sealed_play.py [--games=N] [--seed=S] [--plies=N] [--kills=P] [--verbose] [RULESET...]

Each party has a recorder (xpgn-record --sealed), its own record, chain and journal. Messages are lost, repeated and
reordered; recorders are killed (SIGKILL) between lines and within them. A recorder that was killed after it had announced
is asked to announce something else. In the end all records must be equal and check without a word, all journals must
agree with them, and no link may have served two announcements.
"""
import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

BIN = os.environ.get("XPGN_BIN", "build/bin")
# id:options, and :arbiter for a chain of an arbiter.
RULESETS = ["chess", "chess-attack", "chess-attack:rescue", "chess-attack:king-safety remote-royals", "five-dice",
            "five-dice:support", "five-dice:shooting suicide-run", "combat-chess-2", "combat-chess-2:exact-teleport",
            "assault-and-siege", "assault-and-siege:mode=dice", "assault-and-siege:players=4",
            "assault-and-siege:players=4 mode=dice", "chess-attack::arbiter", "combat-chess-2::arbiter",
            "assault-and-siege:mode=dice:arbiter"]
PARTIES = ["white", "red", "black", "green", "arbiter"]


class Wrong(Exception):
    pass


def run(*command, check=True):
    return subprocess.run([os.path.join(BIN, command[0]), *command[1:]], check=check, capture_output=True,
                          text=True).stdout


class Scribe:
    """A party with its record, which may be killed and started anew."""

    def __init__(self, game, party):
        self.game, self.party, self.p = game, party, None
        self.record, self.chain = f"{game.folder}/{party}.xpgn", f"{game.folder}/{party}.chain"
        self.published = run("xpgn-dice", "--links=600", "make", self.chain).strip()
        self.kills = 0

    def start(self):
        options = [] if self.kills else self.game.options
        self.p = subprocess.Popen([os.path.join(BIN, "xpgn-record"), "--no-advice", f"--sealed={self.chain}", *options,
                                   self.record], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  bufsize=0)
        self.greeting = self.reply()
        return self.greeting

    def reply(self):
        while True:
            line = self.p.stdout.readline().decode().rstrip("\n")
            if not line:
                raise Wrong(f"{self.party}: no reply: {self.p.stderr.read().decode()}")
            if not line.startswith("send "):
                return line
            self.game.say(self.party, line.removeprefix("send "))

    def ask(self, line):
        if self.game.verbose:
            print(f"  {self.party} < {line[:90]}")
        self.p.stdin.write((line + "\n").encode())
        reply = self.reply()
        if self.game.verbose:
            print(f"  {self.party} > {reply[:110]}")
        return reply

    def kill(self, line=None):
        """Kills the recorder, perhaps while it works on a line, and starts it anew."""
        if line is not None:
            self.p.stdin.write((line + "\n").encode())
            for _ in range(self.game.rng.randrange(4000)):
                pass
        self.p.kill()
        for out in self.p.stdout.read().decode().split("\n"):
            if out.startswith("send "):
                self.game.say(self.party, out.removeprefix("send "))
        self.p.wait()
        self.kills += 1
        if self.game.verbose:
            print(f"  {self.party} killed ({line})")
        return self.start()

    def actions(self):
        """How many actions the record has."""
        return int(self.kill().split()[1])


class Game:
    def __init__(self, ruleset, seed, arguments, folder):
        self.folder, self.rng, self.verbose = folder, random.Random(f"{seed}/{ruleset}"), arguments.verbose
        self.kills, self.plies = arguments.kills, arguments.plies
        variant, options, arbiter = (ruleset.split(":") + ["", ""])[:3]
        self.channel, self.said = [], {}
        sample = run("xpgn-simulate", f"--variant={variant}", f"--options={options}", "--max-plies=1", f"--seed={seed}")
        start = re.findall(r'\[(X?FEN|SetUp) "(.*)"\]', sample)
        seats = ["white", "red", "black", "green"] if "[Red " in sample else ["white", "black"]
        self.parties = seats + ["arbiter"] * bool(arbiter)
        self.recorders = [Scribe(self, p) for p in self.parties]
        self.seats = seats
        tags = run("xpgn-dice", "tags", *(f"{s.party}:{s.published}" for s in self.recorders))
        self.options = ["--event=Channel", f"--round={seed}", "--white=Adams, R.", "--black=Brandt, L.",
                        "--date=2026.11.25", f"--variant={variant}", *([f"--options={options}"] if options else []),
                        *(f"--set-tag={name}={value}" for name, value in start + re.findall(r'\[(\w+) "(.*)"\]', tags))]
        for s in self.recorders:
            s.start()

    # -- the channel

    def say(self, party, message):
        """A message of a party: for each of the others, perhaps never, perhaps twice."""
        kind, number = message.split()[:2]
        before = self.said.setdefault((party, kind, number), message)
        if before != message:
            raise Wrong(f"one link serves two: {before} and {message}")
        for s in self.recorders:
            if s.party == party:
                continue
            for _ in range(self.rng.choice([0, 1, 1, 1, 2])):
                self.channel.insert(self.rng.randrange(len(self.channel) + 1), (s, message))

    def deliver(self):
        """Delivers one message that is on its way. Returns the reply."""
        recorder, message = self.channel.pop()
        if self.rng.random() < self.kills:
            recorder.kill(message)
            recorder.ask("messages")
        reply = recorder.ask(message)
        if reply.startswith("error EARLY") and self.rng.random() < .7:
            self.channel.insert(0, (recorder, message))
        elif reply.startswith("error") and not re.search("EARLY|has fallen|the game is over", reply):
            raise Wrong(f"{recorder.party}: {message}: {reply}")
        return reply

    def rolls(self, recorder):
        """How many rolls have fallen, and whether the next one is awaited."""
        reply = recorder.ask("messages")
        if reply.startswith("await"):
            return int(reply.split()[1]) - 1, True
        return int(re.search(r"(\d+) rolls", reply)[1]), False

    def settle(self, actor):
        """Until all recorders have seen the roll fall, and after a tie those that follow it."""
        due = self.rolls(actor)[0] + 1
        for _ in range(2000):
            while self.channel:
                self.deliver()
            seen = {self.rolls(s) for s in self.recorders}
            if len(seen) == 1 and min(seen) >= (due, False) and not min(seen)[1]:
                return
        raise Wrong("messages do not arrive")

    # -- play

    def enter(self, recorder, line):
        """Enters what needs no message. It may be killed on the way."""
        if self.rng.random() < self.kills and line != "end":
            before = recorder.actions()
            state = recorder.ask("actions")
            greeting = recorder.kill(line)
            if " announced " in greeting:
                return "await after it was killed"
            if int(greeting.split()[1]) > before or recorder.ask("actions") != state:
                return "ok after it was killed"
        return recorder.ask(line)

    def state(self, recorder):
        return recorder.ask("show").split(" ", 1)[1], recorder.ask("actions").split(" ")[1:]

    def cheat(self, recorder, line, actions):
        """After a restart another action than that announced must be refused."""
        recorder.kill()
        for other in actions[:3]:
            if other != line and "@" not in other:
                reply = recorder.ask(other)
                if not reply.startswith("error"):
                    raise Wrong(f"announced {line}, then {other}: {reply}")

    def turn(self):
        """One entry of the party to act; false: the game is over."""
        waiting = [s for s in self.recorders if s.ask("messages").startswith("await")]
        if waiting:  # after a tie White has announced the next roll for who begins
            self.settle(waiting[0])
            return True
        xfen, actions = self.state(self.recorders[0])
        seat = xfen.split(" ")[1]
        actor = self.recorders["wb".index(seat) if len(self.seats) == 2 else "wrbg".index(seat)]
        if actions[:1] == ["first"]:
            actor = self.recorders[0]
            actions = ["first"]
        actor_actions = self.state(actor)[1]
        if actions == [""] or not actions:
            return False
        if actor_actions[:1] != actions[:1]:
            raise Wrong(f"the recorders differ: {actions[:3]}, {actor_actions[:3]}")
        heavy = [a for a in actions if "x" in a or "@" in a or a == "roll"]
        line = self.rng.choice(heavy if heavy and self.rng.random() < .6 else actions)
        line = "K@" if line.startswith("K@") and line != "K@-" else line
        reply = self.enter(actor, line)
        if reply.startswith("await"):
            if self.rng.random() < self.kills:
                self.cheat(actor, line, actions)
            self.settle(actor)
        elif reply.startswith("error"):
            raise Wrong(f"{actor.party}: {line}: {reply}")
        else:
            for s in self.recorders:
                if s is not actor:
                    other = self.enter(s, line)
                    if other.startswith("error"):
                        raise Wrong(f"{s.party}: {line}: {other}")
        return self.choose(actor, line) and self.agree()

    def pending(self, recorder):
        """What dice have fallen for that leave something to choose."""
        found = re.match(r"ok \d+ \S+ (\S+ \S.*)$", recorder.kill())
        return found if found and not found[1].startswith(("announced", "first")) else None

    def choose(self, actor, typed):
        """What the dice leave to choose: the same with all. The actor may have typed it before."""
        for _ in range(4):
            pending = self.pending(actor)
            if not pending:
                for s in self.recorders:
                    if s is not actor and self.pending(s):
                        s.ask(typed if "@" in typed else typed[typed.find("="):])
                return True
            choices = [c for c in actor.ask("?").split(" after ", 1)[-1].split() if re.match("[@A-Z=]", c)]
            if not choices:
                raise Wrong(f"{actor.party}: nothing to choose after {pending[1]}")
            line = self.rng.choice(choices)
            for s in self.recorders:
                reply = s.ask(line)
                if reply.startswith("error"):
                    raise Wrong(f"{s.party}: {line} after {pending[1]}: {reply}")
        return True

    def agree(self):
        states = [self.state(s) for s in self.recorders]
        if any(s != states[0] for s in states):
            raise Wrong(f"the recorders differ: {states}")
        return True

    def over_by_rules(self):
        return self.recorders[0].ask("result *").startswith("error OVER")

    def finish(self):
        if not self.over_by_rules():
            result = "1/2-1/2" if len(self.seats) == 2 else "1/4-1/4-1/4-1/4"
            for s in self.recorders:
                reply = s.ask("draw")
                if not reply.startswith("end"):
                    raise Wrong(f"{s.party}: draw ({result}): {reply}")
        for s in self.recorders:
            if not s.ask("sign").startswith("ok"):
                raise Wrong(f"{s.party} cannot sign")
        for _ in range(500):
            while self.channel:
                self.deliver()
            if all([s.ask("messages").endswith("not signed by: ") for s in self.recorders]):
                break
        else:
            raise Wrong("signatures do not arrive")
        for s in self.recorders:
            s.p.stdin.close()
            s.p.wait()

    def check(self):
        texts = []
        for s in self.recorders:
            with open(s.record, encoding="utf-8") as file:
                texts.append(file.read())
        if any(t != texts[0] for t in texts):
            raise Wrong("the records differ")
        one = self.recorders[0].record
        found = run("xpgn-validate", "--strict", one, check=False)
        if found:
            raise Wrong(found)
        journals = [f"--journal={s.record}.journal" for s in self.recorders]
        verdict = subprocess.run([os.path.join(BIN, "xpgn-dice"), *journals, "check", one], capture_output=True,
                                 text=True, check=False)
        if verdict.returncode != 0 or verdict.stdout.count("every message in it") != len(self.recorders):
            raise Wrong(verdict.stdout + verdict.stderr)
        return int(re.search(r"the dice of (\d+) roll", verdict.stdout)[1])

    def play(self):
        for _ in range(self.plies):
            if self.over_by_rules() or not self.turn():
                break
        self.finish()
        return self.check(), sum(s.kills for s in self.recorders)


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--games", type=int, default=20)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--plies", type=int, default=24)
    p.add_argument("--kills", type=float, default=.1)
    p.add_argument("--verbose", action="store_true")
    p.add_argument("ruleset", nargs="*", default=RULESETS)
    arguments = p.parse_args()
    rolls = kills = 0
    for i in range(arguments.games):
        ruleset, seed = arguments.ruleset[i % len(arguments.ruleset)], arguments.seed + i
        with tempfile.TemporaryDirectory() as folder:
            game = Game(ruleset, seed, arguments, folder)
            try:
                more, killed = game.play()
            except Wrong as wrong:
                for s in game.recorders:
                    s.p.kill()
                sys.exit(f"{ruleset}, seed {seed}: {wrong}")
            rolls, kills = rolls + more, kills + killed
    print(f"{arguments.games} games, {rolls} rolls, {kills} kills: all records equal, and none of them has a finding")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Runs one program in a pseudo-terminal and measures it from outside. Standard library only, Linux only.

The first argument is the plan, as JSON. The result is one line of JSON. Members of the plan:
  command, env, cols, rows    the program to run, and `cwd`: its working folder
  untilExit                   only measure its time until it exits, and its CPU time
  firstFrame                  text in the first frame
  enter                       [{"press", "expect"}]: keys that open the list, and the text that shows that they were handled
  phases                      [{"name", "before", "keys", "warm", "count"}]: keys to press in turn, each after the
                              response to the previous one; `before` and `warm` keys are not counted
  other                       command, env, firstFrame, enter and quit of another program that gets the keys of `phases`
                              too, in turn with this one
  loading                     {"press", "keys", "seconds"}: keys to press in turn while the operation that `press` starts
                              is running; each must change the selected row
  restSeconds                 time to wait before the memory is measured
  idleSeconds                 time without keys at the end, in which CPU and output are measured
  quit                        keys that end it
CPU times are those of all threads of the program and its children. The kernel's scheduler counts them in nanoseconds.
"""
import fcntl
import json
import os
import pty
import re
import select
import signal
import statistics
import struct
import sys
import termios
import time

# A response counts as complete when no output has followed for this time.
QUIET_S = 0.008
# The same for warm-up keys.
WARM_QUIET_S = 0.001
# A key without output for this time counts as unanswered.
UNANSWERED_S = 0.5
# Time after the start by which V8 has collected the garbage that the start left.
AFTER_START_S = 15
# Number of keys pressed in one program before the other one gets its turn. `count` must be a multiple of it.
IN_TURN = 20
STYLE = re.compile(rb"\x1b\[[0-9;]*m")


class Program:
    def __init__(self, plan):
        environment = dict(os.environ)
        for name in ("CI", "CONTINUOUS_INTEGRATION", "NO_COLOR", "FORCE_COLOR"):
            environment.pop(name, None)
        environment.update(TERM="xterm-256color", COLORTERM="truecolor", LANG="C.UTF-8")
        environment.update(plan.get("env", {}))
        size = struct.pack("HHHH", plan["rows"], plan["cols"], 0, 0)
        # Output since the last key: an expected text may have arrived together with the previous one.
        self.shown = b""
        self.peaks_mb = {}
        self.started_at = time.perf_counter()
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, size)
            os.chdir(plan.get("cwd", "."))
            os.execvpe(plan["command"][0], plan["command"], environment)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, size)

    def write(self, text):
        if text:
            self.shown = b""
        os.write(self.terminal, text.encode())

    def read(self, seconds):
        """Returns the bytes of the next output; None if there was none in that time, b"" if the program has ended."""
        ready, _, _ = select.select([self.terminal], [], [], max(0, seconds))
        if not ready:
            return None
        try:
            return os.read(self.terminal, 1 << 16)
        except OSError:
            return b""

    def read_until(self, text, seconds):
        """Returns the time at which the text arrived. Ignores styles inside it."""
        arrived_at = time.perf_counter()
        deadline = arrived_at + seconds
        while text.encode() not in STYLE.sub(b"", self.shown):
            piece = self.read(deadline - time.perf_counter())
            if piece == b"" or time.perf_counter() > deadline:
                fail(f"{text!r} was not shown; the last bytes were {self.shown[-600:]!r}")
            if piece:
                arrived_at = time.perf_counter()
                self.shown += piece
        return arrived_at

    def read_until_selection(self, seconds):
        """Returns the time at which a frame with the sign of the selected row arrived; None if none did."""
        deadline = time.perf_counter() + seconds
        while time.perf_counter() < deadline:
            piece = self.read(deadline - time.perf_counter())
            if piece and b"\xe2\x96\x8c" in piece:
                return time.perf_counter()
        return None

    def settle(self, seconds=0.3):
        while self.read(seconds):
            pass

    def settle_for(self, seconds):
        """Reads and drops output for that time."""
        deadline = time.perf_counter() + seconds
        while time.perf_counter() < deadline:
            self.read(deadline - time.perf_counter())

    def family(self):
        pids = [self.pid]
        for pid in pids:
            try:
                for task in os.listdir(f"/proc/{pid}/task"):
                    with open(f"/proc/{pid}/task/{task}/children") as file:
                        pids.extend(int(child) for child in file.read().split())
            except OSError:
                pass
        return pids

    def cpu(self):
        """Returns the CPU time of each process so far, in nanoseconds, by process id."""
        times = {}
        for pid in self.family():
            try:
                for task in os.listdir(f"/proc/{pid}/task"):
                    with open(f"/proc/{pid}/task/{task}/schedstat") as file:
                        times[pid] = times.get(pid, 0) + int(file.read().split()[0])
            except OSError:
                pass
        return times

    def cpu_ms_since(self, before):
        """Returns the CPU time since `before`. A process that has ended in the meantime does not count."""
        return sum(max(0, ns - before.get(pid, 0)) for pid, ns in self.cpu().items()) / 1e6

    def rest(self, seconds=20):
        """Waits until the program is idle: work that remains from its start would be counted with the keys."""
        deadline = time.perf_counter() + seconds
        busy_ms = 1
        while busy_ms >= 1 and time.perf_counter() < deadline:
            before = self.cpu()
            self.settle(0.5)
            busy_ms = self.cpu_ms_since(before)

    def sample_memory(self):
        """Stores the peak memory of the program and of each of its children, because a child may end at any time."""
        for pid in self.family():
            try:
                with open(f"/proc/{pid}/status") as file:
                    self.peaks_mb[pid] = int(re.search(r"VmHWM:\s+(\d+)", file.read()).group(1)) / 1024
            except (OSError, AttributeError):
                pass

    def resident_mb(self):
        with open(f"/proc/{self.pid}/status") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read()).group(1)) / 1024

    def press(self, key, quiet=QUIET_S):
        """Returns the milliseconds from the key to the last byte of its response (None: no response), and its size."""
        pressed_at = time.perf_counter()
        self.write(key)
        answered_at = None
        size = 0
        while True:
            piece = self.read(UNANSWERED_S if answered_at is None else quiet)
            if piece == b"":
                fail(f"it ended after {key!r}")
            if piece is None:
                break
            answered_at = time.perf_counter()
            size += len(piece)
        return (None if answered_at is None else (answered_at - pressed_at) * 1000), size

    def end(self, text):
        try:
            self.write(text)
        except OSError:
            pass
        deadline = time.perf_counter() + 2
        while time.perf_counter() < deadline and self.read(0.1) != b"":
            pass
        if os.waitpid(self.pid, os.WNOHANG)[0] == 0:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)


def fail(why):
    print(json.dumps({"error": why}))
    sys.exit(1)


def arrival(program, text):
    """Returns when a text arrived after the start of the program, and its CPU time until then."""
    arrived_at = program.read_until(text, 30)
    return {"ms": (arrived_at - program.started_at) * 1000, "cpuMs": program.cpu_ms_since({})}


def run_loading(program, plan):
    """Presses keys in turn for some seconds during another operation. Returns the times from key to frame, in ms."""
    times = []
    pressed = 0
    deadline = time.perf_counter() + plan["seconds"]
    while time.perf_counter() < deadline:
        pressed_at = time.perf_counter()
        program.write(plan["keys"][pressed % len(plan["keys"])])
        pressed += 1
        # The operation itself also causes frames. The response to the key is the one that draws the selection.
        answered_at = program.read_until_selection(UNANSWERED_S * 10)
        if answered_at is not None:
            times.append((answered_at - pressed_at) * 1000)
        program.sample_memory()
        program.settle_for(0.05)
    times.sort()
    return {"p95Ms": times[int(len(times) * 0.95)], "maxMs": times[-1], "unanswered": pressed - len(times)}


def run_phase(programs, phase):
    """Presses a phase's keys in all programs, a few in each at a time, so that other work of the machine affects all."""
    keys = phase["keys"]
    for program in programs:
        for key in phase["before"]:
            program.press(key)
        for index in range(phase["warm"]):
            program.press(keys[index % len(keys)], WARM_QUIET_S)
    for program in programs:
        program.rest()
    began_at = time.perf_counter()
    answers, turns = [[] for _ in programs], [[] for _ in programs]
    for first in range(0, phase["count"], IN_TURN):
        for at, program in enumerate(programs):
            before = program.cpu()
            answers[at] += [program.press(keys[index % len(keys)]) for index in range(first, first + IN_TURN)]
            turns[at].append(program.cpu_ms_since(before) / IN_TURN)
    span = [began_at, time.perf_counter()]
    return [figures(own, spent, span) for own, spent in zip(answers, turns)]


def figures(answers, turns, span):
    times = sorted(ms for ms, _ in answers if ms is not None)
    return {
        "cpuMs": without_peaks(turns),
        "bytes": statistics.mean(size for _, size in answers),
        "p95Ms": times[int(len(times) * 0.95)] if times else None,
        "unanswered": len(answers) - len(times),
        "span": span,
    }


def without_peaks(turns):
    """
    Returns the mean. The most expensive tenth of the turns counts like the most expensive one of the others: some seconds
    after the start V8 collects all garbage once, which costs as much as a hundred keys. The garbage of keys costs time in
    every turn.
    """
    most = sorted(turns)[int(len(turns) * 0.9) - 1]
    return statistics.mean(min(turn, most) for turn in turns)


def open_list(program, plan):
    """Waits for the first frame and presses the keys that open the list. Returns when each step was visible."""
    first = arrival(program, plan["firstFrame"])
    steps = []
    for step in plan.get("enter", []):
        program.write(step["press"])
        steps.append(arrival(program, step["expect"]))
    program.settle()
    return {"firstFrame": first, "steps": steps}


def main():
    plan = json.loads(sys.argv[1])
    program = Program(plan)
    if plan.get("untilExit"):
        while program.read(20):
            pass
        _, _, used = os.wait4(program.pid, 0)
        ended_at = time.perf_counter()
        print(json.dumps({"ms": (ended_at - program.started_at) * 1000, "cpuMs": (used.ru_utime + used.ru_stime) * 1000}))
        return
    answer = open_list(program, plan)
    programs = [program]
    if plan.get("other"):
        programs.append(Program({"cols": plan["cols"], "rows": plan["rows"], **plan["other"]}))
        open_list(programs[1], plan["other"])
    measured = {phase["name"]: run_phase(programs, phase) for phase in plan.get("phases", [])}
    answer["phases"] = {name: own for name, (own, *_) in measured.items()}
    if plan.get("other"):
        answer["other"] = {name: other for name, (_, other) in measured.items()}
        programs[1].end(plan["other"].get("quit", "q"))
    if plan.get("loading"):
        # Wait for the response to this key first: it would otherwise be counted as the response to the next one.
        program.press(plan["loading"]["press"])
        answer["loading"] = run_loading(program, plan["loading"])
        answer["peaksMb"] = list(program.peaks_mb.values())
    if plan.get("restSeconds"):
        program.settle_for(plan["restSeconds"])
    if plan.get("idleSeconds"):
        # Some seconds after the start V8 collects all garbage once, which must not be counted as idle CPU time.
        program.settle_for(AFTER_START_S - (time.perf_counter() - program.started_at))
        program.settle(3)
        before, size = program.cpu(), 0
        deadline = time.perf_counter() + plan["idleSeconds"]
        while time.perf_counter() < deadline:
            size += len(program.read(deadline - time.perf_counter()) or b"")
        answer["idleCpuMs"] = program.cpu_ms_since(before) / plan["idleSeconds"]
        answer["idleBytes"] = size / plan["idleSeconds"]
    answer["residentMb"] = program.resident_mb()
    program.end(plan.get("quit", "q"))
    print(json.dumps(answer))


main()

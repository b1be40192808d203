"""Times `ferry` and Fairy-Stockfish on the same work, in turn, and prints ratios.

usage: compare.py path/to/ferry [--keep]      (scripts/bench builds it first)

Each figure is the median of five runs, the two sides taking turns. The engine's
time runs from sending `go perft` to its node count; ours is the whole process
less an empty one. A missing engine is said, and its column stays empty.
"""
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

RUNS = 5
HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def engine_command():
    named = os.environ.get("FERRY_FAIRY_STOCKFISH")
    if named:
        return named.split()
    local = os.path.join(HERE, ".engines", "fairy-stockfish")
    if os.access(local, os.X_OK):
        return [local]
    return None


class Engine:
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True, bufsize=1)
        self.ask("uci", "uciok")

    def ask(self, line, until):
        self.process.stdin.write(line + "\n")
        for answer in self.process.stdout:
            if answer.startswith(until):
                return answer
        raise SystemExit("the engine stopped answering")

    def load(self, path):
        self.process.stdin.write(f"load {path}\n")
        self.ask("isready", "readyok")

    def perft(self, variant, depth):
        self.process.stdin.write(f"setoption name UCI_Variant value {variant}\nposition startpos\n")
        self.ask("isready", "readyok")
        begin = time.perf_counter()
        nodes = int(self.ask(f"go perft {depth}", "Nodes searched").split()[-1])
        return nodes, time.perf_counter() - begin


def run(ferry, *arguments):
    begin = time.perf_counter()
    out = subprocess.run([ferry, *arguments], capture_output=True, text=True, check=True).stdout
    return out, time.perf_counter() - begin


def perft_row(ferry, engine, via, name, file, depth, variant):
    ours, theirs, nodes = [], [], set()
    for _ in range(RUNS):
        _, idle = run(ferry, "perft", file, "0", "--via", via)
        out, spent = run(ferry, "perft", file, str(depth), "--via", via)
        nodes.add(int(out.split()[-1]))
        ours.append(max(spent - idle, 1e-6))
        if engine and variant:
            count, spent = engine.perft(variant, depth)
            nodes.add(count)
            theirs.append(spent)
    if len(nodes) > 1:
        raise SystemExit(f"{name}: the counts differ: {sorted(nodes)}")
    count = nodes.pop()
    name = f"{via}: {name}"
    if statistics.median(ours) < 0.02:
        # Less than reading the file may differ by.
        print(f"{name:<34} {count:>9} nodes  too short to measure", flush=True)
        return
    mine = count / statistics.median(ours) / 1e6
    line = f"{name:<34} {count:>9} nodes  ferry {mine:6.2f} Mn/s"
    if theirs:
        peer = count / statistics.median(theirs) / 1e6
        line += f"  engine {peer:6.2f} Mn/s  ratio {mine / peer:.3f}"
    print(line, flush=True)


def voices_row(ferry, engine, name, file, depth):
    """A comparison of three: core, engine and oracle, whole subtrees divided at once. Each
    position counts once, however many were asked of it."""
    if not engine:
        print(f"three voices: {name}: not run, no engine")
        return
    rates = []
    for _ in range(RUNS):
        out, spent = run(ferry, "diff", file, file, "--via", "core,fairy-stockfish", "--voice", "oracle",
                         "--depth", str(depth), "--walks", "0", "--effects", "500", "--format", "json")
        found = json.loads(out)
        if not found["equal"]:
            raise SystemExit(f"{name}: the three differ")
        positions = found["moves_by_effect"] + sum(row["nodes"][0] for row in found["counts"])
        rates.append(positions / spent)
    print(f"{'three voices: ' + name:<34} {positions:>9} positions  {statistics.median(rates):.0f} positions/s",
          flush=True)


def count_instructions(ferry, *arguments):
    """Instructions of a whole run, as valgrind counts them: the same on every machine and
    under every load."""
    err = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", ferry, *arguments],
                         capture_output=True, text=True, check=True).stderr
    return int(next(line.split()[-1] for line in err.splitlines() if "Collected" in line))


def instruction_rows(ferry, games):
    """Instructions a node, beside those kept in benches/instructions.tsv; `--keep` keeps new ones."""
    if not shutil.which("valgrind"):
        print("instructions: not counted, no valgrind", file=sys.stderr)
        return
    path = os.path.join(HERE, "benches", "instructions.tsv")
    kept = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            kept = dict(line.rstrip("\n").split("\t") for line in file if "\t" in line)
    for name, file, depth, _ in games:
        out, _ = run(ferry, "perft", file, str(depth))
        nodes = int(out.split()[-1])
        idle = count_instructions(ferry, "perft", file, "0")
        spent = (count_instructions(ferry, "perft", file, str(depth)) - idle) / nodes
        label = f"{name}, depth {depth}"
        before = kept.get(label)
        change = f"  {100 * (spent / float(before) - 1):+.1f} %" if before else ""
        print(f"{'instructions: ' + label:<34} {nodes:>9} nodes  {spent:.1f} a node{change}", flush=True)
        if before is None or "--keep" in sys.argv:
            kept[label] = f"{spent:.1f}"
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(f"{label}\t{value}\n" for label, value in kept.items())


def big_file():
    """A game whose macros expand to some 2.7 million elements, as the largest real ones do."""
    text = ["(define m0 (verify empty?) $1)"]
    for i in range(1, 14):
        text.append(f"(define m{i} (m{i - 1} $1) (m{i - 1} $1))")
    squares = " ".join(f"((m13 {d}) add)" for d in "nesw" * 20)
    text.append('(game (title "Big") (players A B) (turn-order A B)'
                '(board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b/c/d" (9 0)) ("4/3/2/1" (0 9)))'
                '(directions (n 0 -1) (e 1 0) (s 0 1) (w -1 0))))'
                f'(board-setup (A (Man a1)) (B (Man d4))) (piece (name Man) (moves {squares}))'
                '(loss-condition (A B) stalemated))')
    return "\n".join(text)


def expansion_row(ferry):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "big.zrf")
        with open(path, "w", encoding="utf-8") as file:
            file.write(big_file())
        times = []
        for _ in range(RUNS):
            out, spent = run(ferry, "info", path)
            times.append(spent)
        elements = next(line for line in out.splitlines() if "elements" in line)
        count = elements.split(";")[-1].split()[0]
        print(f"{'macros and program of a big file':<34} {count:>9} elements  "
              f"{statistics.median(times) * 1000:.0f} ms", flush=True)


def own_row(ferry, name, file, depth):
    """A game that no engine plays: the fast generator beside the plain one."""
    figures = {}
    for via in ["core", "oracle"]:
        _, idle = run(ferry, "perft", file, "0", "--via", via)
        out, spent = run(ferry, "perft", file, str(depth), "--via", via)
        figures[via] = (int(out.split()[-1]), max(spent - idle, 1e-6))
    (count, fast), (other, plain) = figures["core"], figures["oracle"]
    if count != other:
        raise SystemExit(f"{name}: the counts differ: {count}, {other}")
    print(f"{'core: ' + name:<34} {count:>9} nodes  ferry {count / fast / 1e6:6.2f} Mn/s"
          f"  oracle {other / plain / 1e6:6.2f} Mn/s", flush=True)


def main(ferry):
    command = engine_command()
    engine = Engine(command) if command else None
    if not engine:
        print("no engine found: run scripts/setup, or set FERRY_FAIRY_STOCKFISH", file=sys.stderr)
    fixtures = os.path.join(HERE, "fixtures", "zrf")
    for name, file, depth, variant in [
        ("chess", "chess.zrf", 4, "chess"),
        ("chess, no macros", "chess-plain.zrf", 4, "chess"),
        ("capablanca 10x8", "capablanca.zrf", 4, "capablanca"),
        ("xiangqi", "xiangqi.zrf", 3, "xiangqi"),
    ]:
        for via in ["machine", "oracle"]:
            perft_row(ferry, engine, via, name, os.path.join(fixtures, file), depth, variant)
    # Games that the engine can't play.
    perft_row(ferry, engine, "machine", "draughts, longest chains", os.path.join(fixtures, "draughts.zrf"), 6, None)
    for via in ["machine", "oracle"]:
        perft_row(ferry, engine, via, "twelve by twelve", os.path.join(fixtures, "twelve.zrf"), 3, None)
    ten = os.path.join(HERE, "fixtures", "ini", "ten.ini")
    if engine:
        engine.load(ten)
    games = [
        ("chess", "fairy:chess", 6, "chess"),
        ("grand 10x10", "fairy:grand", 4, "grand"),
        ("shako 10x10", "fairy:shako", 4, "shako"),
        ("custom men, 10x10", ten, 5, "ten"),
        ("crazyhouse", "fairy:crazyhouse", 4, "crazyhouse"),
        ("shogi", "fairy:shogi", 4, "shogi"),
        ("xiangqi", "fairy:xiangqi", 4, "xiangqi"),
        ("duck", "fairy:duck", 2, "duck"),
    ]
    for name, file, depth, variant in games:
        perft_row(ferry, engine, "core", name, file, depth, variant)
    seeds = os.path.join(HERE, "fixtures", "seeds")
    own_row(ferry, "fragnurasian qi 13x15", os.path.join(seeds, "fragnurasian-qi.toml"), 3)
    own_row(ferry, "improved chess", os.path.join(seeds, "improved.toml"), 4)
    for name, file, depth in [("chess", "fairy:chess", 5), ("custom men, 10x10", ten, 4)]:
        voices_row(ferry, engine, name, file, depth)
    # Under valgrind a run takes some fifty times as long.
    shallow = [(name, file, max(depth - 1 - (depth > 5), 1), variant) for name, file, depth, variant in games]
    instruction_rows(ferry, shallow)
    expansion_row(ferry)


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3) or not shutil.which(sys.argv[1]):
        sys.exit(__doc__)
    main(sys.argv[1])

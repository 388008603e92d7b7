#!/usr/bin/env python3
"""Times the program against what a user would use instead, interleaved in one run, and checks that all make the same list.

usage: bench.py BINARY [--scale 1] [--runs 5] [--data DIR] [--table FILE] [--whole]
--whole adds: reports instead of a bundle, a store made again after a correction, online games, and growth from a tenth of the scale.
Ratios are of medians within one run; seconds mean nothing on another machine.
"""
import argparse
import datetime
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
FLOOR, POLARS, DUCKDB = "floor (decode and encode only)", "Polars script", "DuckDB script"
LIST_ONLY, EVERYTHING = "ratinglist, list only", "ratinglist, everything"


def timed(command, ok=(0,)):
    """Wall seconds and peak resident megabytes of one process. What a question answers is thrown away; the exit code must be one of `ok`."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in ok:
        sys.exit(f"failed ({status}): {' '.join(command)}")
    return time.perf_counter() - start, usage.ru_maxrss * 1024 / 1e6


def medians(figures):
    return {name: statistics.median(wall for wall, _ in runs) for name, runs in figures.items()}


def peaks(figures):
    return {name: max(megabytes for _, megabytes in runs) for name, runs in figures.items()}


def machine(args):
    """What the figures were measured on, and when."""
    with open("/proc/meminfo") as meminfo:
        gigabytes = round(int(meminfo.readline().split()[1]) / 1e6)
    with open("/proc/cpuinfo") as cpuinfo:
        processor = next((line.split(":")[1].strip() for line in cpuinfo if line.startswith("model name")), platform.machine())
    version = subprocess.run([args.binary, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    cores = len(os.sched_getaffinity(0))
    return [f"{datetime.date.today()}, {version}: {cores} cores ({processor}), {gigabytes} GB, {platform.system()}; medians of {args.runs} runs, taken in turns.", ""]


def stages(folder):
    """Milliseconds of each stage of a run, as its record has them."""
    return dict(json.loads((folder / "run.json").read_text())["milliseconds"])


def month(args, scale):
    """One month at a scale: seconds and megabytes of every contender, and the stages of each run of ours."""
    folder = args.data / f"{scale:g}"
    if not (folder / "bundle" / "games.parquet").exists():
        subprocess.run([sys.executable, str(HERE / "gen.py"), "--scale", f"{scale:g}", "--out", str(folder)], check=True)
    out = folder / "out"
    run = [args.binary, "run", "--control", "rapid", "--list", "2024-03", "--previous", f"{folder}/lists/2024-02-01",
           "--tournaments", f"{folder}/bundle", "--archive", f"{folder}/lists", "--quiet"]
    script = lambda name: lambda target: [sys.executable, str(HERE / name), str(folder), target]
    contenders = {FLOOR: script("floor_polars.py"), POLARS: script("peer_polars.py"), DUCKDB: script("peer_duckdb.py"),
                  LIST_ONLY: lambda target: run + ["--no-audit", "--formats", "parquet", "--out", target],
                  EVERYTHING: lambda target: run + ["--out", target]}
    figures, profile = {name: [] for name in contenders}, {LIST_ONLY: [], EVERYTHING: []}
    for _ in range(args.runs):
        for name, command in contenders.items():
            target = out / name.split(",")[-1].strip().replace(" ", "-")
            shutil.rmtree(target, ignore_errors=True)
            (target.parent if name.startswith("ratinglist") else target).mkdir(parents=True, exist_ok=True)
            # Ours waits until its files are on the disk, and would wait for those of the script before it, too.
            os.sync()
            figures[name].append(timed(command(str(target))))
            if name in profile:
                profile[name].append(stages(target))
    same_list(out)
    return figures, profile


def same_list(out):
    import polars as pl

    def rows(folder):
        frame = pl.read_parquet(folder / "list.parquet")
        numbers = pl.col("rating", "games", "k").cast(pl.Int32)
        return frame.select(pl.col("fide_id").cast(pl.Int64), numbers, pl.col("flag").cast(pl.String).fill_null("")).sort("fide_id")

    want = rows(out / "Polars-script")
    for name in ("DuckDB-script", "list-only", "everything"):
        if not rows(out / name).equals(want):
            sys.exit(f"{name} makes another list")


def month_table(scale, figures, profile):
    median, peak = medians(figures), peaks(figures)
    best, floor = min(median[POLARS], median[DUCKDB]), median[FLOOR]
    rows = [f"### One month, scale {scale:g}", "", "| | seconds | of the best script | of the floor | peak MB |", "|---|--:|--:|--:|--:|"]
    for name in figures:
        rows.append(f"| {name} | {median[name]:.2f} | {median[name] / best:.2f} | {median[name] / floor:.2f} | {peak[name]:.0f} |")
    rows += ["", "| milliseconds of the stage | list only | everything |", "|---|--:|--:|"]
    of_stage = lambda name, stage: round(statistics.median(run[stage] for run in profile[name]))
    rows += [f"| {stage} | {of_stage(LIST_ONLY, stage)} | {of_stage(EVERYTHING, stage)} |" for stage in profile[LIST_ONLY][0]]
    return rows + [""]


def month_goals(scale, figures):
    median, peak = medians(figures), peaks(figures)
    best = min(median[POLARS], median[DUCKDB])
    if scale < 1:
        return []
    goals = [(f"list only, of the best script, scale {scale:g}", median[LIST_ONLY] / best, 0.6),
             (f"everything, of the best script, scale {scale:g}", median[EVERYTHING] / best, 1.0)]
    if scale == 1:
        goals.append(("list only, of the floor, scale 1", median[LIST_ONLY] / median[FLOOR], 1.0))
    if scale == 10:
        goals += [("memory in GB, list only, scale 10", peak[LIST_ONLY] / 1000, 2.5), ("memory in GB, everything, scale 10", peak[EVERYTHING] / 1000, 3)]
    return goals + [(f"memory, list only, of the Polars script, scale {scale:g}", peak[LIST_ONLY] / peak[POLARS], 1.0),
                    (f"memory, everything, of the Polars script, scale {scale:g}", peak[EVERYTHING] / peak[POLARS], 1.5)]


def online(args, scale):
    """Memory of rating ten million online games, of what 28 bytes a game and 500 MB are."""
    games = round(10_000_000 * scale)
    size = ["--players", "200000", "--months", "1", "--tournaments", "0", "--online", str(games), "--bundle"]
    folder = world(args, f"online-{scale:g}", size)
    shutil.rmtree(folder / "lists" / "online" / "2024-01-01", ignore_errors=True)
    _, peak = timed([args.binary, "run", str(folder / "online.toml"), "--list", "2024-01", "--quiet"])
    return (f"memory, {games:,} online games, of 28 bytes a game and 500 MB", peak / (28 * games / 1e6 + 500), 1.0)


def world(args, name, options):
    folder = args.data / name
    if not folder.exists():
        subprocess.run([args.binary, "demo", str(folder), "--quiet", *options], check=True)
    return folder


def reports(args, scale):
    """The same games as 30,000 reports and as a bundle."""
    size = ["--players", f"{round(1_950_000 * scale)}", "--months", "1", "--tournaments", f"{round(30_000 * scale)}"]
    figures = {"bundle": [], "reports": []}
    folders = {"bundle": world(args, f"bundle-{scale:g}", [*size, "--bundle"]), "reports": world(args, f"reports-{scale:g}", size)}
    for _ in range(args.runs):
        for name, folder in folders.items():
            shutil.rmtree(folder / "lists" / "rapid" / "2024-01-01", ignore_errors=True)
            figures[name].append(timed([args.binary, "run", str(folder / "pipeline.toml"), "--list", "2024-01", "--quiet"]))
    median = medians(figures)
    return ("reports, of the bundle's time", median["reports"] / median["bundle"], 2.5)


def store(args, months, options):
    """A store that grew month by month, as with a cron job: every list's tournaments came in a bundle of their own just before it."""
    import polars as pl

    folder = args.data / "again"
    shutil.rmtree(folder, ignore_errors=True)
    size = ["--players", "195000", "--months", str(months), "--tournaments", f"{3000 * months}", "--bundle", "--quiet"]
    subprocess.run([args.binary, "demo", str(folder), *size], check=True)
    handed_in = folder / "tournaments"
    tables = {name: pl.read_parquet(handed_in / f"{name}.parquet") for name in ("tournaments", "games", "players")}
    shutil.rmtree(handed_in)
    first_month = min(folder.name[:7] for folder in (folder / "lists" / "rapid").iterdir())
    ended = pl.col("end").cast(pl.String).str.slice(0, 7)
    tournaments = tables["tournaments"].with_columns(month=pl.max_horizontal(ended, pl.lit(first_month)).fill_null(first_month))
    for month in sorted(tournaments["month"].unique()):
        part = tournaments.filter(month=month).drop("month")
        bundle = handed_in / month
        bundle.mkdir(parents=True)
        part.write_parquet(bundle / "tournaments.parquet")
        games = tables["games"].join(part.select("tournament_id"), on="tournament_id", how="semi", maintain_order="left")
        games.write_parquet(bundle / "games.parquet")
        own = pl.concat([games["white"], games["black"]]).unique().cast(tables["players"]["fide_id"].dtype)
        tables["players"].join(own.to_frame("fide_id"), on="fide_id", how="semi", maintain_order="left").write_parquet(bundle / "players.parquet")
        year, number = int(month[:4]) + int(month[5:]) // 12, int(month[5:]) % 12 + 1
        done = subprocess.run([args.binary, "run", str(folder / "pipeline.toml"), "--list", f"{year}-{number:02}", "--quiet", *options])
        if done.returncode:
            sys.exit(f"no list of {year}-{number:02}")
    first = handed_in / min(tournaments["month"])
    decided = pl.read_parquet(first / "games.parquet").filter(pl.col("result") == "1-0").row(0, named=True)
    correct(folder, decided["tournament_id"], decided["round"], decided["white"], decided["black"])
    return folder


def made_again(args, months, options):
    """Seconds a list and peak megabytes of making all lists again after a correction of the first month."""
    folder = store(args, months, options)
    lists = len(list((folder / "lists" / "rapid").iterdir())) - 1
    wall, peak = timed([args.binary, "regenerate", str(folder / "pipeline.toml"), "--beyond-limit", "--quiet"])
    return wall / lists, peak


def report_store(args, months):
    """The same size of store from reports: all of them are there from the start, with the registry that names them."""
    import polars as pl

    folder = args.data / "again-reports"
    shutil.rmtree(folder, ignore_errors=True)
    size = ["--players", "195000", "--months", str(months), "--tournaments", f"{3000 * months}", "--quiet"]
    subprocess.run([args.binary, "demo", str(folder), *size], check=True)
    lists = folder / "lists" / "rapid"
    year, month = map(int, min(path.name for path in lists.iterdir()).split("-")[:2])
    for number in range(month, month + months):
        name = f"{year + number // 12}-{number % 12 + 1:02}"
        subprocess.run([args.binary, "run", str(folder / "pipeline.toml"), "--list", name, "--quiet"], check=True)
    first = sorted(path for path in lists.iterdir() if path.is_dir())[1]
    white_wins = (pl.col("status") == "counted") & (pl.col("colour") == "w") & (pl.col("half_points") == 2)
    game = pl.read_parquet(first / "games.parquet").filter(white_wins).row(0, named=True)
    correct(folder, game["tournament_id"], game["round"], game["fide_id"], game["opponent"])
    return folder


def correct(folder, tournament, game_round, white, black):
    """A correction of one game, in force for every list from now on."""
    (folder / "corrections.csv").write_text(
        "correction_id,received,by,reason,tournament_id,round,white,black,field,old,new\n"
        f"C-1,2024-03-01,Rating office,a letter,{tournament},{game_round},{white},{black},result,1-0,1/2-1/2\n")
    with open(folder / "pipeline.toml", "a") as pipeline:
        pipeline.write('\ncorrections = "corrections.csv"\n')


def single_runs(args, folder, lists, options):
    """Seconds of making lists one by one into a fresh folder, with everything handed in and the correction in force."""
    fresh = folder.with_name(f"{folder.name}-single")
    shutil.rmtree(fresh, ignore_errors=True)
    (fresh / "lists" / "rapid").mkdir(parents=True)
    for name in ("tournaments", "tournaments.csv", "corrections.csv"):
        if (folder / name).exists():
            os.symlink((folder / name).resolve(), fresh / name)
    shutil.copy(folder / "pipeline.toml", fresh)
    shutil.copytree(folder / "lists" / "standard", fresh / "lists" / "standard")
    shutil.copytree(folder / "lists" / "rapid" / lists[0], fresh / "lists" / "rapid" / lists[0])
    run = lambda name: timed([args.binary, "run", str(fresh / "pipeline.toml"), "--list", name[:7], "--quiet", *options])[0]
    wall = sum(run(name) for name in lists[1:])
    same_files(folder / "lists" / "rapid", fresh / "lists" / "rapid", lists[1:])
    shutil.rmtree(fresh)
    return wall


def same_files(again, single, lists):
    """Ends the run unless every file of a list that was made again is the one of the single run, but for the record of the run."""
    for name in lists:
        for path in (single / name).iterdir():
            if path.name != "run.json" and path.read_bytes() != (again / f"{name}.r2" / path.name).read_bytes():
                sys.exit(f"{name}/{path.name}: made again it is another file")


def walk_of(args, folder, options):
    """Seconds of making all lists again after the correction, and of as many single runs."""
    lists = sorted(path.name for path in (folder / "lists" / "rapid").iterdir() if path.is_dir())
    again, _ = timed([args.binary, "regenerate", str(folder / "pipeline.toml"), "--beyond-limit", "--quiet"])
    return again, single_runs(args, folder, lists, options), len(lists) - 1


def walks(args):
    """Lists made again in one walk, against as many single runs of the same lists."""
    rows = ["### Lists made again, scale 0.1", "", "| | lists | one walk, seconds | single runs | of the single runs |", "|---|--:|--:|--:|--:|"]
    goals = []
    for name, folder in (("bundles", lambda: store(args, 24, [])), ("reports", lambda: report_store(args, 24))):
        again, single, lists = walk_of(args, folder(), [])
        rows.append(f"| {name} | {lists} | {again:.2f} | {single:.2f} | {again / single:.2f} |")
        goals.append((f"made again after a correction, {name}, of single runs", again / single, 0.6))
    return rows + [""], goals


def grown_store(args, months):
    """Lists of scale 1, each with as many games of its own: the results are drawn again and the dates moved by a month."""
    import numpy as np
    import polars as pl

    folder = args.data / "answers"
    lists = folder / "lists"
    if (lists / f"{month_after('2024-02', months)}-01").exists():
        return lists
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(args.data / "1" / "lists", lists)
    tables = {name: pl.read_parquet(args.data / "1" / "bundle" / f"{name}.parquet") for name in ("tournaments", "games")}
    dates = [name for name, kind in tables["tournaments"].schema.items() if kind == pl.Date]
    random, previous = np.random.default_rng(2024), "2024-02"
    for number in range(months):
        name = month_after("2024-02", number + 1)
        own_id = pl.col("tournament_id") + f"-{number}"
        drawn = pl.Series(np.array(["1-0", "0-1", "1/2-1/2"])[random.integers(0, 3, tables["games"].height)])
        bundle = folder / "bundle"
        bundle.mkdir(exist_ok=True)
        moved = [pl.col(date).dt.offset_by(f"{number}mo") for date in dates]
        tables["tournaments"].with_columns(own_id, *moved).write_parquet(bundle / "tournaments.parquet")
        tables["games"].with_columns(own_id, result=drawn).write_parquet(bundle / "games.parquet")
        subprocess.run([args.binary, "run", "--control", "rapid", "--list", name, "--previous", f"{lists}/{previous}-01", "--tournaments", str(bundle),
                        "--archive", str(lists), "--quiet", "--out", f"{lists}/{name}-01"], check=True)
        previous = name
    shutil.rmtree(folder / "bundle")
    return lists


def month_after(month, more):
    number = int(month[:4]) * 12 + int(month[5:]) - 1 + more
    return f"{number // 12}-{number % 12 + 1:02}"


def answers(args):
    """Questions to finished lists of scale 1, with what is read compared with its hashes."""
    import polars as pl

    lists = grown_store(args, 24)
    last, before = (f"{lists}/{month_after('2024-02', months)}-01" for months in (24, 23))
    changes = pl.read_parquet(f"{last}/changes.parquet").sort("games", "fide_id")
    player = str(changes["fide_id"][changes.height * 9 // 10])
    questions = {"explain": ["explain", last, player], "history of 24 lists": ["history", str(lists), player], "diff": ["diff", before, last]}
    figures = {name: [timed([args.binary, *question], ok=(0, 1)) for _ in range(args.runs)] for name, question in questions.items()}
    median = medians(figures)
    rows = ["### Questions to finished lists, scale 1", "", "| | seconds | peak MB |", "|---|--:|--:|"]
    rows += [f"| {name} | {median[name]:.3f} | {max(mb for _, mb in figures[name]):.0f} |" for name in figures]
    goals = [("explain of one player, seconds", median["explain"], 0.2), ("history of 24 lists, seconds", median["history of 24 lists"], 0.2),
             ("diff, seconds", median["diff"], 0.7), ("diff, peak MB", max(mb for _, mb in figures["diff"]), 300)]
    return rows + [""], goals


def again(args, best):
    """Lists made again, as the scripts make them and with everything; and memory for 24 months against 12."""
    list_only = ["--no-audit", "--formats", "parquet"]
    (_, half), (only, peak), (everything, _) = made_again(args, 12, list_only), made_again(args, 24, list_only), made_again(args, 24, [])
    return [("made again, a list only, of the best script's month, scale 0.1", only / best, 0.5),
            ("made again, everything, of the best script's month, scale 0.1", everything / best, 0.5),
            ("made again, memory of 24 months against 12", peak / half, 1.1)]


def comparison(args):
    """The diff of two lists of half a million players, of the better of one join in DuckDB and in Polars, which find the same players."""
    folder = args.data / f"{args.scale:g}"
    lists = folder / "out" / "diff"
    lists.mkdir(parents=True, exist_ok=True)
    before, after = lists / "2024-02.parquet", lists / "2024-03.parquet"
    subprocess.run([args.binary, "export", f"{folder}/lists/2024-02-01", "--control", "rapid", "--format", "parquet", "--out", str(before),
                    "--quiet"], check=True)
    shutil.copy(folder / "out" / LIST_ONLY.split(",")[-1].strip().replace(" ", "-") / "list.parquet", after)
    files = {name: str(lists / f"{name}.csv") for name in ("DuckDB", "Polars", "ratinglist")}
    script = lambda name: [sys.executable, str(HERE / f"peer_diff_{name.lower()}.py"), str(before), str(after), files[name]]
    commands = {name: script(name) for name in ("DuckDB", "Polars")}
    # Exit code 1 says that the lists differ.
    commands["ratinglist"] = ["sh", "-c", '"$@"; test $? -eq 1', "sh", args.binary, "diff", str(before), str(after), "--format", "csv",
                              "--out", files["ratinglist"], "--quiet"]
    figures = {name: [] for name in commands}
    for _ in range(args.runs):
        for name, command in commands.items():
            figures[name].append(timed(command))
    same_differences(files)
    median = medians(figures)
    return ("diff, of the better join, scale " + f"{args.scale:g}", median["ratinglist"] / min(median["DuckDB"], median["Polars"]), 0.6)


def same_differences(files):
    """All three name the same players, and the same sum of changes."""
    import polars as pl

    def players(name):
        rows = pl.read_csv(files[name], infer_schema_length=None)
        moved = rows.filter(pl.col("class").str.starts_with("rating")) if "class" in rows.columns else rows
        return rows["fide_id"].unique().sort().to_list(), moved["change"].sum()

    found = {name: players(name) for name in files}
    if len({str(value) for value in found.values()}) != 1:
        sys.exit("the differences are not the same: " + ", ".join(f"{name} {len(ids)} players, {points} points" for name, (ids, points) in found.items()))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("--scale", type=float, default=1)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--data", type=Path, default=Path("target/bench"))
    parser.add_argument("--table", type=Path, default=Path("target/bench.md"))
    parser.add_argument("--whole", action="store_true")
    args = parser.parse_args()
    args.binary = os.path.abspath(args.binary)
    figures, profile = month(args, args.scale)
    lines, goals = machine(args) + month_table(args.scale, figures, profile), month_goals(args.scale, figures)
    goals.append(comparison(args))
    if args.whole:
        small, small_profile = month(args, args.scale / 10)
        lines += month_table(args.scale / 10, small, small_profile)
        goals += month_goals(args.scale / 10, small)
        median, tenth = medians(figures), medians(small)
        goals += [(f"growth, {name.split(', ')[1]}, ten times the month", median[name] / tenth[name], 11) for name in (LIST_ONLY, EVERYTHING)]
        goals.append(reports(args, args.scale))
        goals.append(online(args, args.scale))
        goals += again(args, min(tenth[POLARS], tenth[DUCKDB]))
        for table, reached in (walks(args), answers(args)):
            lines += table
            goals += reached
    lines += ["### Goals", "", "| | is | at most | |", "|---|--:|--:|---|"]
    lines += [f"| {name} | {value:.2f} | {most:g} | {'met' if value <= most else '**not met**'} |" for name, value, most in goals]
    text = "\n".join(lines) + "\n"
    args.table.parent.mkdir(parents=True, exist_ok=True)
    args.table.write_text(text)
    print(text, end="")


if __name__ == "__main__":
    main()

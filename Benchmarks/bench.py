#!/usr/bin/env python3
"""Runs the benchmarks: bench.py TOOL WORK ROUNDS SHARED NAME…

TOOL is a release build of swiftsync-gen in the same folder as store-bench, WORK a folder with the built limit
programs, and SHARED the folder with payload.py, if there is one. The tool and the limit program take turns, and the
medians of their ratios count: on a shared machine, seconds differ from hour to hour, ratios hardly.
"""
import glob
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import reachable

TOOL, WORK, ROUNDS, SHARED = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
STORE = os.path.join(os.path.dirname(TOOL), "store-bench")
HERE = os.path.dirname(os.path.abspath(__file__))
ROWS = int(os.environ.get("ROWS", "100000"))


class Run:
    """The cost of one process: seconds, seconds of processor time, and bytes of peak memory."""

    def __init__(self, command, output=subprocess.DEVNULL, folder=None):
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        process = subprocess.Popen(command, stdout=output, cwd=folder)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.seconds = time.perf_counter() - start
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        self.memory = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
        if process.returncode != 0:
            sys.exit(f"bench: exit status {process.returncode} of: {' '.join(command)[:500]}")


class PrintedRun(Run):
    """A process that prints the cost of a part of its work: seconds, and seconds of processor time."""

    def __init__(self, command):
        with tempfile.TemporaryFile("w+") as output:
            super().__init__(command, output)
            output.seek(0)
            self.seconds, self.processor = map(float, output.read().split())


def remove(database):
    for suffix in ("", "-wal", "-shm"):
        if os.path.exists(database + suffix):
            os.remove(database + suffix)


def median(values):
    return statistics.median(values)


def show_head():
    print(f"{'':28}{'ours':>9}{'limit':>9}{'ratio':>8}{'cpu':>8}{'memory':>10}")


def show(name, ours, limits):
    """Prints one line; `cpu` is the ratio of processor time, which other work on the machine affects least."""
    line = f"{name:28}{median(run.seconds for run in ours):8.3f}s"
    if limits:
        ratio = median(ours.seconds / limit.seconds for ours, limit in zip(ours, limits))
        cpu = median(ours.processor / limit.processor for ours, limit in zip(ours, limits))
        line += f"{median(run.seconds for run in limits):8.3f}s{ratio:8.2f}{cpu:8.2f}"
    else:
        line += f"{'-':>9}{'-':>8}{'-':>8}"
    print(f"{line}{max(run.memory for run in ours) / 2**20:7.0f} MiB", flush=True)


def compare(steps, databases):
    """Runs the steps ROUNDS times, starting with an empty database; a step is (name, ours, limit or None)."""
    runs = {name: ([], []) for name, _, _ in steps}
    for _ in range(ROUNDS):
        for database in databases:
            remove(database)
        for name, ours, limit in steps:
            runs[name][0].append(Run(ours))
            if limit:
                runs[name][1].append(Run(limit))
    for name, (ours, limits) in runs.items():
        show(name, ours, limits)


def apply_command(payload, schema, entity, database):
    return [TOOL, "apply", payload, "--schema", schema, "--entity", entity, "--database", database, "--quiet"]


def task_payload(kind):
    path = os.path.join(WORK, f"{kind}_{ROWS}.json")
    if not os.path.exists(path):
        script = os.path.join(SHARED, "payload.py")
        subprocess.run([sys.executable, script, str(ROWS), WORK], check=True, stdout=subprocess.DEVNULL)
    return path


def apply():
    limit = [os.path.join(WORK, "limit"), "--strategy", "merge-cols", "--intdate", "--nomutex"]
    limit += ["--pragma", "cache_size=-262144", "--db", os.path.join(WORK, "apply-limit.db")]
    databases = [limit[-1]]
    steps = []
    for schema, suffix in (("schema", ""), ("text-dates", ", dates as text")):
        database = os.path.join(WORK, f"{schema}.db")
        databases.append(database)
        for name, kind in (("first fill", "initial"), ("identical", "identical"), ("delta", "delta")):
            payload = task_payload(kind)
            ours = apply_command(payload, os.path.join(HERE, "apply", f"{schema}.yaml"), "Task", database)
            fill = ["--create", "--index-after"] if kind == "initial" else []
            theirs = None if suffix else limit + ["--json", payload] + fill
            steps.append((f"{name}{suffix}", ours, theirs))
    compare(steps, databases)


def nested():
    payload = os.path.join(WORK, "nested.json")
    if not os.path.exists(payload):
        script = os.path.join(HERE, "nested", "payload.py")
        subprocess.run([sys.executable, script, str(ROWS // 5), payload], check=True)
    database, other = os.path.join(WORK, "nested.db"), os.path.join(WORK, "nested-limit.db")
    ours = apply_command(payload, os.path.join(HERE, "nested", "schema.yaml"), "Order", database)
    limit = [os.path.join(WORK, "limit_nested"), payload, other]
    compare([("nested, first fill", ours, limit), ("nested, identical", ours, limit)], [database, other])


def values():
    """Rows that each have a value of a type with six fields and a list of three texts."""
    script, schema = (os.path.join(HERE, "values", name) for name in ("payload.py", "schema.yaml"))
    payloads = {}
    for name, changed in (("first fill", 0), ("identical", 0), ("1 % changed", 1)):
        payloads[name] = os.path.join(WORK, f"values_{ROWS}_{changed}.json")
        if not os.path.exists(payloads[name]):
            subprocess.run([sys.executable, script, str(ROWS), payloads[name], str(changed)], check=True)
    database, other = os.path.join(WORK, "values.db"), os.path.join(WORK, "values-limit.db")
    limit = os.path.join(WORK, "limit_values")
    compare(
        [(f"values, {name}", apply_command(payload, schema, "Customer", database), [limit, payload, other])
         for name, payload in payloads.items()],
        [database, other])
    read_values(payloads["first fill"])


def read_values(payload):
    """Typed reads of all of these rows, seven in one process, in megabytes of the payload per second."""
    database = os.path.join(WORK, "read_values.db")
    remove(database)
    subprocess.run([STORE, "fillvalues", database, "0", payload], check=True)
    runs = [PrintedRun([STORE, "readvalues", database, "7"]) for _ in range(ROUNDS)]
    seconds = median([run.processor for run in runs]) / 7
    print(f"{'values, typed read':28}{os.path.getsize(payload) / 1e6 / seconds:8.0f} MB/s")


# The flags in docs/reference/generated-code.md with which the linker of Linux leaves out what is not used.
LINK_TIME_OPTIMIZATION = [
    "--experimental-lto-mode", "full", "-Xswiftc", "-use-ld=lld", "-Xswiftc", "-Xfrontend", "-Xswiftc",
    "-internalize-at-link", "-Xswiftc", "-Xfrontend", "-Xswiftc", "-conditional-runtime-records",
    "-Xlinker", "--icf=all"]


def size():
    """The machine code of the runtime, and of stripped programs that store one entity or push."""
    for target in (
            "SwiftSyncValues", "SwiftSyncCoding", "SwiftSyncStore", "SwiftSyncREST", "SwiftSyncEditing", "SwiftSyncSession"):
        objects = glob.glob(os.path.join(os.path.dirname(TOOL), f"{target}.build", "*.o"))
        print(f"{f'code of {target}':46}{code(objects) / 1e6:8.2f} MB")
    folder = os.path.join(WORK, "size")
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(os.path.join(HERE, "size"), folder)
    root = os.path.dirname(HERE)
    # The package is identified by the name of the folder that has the runtime.
    with open(os.path.join(folder, "Package.swift")) as file:
        manifest = file.read().replace("ROOT", root).replace("PACKAGE", os.path.basename(root).lower())
    with open(os.path.join(folder, "Package.swift"), "w") as file:
        file.write(manifest)
    subprocess.run([TOOL, "generate", "--quiet", "schema.yaml"], check=True, cwd=folder)
    builds = [("stores", "", []), ("stores", ", -Osize", ["-Xswiftc", "-Osize"])]
    if sys.platform != "darwin":
        builds.append(("stores", ", link-time optimization", LINK_TIME_OPTIMIZATION))
    builds.append(("syncs", "", []))
    for product, name, flags in builds:
        scratch = os.path.join(folder, f".build{name.replace(', ', '-').replace(' ', '-')}")
        subprocess.run(
            ["swift", "build", "-c", "release", "--product", product, "--scratch-path", scratch, "-Xlinker",
             "-dead_strip" if sys.platform == "darwin" else "--gc-sections", *flags],
            check=True, cwd=folder, stdout=subprocess.DEVNULL)
        path = os.path.join(scratch, "release", product)
        subprocess.run(["strip", path], check=True)
        print(
            f"{f'program that {product}{name}':46}{os.path.getsize(path) / 1e6:8.2f} MB, "
            f"{code([path]) / 1e6:.2f} MB of it code")
    if sys.platform != "darwin":
        for product in ("stores", "syncs"):
            show_reachable(folder, product)


def show_reachable(folder, product):
    """What a linker that decides by symbol keeps of the normal code, as that of Apple platforms does."""
    scratch = os.path.join(folder, ".build-sections")
    subprocess.run(
        ["swift", "build", "-c", "release", "--product", product, "--scratch-path", scratch,
         "-Xswiftc", "-Xfrontend", "-Xswiftc", "-function-sections"],
        check=True, cwd=folder, stdout=subprocess.DEVNULL)
    with open(os.path.join(scratch, "release", f"{product}.product", "Objects.LinkFileList")) as file:
        objects = [line.strip().strip("'\"") for line in file if line.strip()]
    kept, linked = reachable.reachable_code(objects, f"{product}_main")
    print(
        f"{f'program that {product}, by symbol':46}{kept / 1e6:8.2f} MB of {linked / 1e6:.2f} MB of code")


def code(objects):
    """The bytes of machine code in object files."""
    if sys.platform == "darwin":
        text = subprocess.run(["size", "-m", *objects], check=True, capture_output=True, text=True).stdout
        return sum(map(int, re.findall(r"Section \(?__TEXT, __text\)?: (\d+)", text)))
    text = subprocess.run(["size", "-A", *objects], check=True, capture_output=True, text=True).stdout
    return sum(map(int, re.findall(r"^\.text\S*\s+(\d+)", text, re.M)))


def export():
    schema, database = os.path.join(HERE, "apply", "schema.yaml"), os.path.join(WORK, "export.db")
    if not os.path.exists(database):
        Run(apply_command(task_payload("initial"), schema, "Task", database))
    command = [TOOL, "export", "--schema", schema, "--entity", "Task", "--database", database]
    with open(os.path.join(WORK, "export.json"), "wb") as file:
        subprocess.run(command, check=True, stdout=file)
    size = os.path.getsize(file.name)
    runs = [Run(command) for _ in range(ROUNDS)]
    show("export", runs, [])
    print(f"{'':28}{size / 1e6 / median(run.seconds for run in runs):8.0f} MB/s of {size / 1e6:.0f} MB")


def read():
    database = os.path.join(WORK, f"read_{ROWS}.db")
    if not os.path.exists(database):
        Run([STORE, "fill", database, str(ROWS)])
    # Several reads in one process, so that starting it hardly matters.
    compare([("read", [STORE, "read", database, "7"], [os.path.join(WORK, "limit_read"), database, "7"])], [])


def calls():
    """Single calls on a file, in memory if the system has /dev/shm: microseconds of each call, and the ratio."""
    count, folder = 20_000, "/dev/shm" if os.path.isdir("/dev/shm") else WORK
    filled, database = (os.path.join(folder, f"swiftsync-{name}.db") for name in ("calls-filled", "calls"))
    remove(filled)
    Run([STORE, "fill", filled, str(ROWS)])
    ours, limits = {}, {}
    for _ in range(ROUNDS):
        for times, program in ((ours, [STORE, "calls"]), (limits, [os.path.join(WORK, "limit_calls")])):
            remove(database)
            shutil.copyfile(filled, database)
            text = subprocess.run(
                program + [database, str(ROWS), str(count)], check=True, capture_output=True, text=True).stdout
            for line in text.splitlines():
                name, seconds = line.split()
                times.setdefault(name, []).append(float(seconds) / count * 1e6)
    for path in (filled, database):
        remove(path)
    print(f"{'':28}{'ours':>9}{'limit':>9}{'ratio':>8}")
    for name, values in ours.items():
        # A read in the caller's thread does the same as a fetch.
        limit = limits["fetch" if name == "read" else name]
        ratio = median(value / other for value, other in zip(values, limit))
        print(f"{'call: ' + name:28}{median(values):7.1f}us{median(limit):7.1f}us{ratio:8.2f}")


def printed_lines(command):
    """The times that a program prints for each kind: seconds, and seconds of processor time."""
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return {name: (float(seconds), float(processor)) for name, seconds, processor in map(str.split, text.splitlines())}


def show_ratio(name, ours, limits):
    """Prints one line of medians, from pairs of seconds and seconds of processor time."""
    ratios = [median(value[part] / other[part] for value, other in zip(ours, limits)) for part in (0, 1)]
    print(f"{name:28}{median(value[0] for value in ours) * 1e3:7.2f}ms{median(value[0] for value in limits) * 1e3:7.2f}ms"
          f"{ratios[0]:8.2f}{ratios[1]:8.2f}", flush=True)


def query():
    """All rows as structs, alone and with the rows of two references, compared with the same joins in C; sections compared
    with the same rows."""
    databases = {rows: os.path.join(WORK, f"read_{rows}.db") for rows in (ROWS, ROWS // 10)}
    for rows, path in databases.items():
        if not os.path.exists(path):
            Run([STORE, "fill", path, str(rows)])
    database = databases[ROWS]
    ours, few, limits = [], [], {"typed": [], "related": []}
    for _ in range(ROUNDS):
        ours.append(printed_lines([STORE, "query", database, "5"]))
        few.append(printed_lines([STORE, "query", databases[ROWS // 10], "9"]))
        for name in limits:
            run = PrintedRun([os.path.join(WORK, "limit_read"), database, "5", name])
            limits[name].append((run.seconds, run.processor))
    for name in limits:
        show_ratio(f"query: {name}", [run[name] for run in ours], limits[name])
    show_ratio("query: sections", [run["sectioned"] for run in few], [run["typed"] for run in few])


def live():
    """A commit with 50 live queries compared with one without, and their new results compared with running each query."""
    folder = "/dev/shm" if os.path.isdir("/dev/shm") else WORK
    database = os.path.join(folder, "swiftsync-live.db")
    remove(database)
    Run([STORE, "fill", database, str(ROWS // 10)])
    runs = [printed_lines([STORE, "live", database, str(ROWS // 10), "800"]) for _ in range(ROUNDS)]
    remove(database)
    for name, limit in (("others", "none"), ("commit", "none"), ("same", "fetched")):
        show_ratio(f"live: {name} to {limit}", [run[name] for run in runs], [run[limit] for run in runs])


def frame():
    """The first frame with live queries: how long the main thread is blocked, and how many queries have their rows by then."""
    database = os.path.join(WORK, f"read_{ROWS}.db")
    if not os.path.exists(database):
        Run([STORE, "fill", database, str(ROWS)])
    runs = [printed_lines([STORE, "frame", database, "1000"]) for _ in range(ROUNDS)]
    for name in ("rows", "slow"):
        print(f"frame: {name:21}{median(run[name][0] for run in runs) * 1e3:7.2f}ms at the 99th percentile, "
              f"{median(run[name][1] for run in runs):.1%} with a result at once", flush=True)


def mixed():
    """Concurrent reads and writes, compared with an earlier build, which MIXED_LIMIT names, or with this build again."""
    folder = "/dev/shm" if os.path.isdir("/dev/shm") else WORK
    programs = (STORE, os.environ.get("MIXED_LIMIT", STORE))
    # Each program fills its own database, because an earlier build may have another schema.
    filled = [os.path.join(folder, f"swiftsync-mixed-{number}.db") for number in range(2)]
    database = os.path.join(folder, "swiftsync-mixed.db")
    for path, program in zip(filled, programs):
        remove(path)
        Run([program, "fill", path, str(ROWS)])
    runs = ([], [])
    for _ in range(ROUNDS):
        for list, path, program in zip(runs, filled, programs):
            remove(database)
            shutil.copyfile(path, database)
            list.append(PrintedRun([program, "mixed", database, str(ROWS), "5000"]))
    for path in (*filled, database):
        remove(path)
    show("reads and writes at once", *runs)


def write():
    """Local writes in one transaction that are recorded; `limit` is the same without recording."""
    rows, databases = str(ROWS // 10), {mode: os.path.join(WORK, f"write_{mode}.db") for mode in ("recorded", "plain")}
    runs = {}
    for _ in range(ROUNDS):
        for kind, present in (("insert", "0"), ("update", rows)):
            for mode, database in databases.items():
                remove(database)
                # In another process, because opening a new database is not part of a write.
                Run([STORE, "fill", database, present, mode])
                run = PrintedRun([STORE, kind, database, rows, mode])
                runs.setdefault((kind, mode), []).append(run)
    for kind in ("insert", "update"):
        show(f"{kind}, recorded or not", runs[kind, "recorded"], runs[kind, "plain"])


def search():
    """A first fill with a full-text index of two attributes; `limit` is the same rows without the index."""
    database, runs = os.path.join(WORK, "search.db"), ([], [])
    for _ in range(ROUNDS):
        for list, mode in zip(runs, (["searched"], [])):
            remove(database)
            list.append(PrintedRun([STORE, "search", database, str(ROWS)] + mode))
    show("first fill, searched or not", *runs)


def migrate():
    """A database created from version 1's schema.sql, opened with version 3; the shell runs the same SQL and checks."""
    rows, folder = os.environ.get("ROWS", "1000000"), os.path.join(WORK, "migrate")
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(os.path.join(HERE, "migrate"), folder)
    first, base = os.path.join(folder, "First", "schema.sql"), os.path.join(WORK, f"migrate_{rows}.db")
    if not os.path.exists(base):
        subprocess.run([TOOL, "generate", "--quiet", os.path.join(folder, "first.yaml")], check=True)
        with open(os.path.join(folder, "rows.sql")) as file:
            fill = file.read().replace(":rows", rows)
        with open(first) as file:
            subprocess.run(["sqlite3", "-bail", base], input=file.read() + fill, text=True, check=True)
    schema = os.path.join(folder, "schema.yaml")
    subprocess.run([TOOL, "generate", "--quiet", schema], check=True)
    checks = "SELECT * FROM pragma_foreign_key_check LIMIT 1;\nPRAGMA integrity_check(1);\n"
    script = checks
    for version in (2, 3):
        with open(os.path.join(folder, "Generated", "migrations", f"{version}.sql")) as file:
            # The step checks the references; only the check of the file is missing.
            script += file.read().replace("\nCOMMIT;", "\nPRAGMA integrity_check(1);\nCOMMIT;")
    path, nothing = os.path.join(WORK, "migrate.sql"), os.path.join(WORK, "nothing.json")
    for name, text in ((path, script), (nothing, "[]")):
        with open(name, "w") as file:
            file.write(text)
    ours, theirs = os.path.join(WORK, "migrate_ours.db"), os.path.join(WORK, "migrate_shell.db")
    command = apply_command(nothing, schema, "Task", ours) + ["--missing-rows", "keep"]
    shell = ["sqlite3", "-bail", theirs, f".read {path}"]
    runs = ([], [])
    for _ in range(ROUNDS):
        for database, list, what in ((ours, runs[0], command), (theirs, runs[1], shell)):
            remove(database)
            shutil.copyfile(base, database)
            list.append(Run(what))
    show("migrate, two steps", *runs)
    print(f"{'':28}{max(run.memory for run in runs[1]) / 2**20:8.0f} MiB in the shell")


def push():
    """Pushing a change of each row and applying the responses; `limit` is only applying these rows."""
    database = os.path.join(WORK, "push.db")
    for rows in (ROWS // 10, ROWS // 5):
        runs = {"push": [], "empty": [], "changed": []}
        for _ in range(ROUNDS):
            for kind, present, command in (("push", rows, "push"), ("empty", 0, "apply"), ("changed", rows, "apply")):
                remove(database)
                Run([STORE, "fill", database, str(present), "recorded"])
                runs[kind].append(PrintedRun([STORE, command, database, str(rows)]))
        show(f"push {rows}, or a first fill", runs["push"], runs["empty"])
        show(f"push {rows}, or changes", runs["push"], runs["changed"])


def pages():
    """Pages of 1,000 rows through an endpoint, compared with the same pages as files."""
    folder, database = os.path.join(WORK, f"pages_{ROWS}"), os.path.join(WORK, "pages.db")
    if not os.path.exists(folder):
        subprocess.run([STORE, "writepages", folder, str(ROWS)], check=True)
    runs = {"pages": [], "pagefiles": []}
    for _ in range(ROUNDS):
        for kind in runs:
            remove(database)
            runs[kind].append(PrintedRun([STORE, kind, database, str(ROWS), folder]))
    show(f"{ROWS} rows in pages", runs["pages"], runs["pagefiles"])


def long_history():
    """The folder of a history of VERSIONS versions of ENTITIES entities."""
    versions, entities = os.environ.get("VERSIONS", "20"), os.environ.get("ENTITIES", "50")
    folder = os.path.join(WORK, f"history_{versions}_{entities}")
    if not os.path.exists(folder):
        script = os.path.join(HERE, "verify", "history.py")
        subprocess.run([sys.executable, script, TOOL, folder, versions, entities], check=True)
    return versions, entities, folder


def social_history():
    """The folder of the versions of the sample 'social'."""
    folder = os.path.join(WORK, "history_social")
    if not os.path.exists(folder):
        subprocess.run([sys.executable, os.path.join(HERE, "verify", "social.py"), TOOL, folder], check=True)
    return folder


def history():
    """The cost of earlier versions: the Swift code of all versions, compared with that of the newest version alone."""
    versions, entities, source = long_history()
    measure_history(f"{versions} x {entities}", source)
    print("the sample 'social':")
    measure_history("social", social_history())


def measure_history(title, source):
    folder = os.path.join(WORK, "history_swift")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(os.path.join(folder, "objects"))
    with open(os.path.join(source, "history.yaml")) as file:
        text = file.read().replace("output: History, sets: [sql]", "output: Out, sets: [swift], access: public")
    versions = re.search(r"^version: (\d+)", text, re.M)[1]
    alone = re.sub(r"(, )?(renamed-from|backfill): (\"[^\"]*\"|\w+)", "", text.split("\nmigrations:")[0])
    alone = re.sub(r"\n +(?=\n)", "", alone).replace(f"version: {versions}", "version: 1") + "\n"
    # The next version changes two entities.
    names = re.findall(r"^  (\w+):\n    attributes:", alone, re.M)[:2]
    next = re.sub(r"(, )?(renamed-from|backfill): (\"[^\"]*\"|\w+)", "", text.split("\nmigrations:")[0])
    next = next.replace(f"version: {versions}", f"version: {int(versions) + 1}") + "\n"
    for name in names:
        next = next.replace(f"  {name}:\n    attributes:\n", f"  {name}:\n    attributes:\n      remark: string?\n")
    files = {}
    for name, schema in (("all", text), ("alone", alone), ("next", next)):
        place = os.path.join(folder, name)
        os.makedirs(place)
        path = os.path.join(place, "history.yaml")
        with open(path, "w") as file:
            file.write(schema)
        if name != "alone":
            shutil.copytree(os.path.join(source, "history.versions"), os.path.join(place, "history.versions"))
        if name == "next":
            shutil.copy(os.path.join(folder, "all", "history.yaml"), path)
            subprocess.run([TOOL, "freeze", "--quiet", path], check=True)
            with open(path, "w") as file:
                file.write(schema)
        subprocess.run([TOOL, "generate", "--quiet", path], check=True)
        out = os.path.join(place, "Out")
        files[name] = sorted(os.path.join(out, file) for file in os.listdir(out) if file.endswith(".swift"))
    lines = {name: sum(open(file).read().count("\n") for file in list) for name, list in files.items()}
    size = {name: sum(os.path.getsize(file) for file in list) for name, list in files.items()}
    print(f"{'lines of Swift':28}{lines['all']:9}{lines['alone']:9}{lines['all'] / lines['alone']:8.2f}")
    print(f"{'KiB of Swift':28}{size['all'] // 1024:9}{size['alone'] // 1024:9}{size['all'] / size['alone']:8.2f}")
    print(f"{'lines of one more version':28}{lines['next'] - lines['all']:9}")
    objects = os.path.join(folder, "objects")
    for label, flags in (("-typecheck", ["-typecheck", "-wmo"]), ("debug build", ["-Onone", "-wmo", "-emit-module", "-c"])):
        runs, sizes = ([], []), []
        for _ in range(ROUNDS):
            for list, name in zip(runs, ("all", "alone")):
                list.append(Run(compiling(files[name], *flags), folder=objects))
                if label == "debug build":
                    sizes.append(os.path.getsize(os.path.join(objects, "Bench.o")))
        show(f"{label} {title}", *runs)
        print(f"{'':28}memory of the limit: {max(run.memory for run in runs[1]) / 2**20:.0f} MiB")
        if sizes:
            print(f"{'KiB of object file':28}{sizes[0] // 1024:9}{sizes[1] // 1024:9}{sizes[0] / sizes[1]:8.2f}")


def verify():
    """All pairs of versions of a long history."""
    versions, entities, folder = long_history()
    runs = [Run([TOOL, "verify", os.path.join(folder, "history.yaml")]) for _ in range(ROUNDS)]
    show(f"verify {versions} x {entities}", runs, [])
    print(f"{'':28}{median(run.processor for run in runs):8.3f}s of processor time")


def generate():
    """Whole runs on schemas of 10, 100 and 1,000 entities; the limit program reads the YAML and writes the same files, or
    only reads it."""
    floor, folder = os.path.join(WORK, "genfloor"), os.path.join(WORK, "generate")
    for count in (10, 100, 1000):
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        schema, output, copy = (os.path.join(folder, name) for name in ("schema.yaml", "Generated", "Copy"))
        with open(schema, "w") as file:
            subprocess.run([sys.executable, os.path.join(SHARED, "schema.py"), str(count)], check=True, stdout=file)
        ours = [TOOL, "generate", "--quiet", schema]
        reading = [floor, schema]
        names = [f"{count} entities", "nothing changed", "--check"]
        runs = {name: ([], []) for name in names}
        for _ in range(ROUNDS):
            for path in (output, copy):
                shutil.rmtree(path, ignore_errors=True)
            os.makedirs(copy)
            runs[names[0]][0].append(Run(ours))
            runs[names[0]][1].append(Run([floor, schema, copy, output]))
            for name, command in zip(names[1:], (ours, ours + ["--check"])):
                runs[name][0].append(Run(command))
                runs[name][1].append(Run(reading))
        for name in names:
            show(name, *runs[name])
    show("docs of 1000 entities", [Run([TOOL, "docs", "--quiet", schema]) for _ in range(ROUNDS)], [])


def compile_generated():
    """Compiling the models of 100 entities, with and without patches; the limit is handwritten structs."""
    folder = os.path.join(WORK, "compile")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    schema, plain = os.path.join(folder, "schema.yaml"), os.path.join(folder, "Plain.swift")
    for name, script in ((schema, "schema.py"), (plain, "plain_codable.py")):
        with open(name, "w") as file:
            subprocess.run([sys.executable, os.path.join(SHARED, script), "100"], check=True, stdout=file)
    files = generated(schema, os.path.join(folder, "Generated"))
    models = generated(schema, os.path.join(folder, "Models"), {"Entity.swift": WITHOUT_PATCH, "NoPatch.swift": NO_PATCH})
    work = os.path.join(folder, "objects")
    os.makedirs(work)

    # The whole module at once: with a process for each file, the number of files would dominate.
    kinds = {
        "-typecheck": ["-typecheck", "-wmo"],
        "debug build": ["-Onone", "-wmo", "-emit-module", "-c"],
        "-O": ["-O", "-wmo", "-emit-module", "-c"],
    }
    for name, flags in kinds.items():
        runs = ([], [], [])
        for _ in range(ROUNDS):
            for list, sources in zip(runs, ([plain], models, files)):
                list.append(Run(compiling(sources, *flags), folder=work))
        show(f"{name}, models", runs[1], runs[0])
        show(f"{name}, with patches", runs[2], runs[0])


def compiling(files, *flags):
    """The command that compiles some files as one module."""
    modules = os.path.join(os.path.dirname(os.path.abspath(TOOL)), "Modules")
    map = os.path.join(HERE, "..", "Sources", "CSQLite", "module.modulemap")
    common = ["-swift-version", "6", "-module-name", "Bench", "-parse-as-library"]
    return ["swiftc", *flags, *common, "-I", modules, "-Xcc", f"-fmodule-map-file={map}", *files]


def generated(schema, output, templates={}):
    """Generates the Swift files of a schema, public like the handwritten ones."""
    own = output + ".templates"
    os.makedirs(own)
    for name, text in templates.items():
        with open(os.path.join(own, name + ".stencil"), "w") as file:
            file.write(text)
    with open(schema) as file:
        text = file.read().replace("output: Generated,", f"output: {output}, access: public, templates: [{own}],")
    path = output + ".yaml"
    with open(path, "w") as file:
        file.write(text)
    subprocess.run([TOOL, "generate", "--quiet", path], check=True)
    return sorted(os.path.join(output, name) for name in os.listdir(output) if name.endswith(".swift"))


# All entities have the same patch, which is empty.
WITHOUT_PATCH = """{% extends "builtin:Entity.swift" %}
{% block patch %}

extension {{ reference }} {
  public typealias Patch = NoPatch<{{ reference }}>
}
{% endblock %}
"""

NO_PATCH = """{# swiftsync: for=schema path="NoPatch.swift" #}
@_spi(Generated) public import SwiftSyncRuntime

public struct NoPatch<Entity: SyncedEntity>: EntityPatch {
  public init() {}
  @_spi(Generated)
  public mutating func visit(_ fields: inout FieldVisitor) {}
}
"""


BENCHMARKS = {
    "apply": apply, "nested": nested, "values": values, "export": export, "read": read, "calls": calls,
    "query": query, "live": live, "frame": frame, "mixed": mixed, "write": write, "search": search, "push": push, "pages": pages,
    "migrate": migrate, "verify": verify, "history": history,
    "generate": generate, "compile": compile_generated, "size": size,
}

show_head()
for name in sys.argv[5:]:
    BENCHMARKS[name]()

"""Hostile payloads: very large, deeply nested, malformed, or in other encodings.

Usage: scripts/attack payloads [TOOL]

Proves that `apply` ends with exit status 0 or 1, within 60 s and 1 GB, whatever a payload contains, and that SQLite's
integrity check finds nothing wrong with the database. Some cases, whose meaning could be read in two ways, also state
the rows that must be stored.
"""
import itertools
import random
import sqlite3
import subprocess
import sys

import harness
import hostile_json

LIMITS = harness.Limits(seconds=60, megabytes=1000)
# Input that never ends takes no longer than other input that is not JSON.
PROMPT = harness.Limits(seconds=10, megabytes=1000)
SCHEMA = """\
swiftsync: 1
name: App
version: 1
entities:
  Note:
    attributes: { id: int, title: string?, json: json?, tags: "[string]?", counts: "[string: int]?" }
    relations:
      kids: { to: [Kid], on-delete: cascade }
      parent: { to: Note?, inverse: subnotes }
      subnotes: { to: [Note] }
  Kid:
    attributes: { id: int, title: string? }
    relations: { note: Note }
  Word:
    attributes: { text: string, count: int? }
    identity: text
"""
# Writes a list that consists of whitespace and never ends.
BLANKS = """
import sys
try:
    sys.stdout.write("[")
    while True:
        sys.stdout.write(" " * 1_000_000)
except BrokenPipeError:
    sys.stderr.close()
"""


def attack(tool, folder, tally):
    (folder / "schema.yaml").write_text(SCHEMA)
    noise = random.Random(1).randbytes(3_000_000)
    cases = (hostile_json.deep(), hostile_json.long(), hostile_json.wide(), hostile_json.encoded(),
             hostile_json.malformed(noise))
    for case in itertools.chain(*cases):
        problem, figures = check(tool, folder, case)
        tally.note(case.name, figures, problem)
    check_inputs(tool, folder, tally)


def apply(tool, payloads, entity="Note"):
    return [tool, "apply", *payloads, "--schema", "schema.yaml", "--entity", entity, "--database", "rows.db"]


def check(tool, folder, case):
    """Applies the payloads of a case to a new database. Returns what is wrong, or None, and the figures."""
    harness.remove_database(folder / "rows.db")
    figures = []
    for chunks in [case.chunks] + ([[case.then]] if case.then else []):
        with open(folder / "payload.json", "wb") as file:
            file.writelines(chunks)
        outcome = harness.run(apply(tool, ["payload.json"], case.entity), folder, LIMITS)
        figures.append(outcome.figures)
        problem = outcome.problem(LIMITS) or harness.damage(folder / "rows.db")
        if problem:
            return problem, "; ".join(figures)
    return difference(folder / "rows.db", case), "; ".join(figures)


def difference(database, case):
    """How the stored rows differ from those that the case states, or None."""
    if not case.query:
        return None
    connection = sqlite3.connect(database)
    try:
        found = repr(connection.execute(case.query).fetchall())
    except sqlite3.OperationalError:
        # The tool may refuse text that is not JSON before it creates tables.
        found = "[(0,)]"
    finally:
        connection.close()
    return None if found == case.result else f"'{case.query}' returns {found}, not {case.result}"


def check_inputs(tool, folder, tally):
    """Standard input that never ends, and a payload that does not exist."""
    with open("/dev/zero", "rb") as zeros:
        outcome = harness.run(apply(tool, ["-"]), folder, PROMPT, zeros)
    tally.note("endless NUL as standard input", outcome.figures, outcome.problem(PROMPT, statuses=(1,)))
    outcome = harness.run(apply(tool, ["payload.json", "missing.json"]), folder, PROMPT)
    tally.note("a payload that does not exist", outcome.figures, outcome.problem(PROMPT, statuses=(1,)))
    check_blanks(tool, folder, tally)


def check_blanks(tool, folder, tally):
    """Whitespace that never ends is valid so far: the tool may read as long as it likes, in little memory."""
    writer = subprocess.Popen([sys.executable, "-c", BLANKS], stdout=subprocess.PIPE)
    outcome = harness.run(apply(tool, ["-"]), folder, PROMPT, writer.stdout, seconds=10)
    writer.stdout.close()
    writer.wait()
    problem = None if outcome.hung else outcome.problem(PROMPT)
    if outcome.megabytes > PROMPT.megabytes:
        problem = f"more than {PROMPT.megabytes} MB"
    tally.note("endless whitespace as standard input", outcome.figures, problem)

"""Hostile schemas: very large, deeply nested, self-referential, in other encodings, or not regular files.

Usage: scripts/attack schemas [TOOL]

Proves that the tool ends with exit status 0 or 1, within 20 s and 2 GB, whatever a schema contains, and that it reads
nothing outside the package of the schema.
"""
import itertools
import os

import harness

LIMITS = harness.Limits(seconds=20, megabytes=2000)
HEAD = "swiftsync: 1\nname: App\nversion: 1\n"
NOTE = "entities:\n  Note: { attributes: { id: int } }\n"
LEVELS = 1_000_000
MEMBERS = 100_000
# Each entity becomes a file.
GENERATED = 20_000


def attack(tool, folder, tally):
    for name, content in itertools.chain(nested(), aliases(), large(), encodings(), names(), versions()):
        write(folder / "s.yaml", content)
        # A new process begins with the memory of this one, which would count as its peak.
        del content
        check(tool, folder, tally, name)
    attack_generate(tool, folder, tally)
    attack_files(tool, folder, tally)


def write(path, content):
    path.write_bytes(content if isinstance(content, bytes) else content.encode())


def check(tool, folder, tally, name, command=("validate", "s.yaml"), statuses=(0, 1)):
    outcome = harness.run([tool, *command], folder, LIMITS)
    tally.note(name, outcome.figures, outcome.problem(LIMITS, statuses))


def nested():
    yield "a million nested lists", HEAD + "entities: " + "[" * LEVELS
    yield "a million nested mappings", HEAD + "entities: " + "{a: " * LEVELS
    yield "a million nested list items", "- " * LEVELS + "a"
    yield "3,000 indented levels", HEAD + "entities:\n" + "".join(" " * level + "a:\n" for level in range(3000))


def aliases():
    yield "aliases that triple 40 times", HEAD + tripled(40)
    yield "an alias of its own node", HEAD + "doc: &a [*a]\n"
    entities = "".join(f"  Entity{letters(index)}: {{ doc: *a, attributes: {{ id: int }} }}\n" for index in range(600))
    yield "600 aliases of a megabyte", f"{HEAD}doc: &a {'x' * 1_000_000}\nentities:\n{entities}"


def tripled(count):
    """Nodes of which each refers to the one before three times."""
    lines = ["x0: &x0 [1]"]
    lines += [f"x{index}: &x{index} [*x{index - 1}, *x{index - 1}, *x{index - 1}]" for index in range(1, count)]
    return "\n".join(lines) + "\n"


def letters(index):
    """A different word of three letters for each index."""
    return chr(97 + index // 676 % 26) + chr(97 + index // 26 % 26) + chr(97 + index % 26)


def large():
    yield "100,000 entities", HEAD + many_entities(MEMBERS)
    yield "100,000 attributes", HEAD + note_with(f"a{index}: string?" for index in range(MEMBERS))
    yield "2,100 attributes, more than SQLite reads", HEAD + note_with(f"a{index}: string?" for index in range(2100))
    yield "100,000 cases of an enum", HEAD + enum_with(MEMBERS)
    yield "5,000 relationships", HEAD + to_ones(5000)
    yield "a description of 100 MB", f"{HEAD}doc: {'x' * 100_000_000}\n{NOTE}"
    yield "a name of 10 MB", HEAD + NOTE.replace("Note", "N" * 10_000_000)
    yield "a quoted name of 10 MB", HEAD + NOTE.replace("  Note", f'  ? "{"N" * 10_000_000}"\n  ')


def many_entities(count):
    return "entities:\n" + "".join(f"  E{index}:\n    attributes: {{ id: int }}\n" for index in range(count))


def note_with(attributes):
    return "entities:\n  Note:\n    attributes:\n      id: int\n" + "".join(f"      {each}\n" for each in attributes)


def enum_with(count):
    cases = ", ".join(f"c{index}" for index in range(count))
    return f"enums:\n  Kind: {{ cases: [{cases}] }}\nentities:\n  Note: {{ attributes: {{ id: int, kind: Kind }} }}\n"


def to_ones(count):
    relations = "".join(f"      r{index}: {{ to: Note?, inverse: none }}\n" for index in range(count))
    return f"entities:\n  Note:\n    attributes: {{ id: int }}\n    relations:\n{relations}"


def encodings():
    text = HEAD + NOTE
    yield "a byte order mark", b"\xef\xbb\xbf" + text.encode()
    for encoding in ("utf-16", "utf-16-le", "utf-16-be", "utf-32"):
        yield encoding.upper(), text.encode(encoding)
    for name, separator in (("CRLF", "\r\n"), ("CR", "\r"), ("U+2028", "\u2028")):
        yield f"lines that end with {name}", text.replace("\n", separator)
    yield "NUL at the end", text + "\0"
    yield "NUL in a text", f"{HEAD}doc: a\0b\n{NOTE}"
    yield "NUL as an escape", f'{HEAD}doc: "a\\0b"\n{NOTE}'
    yield "half of a surrogate pair as an escape", f'{HEAD}doc: "a\\uD800b"\n{NOTE}'
    yield "bytes that are not UTF-8", HEAD.encode() + b"doc: \xff\xfe\n" + NOTE.encode()


def names():
    yield "one name in two normal forms", HEAD + flow_note("\u00e9: string, e\u0301: string")
    yield "names with invisible characters", HEAD + flow_note("na\u200bme: string, \u202eabc: string")
    yield "an entity whose name is a path", HEAD + NOTE.replace("Note", "../../etc/Passwd")
    yield "a table whose name is a path", HEAD + NOTE.replace("{ attributes", '{ table: "../x", attributes')


def flow_note(attributes):
    return f"entities:\n  Note: {{ attributes: {{ id: int, {attributes} }} }}\n"


def versions():
    yield "a language version of 23 digits", HEAD.replace("swiftsync: 1", f"swiftsync: {'9' * 23}") + NOTE
    for version in (2**31, 2**63 - 1):
        yield f"version {version}", HEAD.replace("version: 1", f"version: {version}") + NOTE


def attack_generate(tool, folder, tally):
    """Commands that do more than validate."""
    write(folder / "s.yaml", HEAD + many_entities(GENERATED))
    check(tool, folder, tally, "generate: 20,000 entities", ("generate", "s.yaml", "--into", "output"))
    write(folder / "s.yaml", HEAD.replace("version: 1", f"version: {2**63 - 1}") + NOTE)
    for command in (("plan", "s.yaml"), ("generate", "s.yaml", "--into", "output")):
        check(tool, folder, tally, f"{command[0]}: version 2^63 - 1", command, statuses=(1,))


def attack_files(tool, folder, tally):
    """Schemas and includes that are not regular files, or that are outside the package: all are errors."""
    os.mkfifo(folder / "pipe")
    for included in ("s.yaml", "/etc/passwd", "/dev/zero", "pipe", '"."'):
        write(folder / "s.yaml", f"{HEAD}include: [{included}]\n{NOTE}")
        check(tool, folder, tally, f"include: [{included}]", statuses=(1,))
    for schema in ("/dev/zero", "pipe"):
        check(tool, folder, tally, f"validate {schema}", ("validate", schema), statuses=(1,))

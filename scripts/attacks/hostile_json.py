"""The payloads of the attack `payloads`, as chunks of bytes: some are larger than the memory that is allowed."""
from typing import Iterable, NamedTuple, Optional

MILLION = 1_000_000


class Case(NamedTuple):
    """A payload. `then` is applied to the same database after it. `query` and its result state what must be stored."""
    name: str
    chunks: Iterable[bytes]
    entity: str = "Note"
    then: Optional[bytes] = None
    query: str = ""
    result: str = ""


def repeated(start, middle, count, end=b""):
    """A start, `count` times the middle, and an end."""
    yield start
    block = max(1, MILLION // len(middle))
    for _ in range(count // block):
        yield middle * block
    yield middle * (count % block) + end


def numbered(start, middle, count, end):
    """A start, the middle with each number up to `count`, and an end."""
    yield start
    for index in range(count):
        yield middle % index
    yield end


def chained(*parts):
    for part in parts:
        yield from part


def nested_rows(levels):
    return chained(numbered(b"", b'{"id":%d,"subnotes":[', levels, b""), repeated(b"", b"]}", levels))


def deep():
    yield Case("a million nested lists", repeated(b"", b"[", MILLION))
    yield Case("a million nested objects", repeated(b"", b'{"a":', MILLION))
    yield Case("an unknown key with a million nested lists", chained(
        repeated(b'[{"id":1,"x":', b"[", MILLION), repeated(b"", b"]", MILLION, b"}]")))
    yield Case("json of 500 nested lists", [b'[{"id":1,"json":' + b"[" * 500 + b"]" * 500 + b"}]"])
    for levels in (250, 1000):
        yield Case(f"{levels} rows in each other", nested_rows(levels))


def long():
    start, end = b'[{"id":1,"title":"', b'"}]'
    yield Case("a string of 100 MB", repeated(start, b"x", 100 * MILLION, end))
    yield Case("a string of 500 MB", repeated(start, b"x", 500 * MILLION, end))
    yield Case("an unknown string of 500 MB", repeated(b'[{"id":1,"x":"', b"x", 500 * MILLION, end))
    yield Case("120 MB of escapes", repeated(start, b"\\u00e9", 20 * MILLION, end))
    yield Case("a number of ten million digits as text", repeated(b'[{"id":1,"title":', b"9", 10 * MILLION, b"}]"))
    yield Case("an identity of a million digits", repeated(b'[{"id":', b"9", MILLION, b"}]"))
    yield Case("an identity of 1e999999999", [b'[{"id":1e999999999}]'])


def wide():
    keys = b'"k%d":1,'
    yield Case("a million keys in a row", numbered(b'[{"id":1,', keys, MILLION, b'"z":1}]'))
    yield Case("a million keys in a json value", numbered(b'[{"id":1,"json":{', keys, MILLION, b'"z":1}}]'))
    yield Case("a million keys in a dictionary", numbered(b'[{"id":1,"counts":{', keys, MILLION, b'"z":1}}]'))
    yield Case("300,000 different unknown keys", numbered(b"", b'{"id":1,"k%d":1}\n', 300_000, b""))
    kids = numbered(b'[{"id":1,"kids":[', b'{"id":%d},', MILLION, b'{"id":-1}]}]')
    yield Case("a million children, then none", kids, then=b'[{"id":1,"kids":[]}]',
               query="SELECT (SELECT count(*) FROM notes), (SELECT count(*) FROM kids)", result="[(1, 0)]")
    yield Case("ids of a million children", numbered(b'[{"id":1,"kid_ids":[', b"%d,", MILLION, b"-1]}]"))
    yield Case("one identity a million times", repeated(b"[", b'{"id":1},', MILLION, b'{"id":1}]'),
               query="SELECT id FROM notes", result="[(1,)]")
    yield Case("a million rows without identity", repeated(b"[", b"{},", MILLION, b"{}]"))
    yield Case("three million numbers", repeated(b"[", b"1,", 3 * MILLION, b"1]"))


def encoded():
    titled = b'[{"id":1,"title":"%s"}]'
    no_rows = {"query": "SELECT count(*) FROM notes", "result": "[(0,)]"}
    yield Case("a byte order mark", [b'\xef\xbb\xbf[{"id":1}]'])
    yield Case("UTF-16", ['[{"id":1}]'.encode("utf-16")], **no_rows)
    yield Case("a byte that is not UTF-8", [titled % b"\xff"], **no_rows)
    yield Case("a surrogate in UTF-8", [titled % b"\xed\xa0\x80"], **no_rows)
    yield Case("NUL in an overlong form", [titled % b"\xc0\x80"], **no_rows)
    yield Case("NUL in a string", [titled % b"a\0b"], **no_rows)
    yield Case("NUL as an escape", [titled % b"a\\u0000b"],
               query="SELECT hex(title) FROM notes", result="[('610062',)]")
    yield Case("half of a surrogate pair as an escape", [titled % b"\\ud800"], **no_rows)
    yield Case("identities in several normal forms", [normal_forms()], entity="Word",
               query="SELECT count(*) FROM words", result="[(8,)]")


def normal_forms():
    """Eight words that look like four."""
    words = ("\u00e9", "e\u0301", "\u212b", "\u00c5", "A\u030a", "a\u200b", "a", "\u202ea")
    return ("[" + ",".join(f'{{"text":"{word}"}}' for word in words) + "]").encode()


def malformed(noise):
    """`noise`: random bytes."""
    no_rows = {"query": "SELECT count(*) FROM notes", "result": "[(0,)]"}
    yield Case("keys that occur twice", [b'[{"id":1,"id":2,"title":"a","title":"b"}]'],
               query="SELECT id, title FROM notes", result="[(2, 'b')]")
    yield Case("NUL after the end", [b'[{"id":1}]\0'], **no_rows)
    yield Case("a list on each of two lines", [b'[{"id":1}]\n[{"id":2}]'], **no_rows)
    yield Case("a comma before the end", [b'[{"id":1},]'], **no_rows)
    yield Case("an empty file", [b""], **no_rows)
    yield Case("only whitespace", [b" \n\t "], **no_rows)
    yield Case("3 MB of random bytes", [noise], **no_rows)
    yield Case("the start of a gzip file", [b"\x1f\x8b\x08" + b"x" * 100], **no_rows)

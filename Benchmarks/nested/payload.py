#!/usr/bin/env python3
"""Writes the payload of the nested benchmark: payload.py PARENTS FILE

Each parent is an object of about 1,300 bytes with 5 children and 3 ids of a many-to-many
relationship. The same arguments give the same bytes.
"""
import json
import random
import sys

WORDS = "apple basket candle desk envelope folder garden hammer island jacket kettle ladder".split()
STATES = ["open", "paid", "shipped", "returned"]


def uuid(source):
    digits = f"{source.getrandbits(128):032x}"
    return "-".join([digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]])


def text(source, words):
    return " ".join(source.choice(WORDS) for _ in range(words))


def date(source):
    day, seconds = source.randrange(1, 29), source.randrange(86_400)
    time = f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return f"2026-{source.randrange(1, 13):02}-{day:02}T{time}Z"


def child(source):
    return {
        "id": uuid(source),
        "title": text(source, source.randrange(2, 6)),
        "quantity": source.randrange(1, 20),
        "price": round(source.random() * 200, 2),
        "is_done": source.random() < 0.3,
        "updated_at": date(source),
    }


def parent(source, number):
    return {
        "id": uuid(source),
        "number": f"N-{number:06}",
        "state": source.choice(STATES),
        "total": source.randrange(100_000),
        "notes": None if source.random() < 0.4 else text(source, source.randrange(5, 20)),
        "updated_at": date(source),
        "items": [child(source) for _ in range(5)],
        "tag_ids": source.sample(range(1, 201), 3),
    }


def main():
    count, path = int(sys.argv[1]), sys.argv[2]
    source = random.Random(7)
    with open(path, "w", encoding="utf-8") as file:
        for number in range(count):
            file.write("[" if number == 0 else ",")
            file.write(json.dumps(parent(source, number), separators=(",", ":"), ensure_ascii=False))
        file.write("]")


main()

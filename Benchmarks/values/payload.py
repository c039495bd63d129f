#!/usr/bin/env python3
"""Writes a payload of the values benchmark: payload.py ROWS FILE [CHANGED]

Each row has a value of six fields and a list of three texts. In every hundred rows, CHANGED have
another value. The same arguments give the same bytes.
"""
import json
import random
import sys

WORDS = "apple basket candle desk envelope folder garden hammer island jacket kettle ladder".split()


def text(source, words):
    return " ".join(source.choice(WORDS) for _ in range(words))


def row(source, number, is_changed):
    day, seconds = source.randrange(1, 29), source.randrange(86_400)
    time = f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return {
        "id": number,
        "name": text(source, 2),
        "address": {
            "street": text(source, 2) + (" 1b" if is_changed else " 1"),
            "city": source.choice(WORDS),
            "postal_code": f"{source.randrange(10_000, 100_000)}",
            "country": source.choice(["DE", "FR", "US"]),
            "latitude": round(source.random() * 90, 5),
            "longitude": round(source.random() * 180, 5),
        },
        "tags": [source.choice(WORDS) for _ in range(3)],
        "updated_at": f"2026-{source.randrange(1, 13):02}-{day:02}T{time}Z",
    }


def main():
    count, path = int(sys.argv[1]), sys.argv[2]
    changed = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    source = random.Random(11)
    with open(path, "w", encoding="utf-8") as file:
        for number in range(count):
            file.write("[" if number == 0 else ",")
            object = row(source, number, number % 100 < changed)
            file.write(json.dumps(object, separators=(",", ":"), ensure_ascii=False))
        file.write("]")


main()

"""Injected faults: which request fails and how, by a seed or by a list."""

import random
import threading

from refusal import Refusal

KINDS = {
    "drop-before": "the connection closes before the request is executed",
    "drop-after": "the connection closes after the request is executed",
    "delay": "the response is late",
    "500": "status 500, before the request is executed",
    "500-after": "status 500, after the request is executed",
    "429": "status 429 with Retry-After; the request is not executed",
    "half": "the request is executed, but the response ends in the middle",
    "content-type": "the request is executed, but the response is an HTML page with status 200",
    "other-ids": "an upload is not executed; the response confirms rows that were not sent",
    "wrong-shape": "an upload is not executed; the response is JSON of another shape",
    "stale": "an upload of operations is not executed; the rows that the server has are called stale",
    "stale-without-data": "an upload of operations is not executed; every row is called stale, without data",
    "far-future": "the request is executed; the response has an additional row, dated 9999",
    "reordered": "the request is executed; its rows or results are in reverse order",
}


class Faults:
    """Decides for each request whether it fails.

    The seed, the client and n alone determine what happens to the n-th request of a client,
    however the requests of several clients are interleaved. Faults of the list take precedence.
    """

    def __init__(self, seed=0, rate=0.0, kinds=tuple(KINDS), delay=0.05, retry_after=1):
        self.lock = threading.Lock()
        self.configure({"seed": seed, "rate": rate, "kinds": list(kinds), "delay": delay,
                        "retry_after": retry_after})

    def configure(self, plan):
        """Starts again with a plan. Settings that it leaves out keep their values."""
        checked = check(plan)
        with self.lock:
            self.listed = checked.pop("next", [])
            for name, value in checked.items():
                setattr(self, name, value)
            self.counts = {}

    def clear(self):
        self.configure({"rate": 0.0})

    def choose(self, client, method, path):
        """The fault of this request, or None."""
        with self.lock:
            count = self.counts[client] = self.counts.get(client, 0) + 1
            for fault in self.listed:
                if fault["method"] in (None, method) and fault["path"] in (None, path) \
                        and fault["client"] in (None, client):
                    return self.take(fault)
        chance = random.Random(f"{self.seed}/{client}/{count}")
        return chance.choice(self.kinds) if self.kinds and chance.random() < self.rate else None

    def take(self, fault):
        fault["count"] -= 1
        if fault["count"] == 0:
            self.listed.remove(fault)
        return fault["kind"]


def check(plan):
    """A plan with every value in its range."""
    if not isinstance(plan, dict):
        raise Refusal(400, "bad-plan", "expected an object")
    found = {}
    for name, value in plan.items():
        if name not in READERS:
            raise Refusal(400, "bad-plan", f"unknown key '{name}'")
        found[name] = READERS[name](name, value)
    return found


def read_number(name, value):
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value < 0:
        raise Refusal(400, "bad-plan", f"'{name}': expected a number from 0")
    return value


def read_seconds(name, value):
    """The header field `Retry-After` has whole seconds."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise Refusal(400, "bad-plan", f"'{name}': expected a whole number from 0")
    return value


def read_kind(name, value):
    if value not in KINDS:
        raise Refusal(400, "bad-plan", f"'{name}': expected one of {', '.join(KINDS)}")
    return value


def read_kinds(name, value):
    return [read_kind(name, each) for each in read_list(name, value)]


def read_list(name, value):
    if not isinstance(value, list):
        raise Refusal(400, "bad-plan", f"'{name}': expected a list")
    return value


def read_next(name, value):
    """The faults of the next requests: `{"kind": …, "count": 1, "method": …, "path": …, "client": …}`."""
    faults = []
    for each in read_list(name, value):
        fault = {"count": 1, "method": None, "path": None, "client": None}
        if not isinstance(each, dict) or "kind" not in each or set(each) - {*fault, "kind"}:
            raise Refusal(400, "bad-plan", f"'{name}': expected kind, count, method, path, client")
        fault.update(each)
        read_kind("kind", fault["kind"])
        if not isinstance(fault["count"], int) or fault["count"] < 1:
            raise Refusal(400, "bad-plan", "'count': expected a number from 1")
        faults.append(fault)
    return faults


READERS = {
    "seed": read_number,
    "rate": read_number,
    "delay": read_number,
    "retry_after": read_seconds,
    "kinds": read_kinds,
    "next": read_next,
}

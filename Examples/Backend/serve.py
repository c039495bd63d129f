#!/usr/bin/env python3
"""A small backend for the tracker, for tests and for the demo. See README.md."""

import argparse
import json
import os
import sys
import threading
from http.server import ThreadingHTTPServer

from admin import Admin
from answers import Answers
from connection import Connection
from crud import Crud
from endpoints import Endpoints, Request
from faults import KINDS, Faults
from notes import Notes
from pages import Pages
from rows import PRECISIONS, Clock, Rows


class Backend(ThreadingHTTPServer):
    """The server with its rows and faults, which only one request at a time can access."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, database, clock=None, faults=None, token=None, page_size=100, port=0):
        super().__init__(("127.0.0.1", port), Connection)
        self.lock = threading.Lock()
        self.studio_lock = threading.Lock()
        self.answers = Answers()
        self.token = token
        self.faults = faults or Faults()
        self.rows = Rows(database, clock or Clock())
        self.endpoints = Endpoints(self.rows, page_size)
        self.crud = Crud(self.rows)
        self.notes = Notes(self.rows)
        self.pages = Pages()
        self.admin = Admin(self.rows, self.faults, self.pages)

    @property
    def origin(self):
        return f"http://127.0.0.1:{self.server_address[1]}"

    def note(self, client, method, path):
        """Chooses the fault of a request, and logs both."""
        fault = self.faults.choose(client, method, path)
        self.admin.requests.append(
            {"client": client, "method": method, "path": path, "fault": fault})
        return fault

    def load(self, path):
        """Writes the rows of a file, as `PUT /admin/rows` does."""
        with open(path, encoding="utf-8") as file:
            self.admin.answer(Request("PUT", "/admin/rows", {}, json.load(file)))

    def handle_error(self, request, client_address):
        """Ignores clients that close their connections."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", required=True, help="a file, created if it is missing")
    parser.add_argument("--port", type=int, default=0, help="0, the default, chooses a free port")
    parser.add_argument("--load", metavar="FILE", help="initial rows, as JSON")
    parser.add_argument("--token", help="require Authorization: Bearer TOKEN")
    parser.add_argument("--page-size", type=int, default=100)
    parser.add_argument("--clock", choices=PRECISIONS, default="milliseconds",
                        help="the precision of updated_at")
    parser.add_argument("--start", metavar="DATE",
                        help="a clock that starts here and advances one step with each reading")
    parser.add_argument("--faults", type=float, default=0, metavar="RATE",
                        help="the fraction of requests that fail, 0 to 1")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the faults")
    parser.add_argument("--kinds", default=",".join(KINDS), help="the kinds of faults")
    parser.add_argument("--fault-delay", type=float, metavar="SECONDS", default=0.05,
                        help="the delay of a delayed response")
    parser.add_argument("--retry-after", type=int, metavar="SECONDS", default=1,
                        help="the delay that a response with status 429 asks for")
    parser.add_argument("--with-input", action="store_true",
                        help="end when standard input ends, and so with the program that started it")
    return parser.parse_args()


def main():
    options = arguments()
    faults = Faults(options.seed)
    faults.configure({"rate": options.faults, "kinds": options.kinds.split(","),
                      "delay": options.fault_delay, "retry_after": options.retry_after})
    backend = Backend(options.database, Clock(options.clock, options.start), faults, options.token,
                      options.page_size, options.port)
    if options.load:
        backend.load(options.load)
    print(backend.origin, flush=True)
    if options.with_input:
        threading.Thread(target=end_with_input, args=(backend,), daemon=True).start()
    try:
        backend.serve_forever()
    except KeyboardInterrupt:
        pass


def end_with_input(backend):
    """Stops the server when its standard input ends."""
    while os.read(0, 4096):
        pass
    backend.shutdown()


if __name__ == "__main__":
    main()

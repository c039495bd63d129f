"""A hostile HTTP server: responses without end, whose memory the tests of the client do not measure.

Usage: scripts/attack server [TOOL]

Proves that a request to such a server fails, within 60 s and 1 GB: the limits of the client end it before the response
fills the memory. The client is Tests/TransferClient, which has to be built in the folder of TOOL. Tests cover the
rest: redirects, credentials, truncated and slow responses, wrong results and far-future clocks (RequestSafetyTests,
TransportLimitTests, MalformedResponseTests, RetryMiddlewareTests, SimulationTests).
"""
import http.server
import pathlib
import threading
import zlib

import harness

LIMITS = harness.Limits(seconds=60, megabytes=1000)
CLIENT = "transfer-client"
MEGABYTE = 1_000_000
# Larger than the limit of 256 MiB for one response.
DECOMPRESSED_MEGABYTES = 600
CASES = {
    "/header": "header fields without end",
    "/blanks": "whitespace without end",
    "/rows": "rows without end",
    "/gzip": "600 MB in 600 kB of gzip",
}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    compressed = b""

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        responses = {"/header": self.send_fields, "/blanks": self.send_blanks, "/rows": self.send_rows,
                     "/gzip": self.send_compressed}
        try:
            responses[self.path]()
        except ConnectionError:
            # The client has reached a limit.
            self.close_connection = True

    def send_fields(self):
        self.wfile.write(b"HTTP/1.1 200 OK\r\n")
        number = 0
        while True:
            self.wfile.write(b"X-%d: %s\r\n" % (number, b"y" * 1000))
            number += 1

    def begin(self, **fields):
        self.send_response(200)
        for name, value in {"Content-Type": "application/json", "Connection": "close", **fields}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()

    def send_blanks(self):
        self.begin()
        self.wfile.write(b"[")
        while True:
            self.wfile.write(b" " * MEGABYTE)

    def send_rows(self):
        self.begin()
        self.wfile.write(b"[")
        rows = b"".join(b'{"id":%d,"title":"t"},' % index for index in range(50_000))
        while True:
            self.wfile.write(rows)

    def send_compressed(self):
        self.begin(Content_Encoding="gzip")
        self.wfile.write(self.compressed)


def compressed():
    """A list that consists of whitespace, compressed with gzip."""
    gzip = zlib.compressobj(9, zlib.DEFLATED, 31)
    blanks = b" " * MEGABYTE
    parts = [gzip.compress(b"["), *(gzip.compress(blanks) for _ in range(DECOMPRESSED_MEGABYTES)), gzip.compress(b"]")]
    return b"".join([*parts, gzip.flush()])


def attack(tool, folder, tally):
    client = pathlib.Path(tool).with_name(CLIENT)
    if not client.is_file():
        print(f"there is no {client}, left out; build it with '--product {CLIENT}'", flush=True)
        return
    Handler.compressed = compressed()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        for path, name in CASES.items():
            check(client, folder, tally, server.server_address[1], path, name)
    finally:
        server.shutdown()
        server.server_close()


def check(client, folder, tally, port, path, name):
    """The client prints the outcome of a request, and ends with 0 even if it fails."""
    output = folder / "output.txt"
    outcome = harness.run([client, "get", f"http://127.0.0.1:{port}", path], folder, LIMITS, output=output)
    problem = outcome.problem(LIMITS, statuses=(0,))
    if problem is None and output.read_text().startswith(f"{path}: 200,"):
        problem = "the request did not fail"
    tally.note(name, outcome.figures, problem)

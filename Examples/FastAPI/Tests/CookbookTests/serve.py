"""Serves the cookbook on a free port, and ends with its input.

    serve.py FOLDER
"""

import os
import socket
import sys
import threading
from pathlib import Path


def end_with_input():
    sys.stdin.buffer.read()
    os._exit(0)


def main(folder):
    threading.Thread(target=end_with_input, daemon=True).start()
    os.environ["DATABASE_URL"] = f"sqlite:///{folder}/server.db"
    os.environ["PHOTO_DIR"] = f"{folder}/photos"
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

    import uvicorn
    from cookbook.main import app

    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    # The client connects once the socket listens, even before the server accepts.
    listener.listen(64)
    print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
    server.run(sockets=[listener])


if __name__ == "__main__":
    main(*sys.argv[1:])

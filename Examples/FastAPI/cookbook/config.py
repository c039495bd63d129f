import os
from pathlib import Path

DATABASE_URL = os.environ.get("DATABASE_URL", "sqlite:///cookbook.db")
PHOTO_DIR = Path(os.environ.get("PHOTO_DIR", "photos"))
ACCESS_TOKEN_SECONDS = int(os.environ.get("ACCESS_TOKEN_SECONDS", 15 * 60))
REFRESH_TOKEN_SECONDS = int(os.environ.get("REFRESH_TOKEN_SECONDS", 30 * 24 * 3600))
MAX_PHOTO_BYTES = 5 * 1024 * 1024

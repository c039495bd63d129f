import hashlib
import hmac
import secrets
from datetime import datetime, timedelta, timezone
from typing import Annotated

from fastapi import Depends, HTTPException, status
from fastapi.security import OAuth2PasswordBearer
from sqlalchemy.orm import Session

from .config import ACCESS_TOKEN_SECONDS, REFRESH_TOKEN_SECONDS
from .database import Db
from .models import Token, User

oauth2_scheme = OAuth2PasswordBearer(tokenUrl="auth/token")


def hash_password(password: str) -> str:
    salt = secrets.token_bytes(16)
    return salt.hex() + ":" + _scrypt(password, salt)


def verify_password(password: str, stored: str) -> bool:
    salt, digest = stored.split(":")
    return hmac.compare_digest(_scrypt(password, bytes.fromhex(salt)), digest)


def _scrypt(password: str, salt: bytes) -> str:
    return hashlib.scrypt(password.encode(), salt=salt, n=2**12, r=8, p=1).hex()


def issue_tokens(db: Session, user: User) -> dict[str, str]:
    pair = {
        "access_token": _issue(db, user, "access", ACCESS_TOKEN_SECONDS),
        "refresh_token": _issue(db, user, "refresh", REFRESH_TOKEN_SECONDS),
    }
    db.commit()
    return pair


def _issue(db: Session, user: User, kind: str, seconds: int) -> str:
    value = secrets.token_urlsafe(32)
    expires_at = _now() + timedelta(seconds=seconds)
    db.add(Token(value=value, kind=kind, user_id=user.id, expires_at=expires_at))
    return value


def find_token(db: Session, value: str, kind: str) -> Token | None:
    token = db.get(Token, value)
    if token is None or token.kind != kind or token.expires_at < _now():
        return None
    return token


def _now() -> datetime:
    # SQLite keeps no time zone, so all times are naive and in UTC.
    return datetime.now(timezone.utc).replace(tzinfo=None)


def get_current_user(db: Db, value: Annotated[str, Depends(oauth2_scheme)]) -> User:
    token = find_token(db, value, "access")
    if token is None:
        raise HTTPException(
            status.HTTP_401_UNAUTHORIZED,
            "Could not validate credentials",
            headers={"WWW-Authenticate": "Bearer"},
        )
    return token.user


CurrentUser = Annotated[User, Depends(get_current_user)]

from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException
from fastapi.security import OAuth2PasswordRequestForm
from sqlalchemy import select

from ..auth import find_token, hash_password, issue_tokens, verify_password
from ..database import Db
from ..models import User
from ..schemas import RefreshRequest, TokenPair, UserCreate, UserRead

router = APIRouter(prefix="/auth", tags=["auth"])


@router.post("/register", response_model=UserRead, status_code=201)
def register(body: UserCreate, db: Db):
    if db.scalar(select(User).where(User.email == body.email)):
        raise HTTPException(409, "This email address is already registered")
    user = User(email=body.email, name=body.name, password_hash=hash_password(body.password))
    db.add(user)
    db.commit()
    return user


@router.post("/token", response_model=TokenPair)
def login(form: Annotated[OAuth2PasswordRequestForm, Depends()], db: Db):
    user = db.scalar(select(User).where(User.email == form.username))
    if user is None or not verify_password(form.password, user.password_hash):
        raise HTTPException(401, "Incorrect email or password")
    return issue_tokens(db, user)


@router.post("/refresh", response_model=TokenPair)
def refresh(body: RefreshRequest, db: Db):
    token = find_token(db, body.refresh_token, "refresh")
    if token is None:
        raise HTTPException(401, "Invalid refresh token")
    user = token.user
    db.delete(token)
    return issue_tokens(db, user)

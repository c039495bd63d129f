from contextlib import asynccontextmanager

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles

from . import models
from .config import PHOTO_DIR
from .database import engine
from .routers import auth, comments, favorites, recipes, tags, users


@asynccontextmanager
async def lifespan(_app: FastAPI):
    models.Base.metadata.create_all(engine)
    yield


app = FastAPI(title="Cookbook", version="1.0.0", lifespan=lifespan)
for module in (auth, users, recipes, comments, tags, favorites):
    app.include_router(module.router)

PHOTO_DIR.mkdir(parents=True, exist_ok=True)
app.mount("/photos", StaticFiles(directory=PHOTO_DIR), name="photos")

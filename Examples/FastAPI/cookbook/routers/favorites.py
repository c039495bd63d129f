from fastapi import APIRouter
from sqlalchemy import select

from ..auth import CurrentUser
from ..database import Db
from ..models import Favorite
from ..schemas import FavoriteRead
from .recipes import get_recipe

router = APIRouter(tags=["favorites"])


@router.get("/favorites", response_model=list[FavoriteRead])
def list_favorites(db: Db, user: CurrentUser):
    query = select(Favorite).where(Favorite.user_id == user.id).order_by(Favorite.created_at)
    return db.scalars(query).all()


@router.put("/recipes/{recipe_id}/favorite", status_code=204)
def add_favorite(recipe_id: int, db: Db, user: CurrentUser):
    get_recipe(db, recipe_id)
    if db.get(Favorite, (user.id, recipe_id)) is None:
        db.add(Favorite(user_id=user.id, recipe_id=recipe_id))
        db.commit()


@router.delete("/recipes/{recipe_id}/favorite", status_code=204)
def remove_favorite(recipe_id: int, db: Db, user: CurrentUser):
    favorite = db.get(Favorite, (user.id, recipe_id))
    if favorite is not None:
        db.delete(favorite)
        db.commit()

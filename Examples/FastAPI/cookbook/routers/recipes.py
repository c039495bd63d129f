import secrets

from fastapi import APIRouter, HTTPException, UploadFile
from sqlalchemy import select
from sqlalchemy.orm import Session

from ..auth import CurrentUser
from ..config import MAX_PHOTO_BYTES, PHOTO_DIR
from ..database import Db
from ..models import Ingredient, Recipe, Tag, now
from ..schemas import IngredientIn, RecipeCreate, RecipeRead, RecipeUpdate

router = APIRouter(prefix="/recipes", tags=["recipes"])

PHOTO_TYPES = {"image/jpeg": "jpg", "image/png": "png"}


def get_recipe(db: Session, recipe_id: int) -> Recipe:
    recipe = db.get(Recipe, recipe_id)
    if recipe is None:
        raise HTTPException(404, "Recipe not found")
    return recipe


def build_ingredients(items: list[IngredientIn]) -> list[Ingredient]:
    return [Ingredient(position=i, **item.model_dump()) for i, item in enumerate(items)]


def get_or_create_tags(db: Session, names: list[str]) -> list[Tag]:
    names = list(dict.fromkeys(names))
    tags = {tag.name: tag for tag in db.scalars(select(Tag).where(Tag.name.in_(names)))}
    return [tags.get(name) or Tag(name=name) for name in names]


@router.get("", response_model=list[RecipeRead])
def list_recipes(db: Db, user: CurrentUser, skip: int = 0, limit: int = 100):
    return db.scalars(select(Recipe).order_by(Recipe.id).offset(skip).limit(limit)).all()


@router.post("", response_model=RecipeRead, status_code=201)
def create_recipe(body: RecipeCreate, db: Db, user: CurrentUser):
    recipe = Recipe(
        **body.model_dump(exclude={"ingredients", "tags"}),
        author_id=user.id,
        ingredients=build_ingredients(body.ingredients),
        tag_rows=get_or_create_tags(db, body.tags),
    )
    db.add(recipe)
    db.commit()
    return recipe


@router.get("/{recipe_id}", response_model=RecipeRead)
def read_recipe(recipe_id: int, db: Db, user: CurrentUser):
    return get_recipe(db, recipe_id)


@router.patch("/{recipe_id}", response_model=RecipeRead)
def update_recipe(recipe_id: int, body: RecipeUpdate, db: Db, user: CurrentUser):
    recipe = get_recipe(db, recipe_id)
    for key, value in body.model_dump(exclude_unset=True, exclude={"ingredients", "tags"}).items():
        setattr(recipe, key, value)
    if body.ingredients is not None:
        recipe.ingredients = build_ingredients(body.ingredients)
    if body.tags is not None:
        recipe.tag_rows = get_or_create_tags(db, body.tags)
    recipe.updated_at = now()
    db.commit()
    db.refresh(recipe)
    return recipe


@router.delete("/{recipe_id}", status_code=204)
def delete_recipe(recipe_id: int, db: Db, user: CurrentUser):
    db.delete(get_recipe(db, recipe_id))
    db.commit()


@router.post("/{recipe_id}/photo", response_model=RecipeRead)
def upload_photo(recipe_id: int, file: UploadFile, db: Db, user: CurrentUser):
    recipe = get_recipe(db, recipe_id)
    if file.content_type not in PHOTO_TYPES:
        raise HTTPException(415, "Only JPEG and PNG photos are accepted")
    content = file.file.read(MAX_PHOTO_BYTES + 1)
    if len(content) > MAX_PHOTO_BYTES:
        raise HTTPException(413, "The photo is too large")
    name = f"{secrets.token_hex(8)}.{PHOTO_TYPES[file.content_type]}"
    (PHOTO_DIR / name).write_bytes(content)
    recipe.photo = name
    db.commit()
    return recipe

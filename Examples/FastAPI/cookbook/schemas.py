from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, field_validator

TagName = Annotated[
    str, StringConstraints(strip_whitespace=True, to_lower=True, min_length=1, max_length=40)
]


class OrmModel(BaseModel):
    model_config = ConfigDict(from_attributes=True)


class TokenPair(BaseModel):
    access_token: str
    refresh_token: str
    token_type: str = "bearer"


class RefreshRequest(BaseModel):
    refresh_token: str


class UserCreate(BaseModel):
    email: str
    name: str = Field(min_length=1, max_length=80)
    password: str = Field(min_length=8)


class UserRead(OrmModel):
    id: int
    name: str


class IngredientIn(BaseModel):
    name: str = Field(min_length=1, max_length=80)
    amount: float | None = Field(default=None, gt=0)
    unit: str | None = None


class IngredientRead(OrmModel):
    id: int
    name: str
    amount: float | None
    unit: str | None


class RecipeCreate(BaseModel):
    title: str = Field(min_length=1, max_length=120)
    instructions: str = ""
    servings: int = Field(default=4, ge=1, le=50)
    ingredients: list[IngredientIn] = []
    tags: list[TagName] = []


class RecipeUpdate(BaseModel):
    title: str | None = Field(default=None, min_length=1, max_length=120)
    instructions: str | None = None
    servings: int | None = Field(default=None, ge=1, le=50)
    ingredients: list[IngredientIn] | None = None
    tags: list[TagName] | None = None


class RecipeRead(OrmModel):
    id: int
    title: str
    instructions: str
    servings: int
    photo_url: str | None
    author: UserRead
    ingredients: list[IngredientRead]
    tags: list[str]
    created_at: datetime
    updated_at: datetime

    @field_validator("tags", mode="before")
    @classmethod
    def list_tags(cls, value):
        return list(value)


class CommentCreate(BaseModel):
    text: str = Field(min_length=1, max_length=2000)


class CommentRead(OrmModel):
    id: int
    recipe_id: int
    author: UserRead
    text: str
    created_at: datetime


class TagRead(OrmModel):
    id: int
    name: str


class FavoriteRead(OrmModel):
    recipe_id: int
    created_at: datetime

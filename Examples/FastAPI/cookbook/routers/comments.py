from fastapi import APIRouter, HTTPException
from sqlalchemy import select

from ..auth import CurrentUser
from ..database import Db
from ..models import Comment
from ..schemas import CommentCreate, CommentRead
from .recipes import get_recipe

router = APIRouter(tags=["comments"])


@router.get("/recipes/{recipe_id}/comments", response_model=list[CommentRead])
def list_comments(recipe_id: int, db: Db, user: CurrentUser):
    get_recipe(db, recipe_id)
    query = select(Comment).where(Comment.recipe_id == recipe_id).order_by(Comment.id)
    return db.scalars(query).all()


@router.post("/recipes/{recipe_id}/comments", response_model=CommentRead, status_code=201)
def create_comment(recipe_id: int, body: CommentCreate, db: Db, user: CurrentUser):
    get_recipe(db, recipe_id)
    comment = Comment(recipe_id=recipe_id, author_id=user.id, text=body.text)
    db.add(comment)
    db.commit()
    return comment


@router.delete("/comments/{comment_id}", status_code=204)
def delete_comment(comment_id: int, db: Db, user: CurrentUser):
    comment = db.get(Comment, comment_id)
    if comment is None:
        raise HTTPException(404, "Comment not found")
    if comment.author_id != user.id:
        raise HTTPException(403, "Only its author can delete a comment")
    db.delete(comment)
    db.commit()

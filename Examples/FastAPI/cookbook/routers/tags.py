from fastapi import APIRouter
from sqlalchemy import select

from ..auth import CurrentUser
from ..database import Db
from ..models import Tag
from ..schemas import TagRead

router = APIRouter(prefix="/tags", tags=["tags"])


@router.get("", response_model=list[TagRead])
def list_tags(db: Db, user: CurrentUser):
    return db.scalars(select(Tag).order_by(Tag.name)).all()

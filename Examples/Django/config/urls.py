from django.urls import include, path
from rest_framework.routers import DefaultRouter

from music import views

router = DefaultRouter()
router.register("artists", views.ArtistViewSet)
router.register("genres", views.GenreViewSet)
router.register("albums", views.AlbumViewSet)
router.register("tracks", views.TrackViewSet)

urlpatterns = [path("api/", include(router.urls))]

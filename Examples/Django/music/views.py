from rest_framework import viewsets

from music.models import Album, Artist, Genre, Track
from music.serializers import AlbumSerializer, ArtistSerializer, GenreSerializer, TrackSerializer


class ArtistViewSet(viewsets.ModelViewSet):
    queryset = Artist.objects.all()
    serializer_class = ArtistSerializer


class GenreViewSet(viewsets.ModelViewSet):
    queryset = Genre.objects.all()
    serializer_class = GenreSerializer


class AlbumViewSet(viewsets.ModelViewSet):
    queryset = Album.objects.prefetch_related("genres")
    serializer_class = AlbumSerializer
    filterset_fields = {
        "artist": ["exact"],
        "genres": ["exact"],
        "medium": ["exact"],
        "updated_at": ["gte"],
    }


class TrackViewSet(viewsets.ModelViewSet):
    queryset = Track.objects.all()
    serializer_class = TrackSerializer
    filterset_fields = ["album", "is_live"]

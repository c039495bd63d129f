from django.db import models


class Artist(models.Model):
    name = models.CharField(max_length=100, unique=True)
    founded = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["id"]

    def __str__(self):
        return self.name


class Genre(models.Model):
    name = models.CharField(max_length=50, unique=True)

    class Meta:
        ordering = ["id"]

    def __str__(self):
        return self.name


class Album(models.Model):
    class Medium(models.TextChoices):
        VINYL = "vinyl"
        CD = "cd"
        DOWNLOAD = "download"

    title = models.CharField(max_length=200)
    medium = models.CharField(max_length=10, choices=Medium, default=Medium.VINYL)
    released = models.DateField(null=True, blank=True)
    price = models.DecimalField(max_digits=6, decimal_places=2, null=True, blank=True)
    notes = models.TextField(blank=True)
    updated_at = models.DateTimeField(auto_now=True)
    artist = models.ForeignKey(Artist, on_delete=models.CASCADE, related_name="albums")
    genres = models.ManyToManyField(Genre, blank=True, related_name="albums")

    class Meta:
        ordering = ["id"]

    def __str__(self):
        return self.title


class Track(models.Model):
    number = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=200)
    is_live = models.BooleanField(default=False)
    album = models.ForeignKey(Album, on_delete=models.CASCADE, related_name="tracks")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["album", "number"], name="track_number")
        ]

    def __str__(self):
        return self.title

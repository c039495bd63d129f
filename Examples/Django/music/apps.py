from django.apps import AppConfig


class MusicConfig(AppConfig):
    name = "music"

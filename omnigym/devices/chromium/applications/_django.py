"""What the Django applications have in common."""

from __future__ import annotations

import logging
import mimetypes
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from wsgiref.types import StartResponse, WSGIEnvironment

__all__ = ["DATABASE", "configure", "forget", "migrate", "wsgi"]

DATABASE = "site.sqlite3"
_STATIC = "/static/"


def configure(folder: Path, host: str, urls: Callable[[], list[object]], **others: object) -> None:
    """Set Django up to work on a folder; once in a process.

    Args:
        folder: Of the application's data.
        host: The name under which it is reached.
        urls: Makes its URL patterns, once its applications are loaded.
        others: Further settings, or other ones than here.
    """
    import django
    from django.conf import settings

    settings.configure(
        **{
            "SECRET_KEY": "every episode has the same one",
            "DEBUG": False,
            "ALLOWED_HOSTS": [host],
            "DATABASES": {
                "default": {
                    "ENGINE": "django.db.backends.sqlite3",
                    "NAME": str(folder / DATABASE),
                    "ATOMIC_REQUESTS": True,
                    "OPTIONS": {"timeout": 5},
                }
            },
            "MEDIA_ROOT": str(folder / "media"),
            "MEDIA_URL": "/media/",
            "STATIC_URL": _STATIC,
            "USE_TZ": True,
            "TIME_ZONE": "UTC",
            "DEFAULT_AUTO_FIELD": "django.db.models.BigAutoField",
            "EMAIL_BACKEND": "django.core.mail.backends.dummy.EmailBackend",
            "PASSWORD_HASHERS": ["django.contrib.auth.hashers.MD5PasswordHasher"],
            "LOGGING_CONFIG": None,
            "ROOT_URLCONF": (),
            **others,
        }
    )
    django.setup(set_prefix=False)
    settings.ROOT_URLCONF = (*urls(), *_media(folder))
    logging.getLogger("django").setLevel(logging.ERROR)


def _media(folder: Path) -> list[object]:
    """Uploaded files are served by the application itself: nobody else is there to do it."""
    from django.urls import re_path
    from django.views.static import serve

    return [re_path(r"^media/(?P<path>.*)$", serve, {"document_root": str(folder / "media")})]


def migrate() -> None:
    """Make the database's tables."""
    from django.core.management import call_command

    call_command("migrate", run_syncdb=True, verbosity=0, interactive=False)


def wsgi(user: str) -> Callable[..., Iterable[bytes]]:
    """The application with its static files, in which a user is logged in."""
    from django.core.wsgi import WSGIHandler

    inner = WSGIHandler()

    def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        found = _static(environ["PATH_INFO"]) if environ["PATH_INFO"].startswith(_STATIC) else None
        if found is not None:
            headers = [("Content-Type", found[0]), ("Cache-Control", "max-age=86400, immutable")]
            start_response("200 OK", [*headers, ("Content-Length", str(len(found[1])))])
            return [found[1]]
        environ["REMOTE_USER"] = user
        answer: Iterable[bytes] = inner(environ, start_response)
        return answer

    return application


@lru_cache(maxsize=512)
def _static(path: str) -> tuple[str, bytes] | None:
    """Content type and body of a static file, kept in memory: a page has a dozen of them; None if there is none."""
    from django.contrib.staticfiles.finders import find

    file = find(path.removeprefix(_STATIC))
    if not file:
        return None
    kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
    return kind, Path(str(file)).read_bytes()


def forget() -> None:
    """Drop what Django remembers."""
    from django.contrib.contenttypes.models import ContentType
    from django.contrib.sites.models import Site
    from django.core.cache import cache

    cache.clear()
    ContentType.objects.clear_cache()
    Site.objects.clear_cache()

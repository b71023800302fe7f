"""Oscar, a shop (https://django-oscar.readthedocs.io), which sells things for house and garden."""

from __future__ import annotations

import logging
import mimetypes
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from wsgiref.types import StartResponse, WSGIEnvironment

# -- what the Django applications have in common ----------------------------------------------------------------------

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


# -- shop -------------------------------------------------------------------------------------------------------------

#: Who the agent is.
USER = "sam"
#: Category, then title, price in pounds, how many there are, and what it is.
PRODUCTS: tuple[tuple[str, tuple[tuple[str, str, int, str], ...]], ...] = (
    (
        "Kitchen",
        (
            ("Copper kettle", "48.00", 12, "Holds two litres and whistles."),
            ("Bread knife", "17.50", 30, "A blade of 22 cm that stays sharp."),
            ("Set of six cups", "26.00", 9, "White porcelain with a blue rim."),
            ("Salad bowl", "21.00", 14, "Turned from one piece of olive wood."),
            ("Cast iron pan", "39.90", 7, "28 cm, for every kind of stove."),
            ("Pepper mill", "24.50", 20, "With a ceramic grinder."),
        ),
    ),
    (
        "Garden",
        (
            ("Watering can", "19.00", 25, "Zinc, nine litres."),
            ("Pruning shears", "32.00", 16, "For branches up to 2 cm."),
            ("Bird house", "28.00", 5, "Larch wood, with a copper roof."),
            ("Garden hose", "44.00", 11, "25 metres, does not kink."),
            ("Wheelbarrow", "89.00", 3, "Carries 120 kg."),
            ("Seed box", "12.00", 40, "Twelve kinds of vegetables."),
        ),
    ),
    (
        "Living room",
        (
            ("Reading lamp", "65.00", 8, "Bends wherever you sit."),
            ("Wool blanket", "79.00", 10, "130 by 200 cm, from Wales."),
            ("Wall clock", "42.00", 13, "Runs without a sound."),
            ("Picture frame", "15.00", 35, "Oak, for 20 by 30 cm."),
            ("Side table", "119.00", 4, "Ash, 45 cm high."),
            ("Candle holder", "23.00", 18, "Brass, for five candles."),
        ),
    ),
    (
        "Workshop",
        (
            ("Cordless drill", "99.00", 6, "With two batteries."),
            ("Claw hammer", "18.00", 28, "The handle is hickory."),
            ("Spirit level", "22.00", 17, "60 cm, aluminium."),
            ("Tool box", "54.00", 9, "Five trays that fold out."),
            ("Hand saw", "27.00", 15, "For rough and for fine cuts."),
            ("Set of spanners", "36.00", 12, "From 6 to 22 mm."),
        ),
    ),
    (
        "Office",
        (
            ("Fountain pen", "58.00", 10, "A steel nib, medium."),
            ("Desk pad", "31.00", 14, "Felt and cork."),
            ("Paper tray", "16.00", 22, "Three levels."),
            ("Hole punch", "14.00", 19, "Up to 25 sheets."),
            ("Desk chair", "189.00", 2, "Adapts to your back."),
            ("Letter scale", "29.00", 8, "Up to 500 grams."),
        ),
    ),
)
_SIDE = 240


class PlainThumbnailer:
    """Pictures are small already, so they are shown as they are."""

    def generate_thumbnail(self, source: object, **opts: object) -> object:
        """The picture itself."""
        del opts
        return source

    def delete_thumbnails(self, source: object) -> None:
        """Nothing: there are none."""


def _set_up(folder: Path) -> None:
    import oscar
    from oscar import defaults

    backends = ["oscar.apps.customer.auth_backends.EmailBackend", "django.contrib.auth.backends.RemoteUserBackend"]
    middleware = [
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.auth.middleware.RemoteUserMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
        "oscar.apps.basket.middleware.BasketMiddleware",
    ]
    processors = [
        "django.template.context_processors.request",
        "django.template.context_processors.i18n",
        "django.contrib.auth.context_processors.auth",
        "django.contrib.messages.context_processors.messages",
        "oscar.apps.search.context_processors.search_form",
        "oscar.apps.checkout.context_processors.checkout",
        "oscar.apps.communication.notifications.context_processors.notifications",
        "oscar.core.context_processors.metadata",
    ]
    templates = {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": processors},
    }
    haystack = {"ENGINE": "haystack.backends.whoosh_backend.WhooshEngine", "PATH": str(folder / "index")}
    settings: dict[str, object] = {name: getattr(defaults, name) for name in dir(defaults) if name.isupper()}
    settings |= {
        "INSTALLED_APPS": oscar.INSTALLED_APPS,
        "MIDDLEWARE": middleware,
        "AUTHENTICATION_BACKENDS": backends,
        "TEMPLATES": [templates],
        "HAYSTACK_CONNECTIONS": {"default": haystack},
        "SITE_ID": 1,
        "LANGUAGE_CODE": "en-gb",
        "LANGUAGES": [("en-gb", "English")],
        "OSCAR_SHOP_NAME": "House & Garden",
        "OSCAR_THUMBNAILER": f"{__name__}.{PlainThumbnailer.__name__}",
        "OSCAR_DEFAULT_CURRENCY": "GBP",
        "OSCAR_FROM_EMAIL": "shop@shop.test",
        "OSCAR_SLUG_ALLOW_UNICODE": False,
    }
    configure(folder, "shop.test", _urls, **settings)


def _urls() -> list[object]:
    from django.apps import apps
    from django.urls import include, path

    return [
        path("i18n/", include("django.conf.urls.i18n")),
        path("", include(apps.get_app_config("oscar").urls[0])),
    ]


def prepare(folder: Path) -> None:
    """Make the shop and what it sells."""
    _set_up(folder)
    migrate()
    from django.contrib.auth import get_user_model
    from django.contrib.sites.models import Site
    from django.core.management import call_command
    from oscar.core.loading import get_model

    Site.objects.update(domain="shop.test", name="House & Garden")
    user = get_user_model().objects.create_user(USER, "sam@shop.test", "sam", first_name="Sam", last_name="Porter")
    country = get_model("address", "Country")
    for code, name in (("GB", "United Kingdom"), ("IE", "Ireland"), ("FR", "France"), ("DE", "Germany")):
        country.objects.create(iso_3166_1_a2=code, printable_name=name, name=name, is_shipping_country=True)
    _fill_catalogue()
    _add_address(user)
    call_command("rebuild_index", interactive=False, verbosity=0)


def _fill_catalogue() -> None:
    from django.core.files.base import ContentFile
    from oscar.apps.catalogue.categories import create_from_breadcrumbs
    from oscar.core.loading import get_model

    kind = get_model("catalogue", "ProductClass").objects.create(name="Goods", requires_shipping=True)
    partner = get_model("partner", "Partner").objects.create(name="House & Garden")
    product_model = get_model("catalogue", "Product")
    number = 0
    for at, (category, goods) in enumerate(PRODUCTS):
        shelf = create_from_breadcrumbs(category)
        for title, price, stock, words in goods:
            number += 1
            product = product_model.objects.create(
                title=title, upc=f"{number:04d}", description=f"<p>{words}</p>", product_class=kind
            )
            product.categories.add(shelf)
            partner.stockrecords.create(product=product, partner_sku=f"S{number:04d}", price=price, num_in_stock=stock)
            picture = get_model("catalogue", "ProductImage")(product=product)
            picture.original.save(f"{number:04d}.png", ContentFile(_picture(title, at)))


def _picture(title: str, hue: int) -> bytes:
    """A card with the product's initials, in the colour of its category."""
    import io

    from PIL import Image, ImageDraw, ImageFont

    colors = ((176, 96, 64), (82, 128, 80), (96, 88, 140), (150, 120, 50), (60, 110, 140))
    image = Image.new("RGB", (_SIDE, _SIDE), colors[hue])
    draw = ImageDraw.Draw(image)
    margin = 24 + 3 * (sum(title.encode()) % 9)
    light: tuple[int, ...] = tuple(min(255, c + 70) for c in colors[hue])
    draw.ellipse((margin, margin, _SIDE - margin, _SIDE - margin), fill=light)
    initials = "".join(word[0] for word in title.title().split()[:3])
    draw.text((_SIDE / 2, _SIDE / 2), initials, (255, 255, 255), ImageFont.load_default(72), anchor="mm")
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def _add_address(user: object) -> None:
    from oscar.core.loading import get_model

    get_model("address", "UserAddress").objects.create(
        user=user,
        first_name="Sam",
        last_name="Porter",
        line1="12 Mill Lane",
        line4="Bath",
        postcode="BA1 2CD",
        country_id="GB",
        is_default_for_shipping=True,
    )


def load(folder: Path) -> Callable[..., Iterable[bytes]]:
    """The shop, in which `USER` is logged in."""
    _set_up(folder)
    return wsgi(USER)

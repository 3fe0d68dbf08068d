"""Django's settings: one file for every machine; what differs comes from the environment."""

import sys
from typing import Any

import structlog
from csp.constants import NONCE, NONE, SELF
from django.utils.translation import gettext_lazy as _

from constitution_site import environment
from constitution_site.environment import BASE_DIR, Date, Digit, Level, Port, Switch, read, read_list

DEBUG = read("DEBUG", Switch, False)
SECRET_KEY = environment.read_secret_key()
SECRET_KEY_FALLBACKS = read_list("SECRET_KEY_FALLBACKS")
PORT = read("PORT", Port, 8000)
# The first web process's; its siblings' follow. On this machine alone (games/metrics.py).
METRICS_PORT = read("METRICS_PORT", Port, None)
REDIS_URL = environment.read_url("REDIS_URL", "redis", "rediss", "unix")
ALLOWED_HOSTS = read_list("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = read_list("CSRF_TRUSTED_ORIGINS")
HTTPS = read("HTTPS", Switch, False)
# How many proxies of ours stand in front; HTTPS is always spoken by one.
PROXIES = read("PROXIES", Digit, 1 if HTTPS else 0)
LIMITS = read("LIMITS", Switch, True)
FIRST_DAY = read("FIRST_DAY", Date, None)
# The grade the clerk looks for on each day of the week, Monday first.
WEEKLY_GRADES = environment.read_grades("WEEKLY_GRADES", "easy,gentle,gentle,fair,fair,hard,fiendish")

INSTALLED_APPS = [
    "daphne",
    "constitution_site.apps.AdminDoor",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "csp",
    "games.players",
    "games.deals",
    "games.play",
    "leaderboard",
    "constitution_site.apps.SiteConfig",
]
MIDDLEWARE = [
    "constitution_site.door.own_host",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Django pads with random bytes, so that a page's length tells nothing about its token (BREACH).
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "constitution_site.door.private_unless_said",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "constitution_site.door.body_limit",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "constitution_site.door.FormLimit",
    "allauth.account.middleware.AccountMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
CSRF_FAILURE_VIEW = "constitution_site.views.csrf_failure"
ROOT_URLCONF = "constitution_site.urls"
ASGI_APPLICATION = "constitution_site.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "frontend" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

DATABASES = {"default": environment.read_database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_USER_MODEL = "players.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = ["games.players.hashers.TunedArgon2"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

# Accounts: allauth. An address is confirmed by a code in the same browser, so that the guest in its session
# is still there, and a stranger learns nothing by an address that has an account already.
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "landing"
ACCOUNT_LOGOUT_REDIRECT_URL = "landing"
ACCOUNT_ADAPTER = "constitution_site.accounts.Adapter"
ACCOUNT_FORMS = {
    "login": "constitution_site.account_forms.LoginForm",
    "signup": "constitution_site.account_forms.SignupForm",
}
ACCOUNT_USER_DISPLAY = "constitution_site.accounts.display_name"
ACCOUNT_LOGIN_METHODS = {"email", "username"}  # the user name for accounts made by `createsuperuser`
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_RATE_LIMITS: dict[str, str] | bool = {} if LIMITS else False
MFA_ADAPTER = "constitution_site.accounts.SecondFactors"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = MFA_PASSKEY_SIGNUP_ENABLED = True
MFA_TOTP_ISSUER = "The Daily Constitutional"
MFA_TOTP_TOLERANCE = 1  # a code of the step before or after is taken (RFC 6238, 5.2): clocks differ
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS
ADMIN_SECOND_FACTOR = read("ADMIN_SECOND_FACTOR", Switch, False)
SOCIAL_LOGIN = environment.read_social_login()
if SOCIAL_LOGIN:  # else nothing of it is loaded
    INSTALLED_APPS += ["allauth.socialaccount", "allauth.socialaccount.providers.openid_connect"]
    SOCIALACCOUNT_ADAPTER = "constitution_site.social.SocialAdapter"
    SOCIALACCOUNT_PROVIDERS = {
        "openid_connect": {
            "OAUTH_PKCE_ENABLED": True,
            "APPS": [
                {
                    "provider_id": provider.id,
                    "name": provider.name,
                    "client_id": provider.client_id,
                    "secret": provider.secret,
                    "settings": {"server_url": provider.server_url},
                }
                for provider in SOCIAL_LOGIN
            ],
        }
    }
globals().update(environment.read_mail())

# Nobody waits long for a frozen Redis: it holds nothing that cannot be done without.
REDIS_PATIENCE: dict[str, Any] = {"socket_timeout": 0.5, "socket_connect_timeout": 0.5, "retry": None}
if REDIS_URL:
    CACHES: dict[str, Any] = {
        "default": {
            "BACKEND": "constitution_site.cache.PatientRedis",
            "LOCATION": REDIS_URL,
            "OPTIONS": REDIS_PATIENCE,
        }
    }
else:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "OPTIONS": {"MAX_ENTRIES": 100_000},  # a crowd's counts are not thrown out early
        }
    }
# Pictures that were drawn, in each process: they are large, and Redis is for what is shared.
CACHES["posters"] = {
    "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
    "LOCATION": "posters",
    "TIMEOUT": None,
    "OPTIONS": {"MAX_ENTRIES": 500},
}

TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("es", _("Spanish"))]
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = HTTPS
# Our own words, and what allauth says in our voice.
LOCALE_PATHS = [BASE_DIR / "frontend" / "locale", BASE_DIR / "frontend" / "voice"]
FORMAT_MODULE_PATH = "constitution_site.formats"

STATIC_URL = "static/"
STATIC_ROOT = environment.data_dir() / "static"
STATICFILES_DIRS = [BASE_DIR / "frontend" / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "constitution_site.storage.LeanStaticFilesStorage",
    },
}
WHITENOISE_USE_FINDERS = DEBUG
WHITENOISE_AUTOREFRESH = DEBUG

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF, NONCE],
        "style-src": [SELF, NONCE],
        "img-src": [SELF, "data:"],  # the paper's grain and the four-colour pips are data URLs of our own
        "object-src": [NONE],
        "base-uri": [NONE],
        # A form that signs in elsewhere is answered by a redirect to there.
        "form-action": [SELF, *(provider.origin for provider in SOCIAL_LOGIN)],
        "frame-ancestors": [NONE],
    }
}
SESSION_COOKIE_AGE = 60 * 60 * 24 * 400  # a guest's name and games live as long as browsers keep a cookie
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = ["^(healthz|readyz)$"]  # asked for on the machine itself, beside the proxy
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365
    # Subdomains and the browsers' preload list are the operator's to promise, not ours.
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024

LOG_LEVEL = read("LOG_LEVEL", Level, "info").upper()
# People read a terminal, machines a pipe.
RENDERER: Any = (
    structlog.dev.ConsoleRenderer() if sys.stderr.isatty() else structlog.processors.JSONRenderer()
)
STAMP = structlog.processors.TimeStamper(fmt="iso", utc=True)
structlog.configure(
    wrapper_class=structlog.make_filtering_bound_logger(LOG_LEVEL),
    processors=[
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        STAMP,
        RENDERER,
    ],
    logger_factory=structlog.PrintLoggerFactory(sys.stderr),
)
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "lines": {
            "()": structlog.stdlib.ProcessorFormatter,
            "processors": [
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                RENDERER,
            ],
            "foreign_pre_chain": [structlog.stdlib.add_log_level, structlog.stdlib.add_logger_name, STAMP],
        }
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "lines"}},
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
    "loggers": {
        "daphne": {"level": "WARNING"},
        "twisted": {"level": "WARNING"},
        "django.channels.server": {"level": "WARNING"},
    },
}

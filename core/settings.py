"""Django settings. The environment is read only here, and an invalid value keeps the site from starting."""

import os
import re
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, unquote, urlsplit

import structlog
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from core.infra.circuit_breaker import drop_traceback
from core.infra.logs import remove_secrets

BASE_DIR = Path(__file__).resolve().parent.parent


def read_bool(name: str, default: bool = False, env: Mapping[str, str] = os.environ) -> bool:
    """Read an environment variable as a boolean: 1, true, yes, on; 0, false, no, off.

    Returns `default` if the variable is empty or isn't set. Raises ImproperlyConfigured for any other value.
    """
    text = env.get(name, "").strip().lower()
    if not text:
        return default
    if text in {"1", "true", "yes", "on"}:
        return True
    if text in {"0", "false", "no", "off"}:
        return False
    raise ImproperlyConfigured(f"{name}={text!r} isn’t valid. Use 1 or 0.")


def read_number(name: str, default: int, least: int = 0, env: Mapping[str, str] = os.environ) -> int:
    """Read an environment variable as a whole number. Raises ImproperlyConfigured if it's less than `least`.

    Returns `default` if the variable is empty or isn't set. Other texts raise ImproperlyConfigured, too.
    """
    text = env.get(name, "").strip() or str(default)
    if not text.isdecimal() or int(text) < least:
        raise ImproperlyConfigured(f"{name}={text!r} isn’t valid. Use a whole number that’s at least {least}.")
    return int(text)


def read_list(name: str, default: str = "", env: Mapping[str, str] = os.environ) -> list[str]:
    """Read an environment variable as a list of words separated by commas. Empty words are left out.

    If the variable isn't set, uses the text `default` instead.
    """
    return [word.strip() for word in env.get(name, default).split(",") if word.strip()]


def read_choice(name: str, default: str, allowed: set[str], env: Mapping[str, str] = os.environ) -> str:
    """Read an environment variable that must be one of the `allowed` words. Otherwise, raises ImproperlyConfigured.

    If the variable is empty or isn't set, returns `default`.
    """
    text = env.get(name, "").strip() or default
    if text not in allowed:
        raise ImproperlyConfigured(f"{name}={text!r} isn’t valid. Use one of these: {', '.join(sorted(allowed))}.")
    return text


def read_folder(name: str, default: Path, env: Mapping[str, str] = os.environ) -> Path:
    """Read an environment variable as the path of a folder, creating the folder if needed.

    Raises ImproperlyConfigured if the folder can't be created or isn't writable.
    """
    path = Path(env.get(name, "").strip() or default).expanduser().resolve()
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(f"{name}={path}: this folder can’t be created ({error.strerror}).") from error
    if not os.access(path, os.W_OK | os.X_OK):
        raise ImproperlyConfigured(f"{name}={path}: this folder isn’t writable.")
    return path


def split_url(name: str, text: str) -> SplitResult:
    """Split the URL `text` into its parts. Raises ImproperlyConfigured if it's malformed.

    The error's message has only the name of the environment variable, because the URL might contain a password.
    """
    try:
        parts = urlsplit(text)
    except ValueError:  # brackets that don't match
        raise ImproperlyConfigured(f"{name} can’t be read. Check its brackets.") from None
    try:
        _ = parts.port
    except ValueError:
        hint = "Write / as %2F, ? as %3F, and # as %23 in a password."
        raise ImproperlyConfigured(f"The port in {name} isn’t a number up to 65535. {hint}") from None
    return parts


def read_origins(name: str, env: Mapping[str, str] = os.environ) -> list[str]:
    """Read an environment variable as a list of origins such as https://rules.example.org.

    Raises ImproperlyConfigured.
    """
    addresses = [word.lower() for word in read_list(name, env=env)]  # as browsers write them
    for address in addresses:
        parts = split_url(name, address)
        is_origin = parts.scheme in {"http", "https"} and parts.hostname and not parts.username
        if not is_origin or address != f"{parts.scheme}://{parts.netloc}":
            raise ImproperlyConfigured(f"{name}: {address!r} isn’t an origin. Use the form https://rules.example.org.")
    return addresses


def read_url(name: str, schemes: set[str], env: Mapping[str, str] = os.environ) -> str:
    """Read an environment variable as a URL with one of these schemes, or "". Raises ImproperlyConfigured."""
    text = env.get(name, "").strip()
    if text and (text.partition("://")[0].lower() not in schemes or "://" not in text):
        raise ImproperlyConfigured(f"{name} must start with {' or '.join(f'{s}://' for s in sorted(schemes))}.")
    return text


def read_redis_url(name: str, env: Mapping[str, str] = os.environ) -> str:
    """Read an environment variable as the URL of a Redis server, or "". Raises ImproperlyConfigured."""
    text = read_url(name, {"redis", "rediss"}, env=env)
    parts = split_url(name, text)
    if text and (not parts.hostname or parts.fragment or not re.fullmatch(r"/?[0-9]*", parts.path)):
        raise ImproperlyConfigured(f"{name} needs a host and a database number, as in redis://:password@host:6379/0.")
    return text


def build_database_settings(text: str, data: Path) -> dict[str, Any]:
    """Build an entry of `DATABASES` for the URL `text`. Without a URL, it's for SQLite in the data folder."""
    if not text or text.partition("://")[0].lower() == "sqlite":
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": parse_sqlite_path(text) if text else str(data / "house.sqlite3"),
            "CONN_MAX_AGE": None,
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 10,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
            },
        }
    options = parse_postgresql_options(text)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": options.pop("dbname"),
        "USER": options.pop("user", ""),
        "PASSWORD": options.pop("password", ""),
        "HOST": options.pop("host", ""),
        "PORT": options.pop("port", ""),
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {"connect_timeout": 3, "tcp_user_timeout": 5000, **options},  # the server might vanish
    }


def parse_sqlite_path(text: str) -> str:
    """Return the file path in a URL such as sqlite:////path. Raises ImproperlyConfigured."""
    path = text.partition("://")[2]
    if not path.startswith("/") or not path[1:] or "?" in path or "#" in path:
        raise ImproperlyConfigured("DATABASE_URL needs a file, as in sqlite:////path. Write ? as %3F and # as %23.")
    return unquote(path[1:])


def parse_postgresql_options(text: str) -> dict[str, str]:
    """Return the connection options that libpq reads from a URL. Raises ImproperlyConfigured."""
    from psycopg import ProgrammingError
    from psycopg.conninfo import conninfo_to_dict

    try:
        options = {name: str(value) for name, value in conninfo_to_dict(text).items()}
    except ProgrammingError as error:  # what follows the colon may be a part of the password
        raise ImproperlyConfigured(f"DATABASE_URL can’t be read: {str(error).partition(':')[0]}.") from None
    if not options.get("dbname"):
        raise ImproperlyConfigured(
            "DATABASE_URL has no database name. Use a URL such as postgresql://user:password@host:5432/name."
        )
    ports = options.get("port", "").split(",")
    if not all(port == "" or (port.isdecimal() and 0 < int(port) < 65_536) for port in ports):
        raise ImproperlyConfigured(f"The port in DATABASE_URL isn’t a number up to 65535: {options['port']!r}.")
    return options


def read_secret_key(data: Path, may_make: bool, env: Mapping[str, str] = os.environ) -> str:
    """Read the secret key from the environment or, if `may_make`, from a file that is created once in the data folder.

    Raises ImproperlyConfigured if there's no key or it's too short.
    """
    given = env.get("SECRET_KEY", "").strip()
    if given and len(given) < 32:
        raise ImproperlyConfigured("SECRET_KEY is too short. Use at least 32 characters.")
    if given:
        return given
    if not may_make:
        raise ImproperlyConfigured("SECRET_KEY is needed when DATABASE_URL or REDIS_URL is set.")
    kept = data / "secret-key"
    if not kept.exists():
        fresh = data / f".secret-key-{os.getpid()}"
        fresh.touch(mode=0o600)
        fresh.write_text(secrets.token_urlsafe(48))
        try:
            os.link(fresh, kept)  # two processes may start at once: the first key stays
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return kept.read_text().strip()


def build_email_settings(text: str, data: Path) -> dict[str, Any]:
    """Build Django's email settings for smtp://user:password@host:587 (STARTTLS) or smtps://….

    Without a URL, emails are written to files in the data folder.
    """
    if not text:
        return {"EMAIL_BACKEND": "core.infra.file_mail.FileEmailBackend", "EMAIL_FILE_PATH": str(data / "mail")}
    parts = split_url("EMAIL_URL", text)
    if not parts.hostname:
        raise ImproperlyConfigured(
            "EMAIL_URL has no host name. Use a URL such as smtp://user:password@mail.example.org:587."
        )
    if parts.path not in {"", "/"} or parts.query or parts.fragment:
        hint = "Write / as %2F, ? as %3F, and # as %23 in a password."
        raise ImproperlyConfigured(f"EMAIL_URL must end after the host and its port. {hint}")
    return {
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or (465 if parts.scheme == "smtps" else 587),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_USE_TLS": parts.scheme == "smtp" and parts.hostname not in {"localhost", "127.0.0.1"},
        "EMAIL_TIMEOUT": 10,
    }


def format_rate_limit(most: int, *others: str) -> str:
    """Format an entry of allauth's setting ACCOUNT_RATE_LIMITS, such as "20/m/ip,5/m/key".

    `most` is the number of requests per minute from one IP address, or 0 for no such limit. `others` are further limits
    in allauth's format.
    """
    return ",".join([f"{most}/m/ip"] * bool(most) + list(others))


# Data folder, database, and Redis

HOUSE_DATA = read_folder("HOUSE_DATA", BASE_DIR / "data")
DATABASE_URL = read_url("DATABASE_URL", {"postgresql", "postgres", "sqlite"})
REDIS_URL = read_redis_url("REDIS_URL")
DATABASES = {"default": build_database_settings(DATABASE_URL, HOUSE_DATA)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
if DATABASE_URL.startswith("postgres") and not REDIS_URL:
    raise ImproperlyConfigured("With PostgreSQL, set REDIS_URL too: several machines can’t share an embedded queue.")

# Days for which unused rows are kept; hourly tasks remove older ones

KEEP_TABLES_DAYS = read_number(
    "KEEP_TABLES_DAYS", 30, least=1
)  # a table where nobody has moved, or that nobody can open
KEEP_SESSIONS_DAYS = read_number(
    "KEEP_SESSIONS_DAYS", 400, least=1
)  # progress without an account; browsers keep no longer
KEEP_VISITORS_DAYS = read_number("KEEP_VISITORS_DAYS", 30, least=1)  # a visitor without name, account, or other rows

# Hosts, cookies, and security headers

DEBUG = read_bool("DEBUG")
SECRET_KEY = read_secret_key(HOUSE_DATA, may_make=not (DATABASE_URL or REDIS_URL))
THIS_MACHINE = ["localhost", "127.0.0.1", "[::1]"]
ALLOWED_HOSTS = [*read_list("ALLOWED_HOSTS"), *THIS_MACHINE]
CSRF_TRUSTED_ORIGINS = read_origins("CSRF_TRUSTED_ORIGINS")
CSRF_FAILURE_VIEW = "core.http.error_views.csrf_failure"
HTTPS = read_bool("HTTPS")
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_AGE = KEEP_SESSIONS_DAYS * 24 * 3600
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = (1024 + 64) * 1024  # the largest body of a request: a megabyte and the form around it
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "frame-ancestors": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
    }
}

# Apps and middleware

INSTALLED_APPS = [
    "core",
    "core.people",
    "variants",
    "core.learn",
    "core.practice",
    "core.authoring.puzzles",
    "core.authoring.lessons",
    "core.authoring.collections",
    "core.classes",
    "core.play",
    "core.reminders",
    "core.api",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "template_partials",
    "allauth",
    "allauth.account",
    "corsheaders",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "csp",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",  # safe, as cookies come from no other site and tokens are masked
    "corsheaders.middleware.CorsMiddleware",
    "core.infra.logs.RequestMiddleware",
    "csp.middleware.CSPMiddleware",
    "core.http.middleware.TextValidationMiddleware",
    "core.http.middleware.PrivateCacheMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "core.http.middleware.TrailingSlashMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "core.people.middleware.PersonMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "core.http.middleware.DeadlineMiddleware",
    "core.http.middleware.DeletedRowMiddleware",
]

ROOT_URLCONF = "core.urls"
WSGI_APPLICATION = "core.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "core.people.middleware.person_context",
            ],
        },
    }
]
LANGUAGE_CODE = "en"
USE_I18N = False
TIME_ZONE = "UTC"
USE_TZ = True

# Static files come from the source folders, unless they were collected into STATIC_ROOT, as `serve` and an image do.

STATIC_URL = "/static/"
STATIC_ROOT = os.environ.get("STATIC_ROOT", "").strip() or None
WHITENOISE_USE_FINDERS = STATIC_ROOT is None
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "core.server.static_build.MinifyingStaticStorage"
        if STATIC_ROOT
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

# Accounts

AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = ACCOUNT_LOGOUT_REDIRECT_URL = "/"
EMAIL_URL = read_url("EMAIL_URL", {"smtp", "smtps"})
DEFAULT_FROM_EMAIL = SERVER_EMAIL = os.environ.get("MAIL_FROM", "").strip() or "House Rules <house@localhost>"
globals().update(build_email_settings(EMAIL_URL, HOUSE_DATA))
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "optional" if EMAIL_URL else "none"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_FORMS = {
    "login": "core.people.forms.LoginForm",
    "signup": "core.people.forms.SignupForm",
    "change_password": "core.people.forms.ChangePasswordForm",
    "reset_password_from_key": "core.people.forms.ResetPasswordForm",
}
ACCOUNT_ADAPTER = "core.people.adapter.AccountAdapter"
ALLAUTH_TRUSTED_PROXY_COUNT = read_number("PROXIES", 0)
REQUESTS_AT_ONCE_PER_ADDRESS = read_number("REQUESTS_AT_ONCE_PER_ADDRESS", 2)  # in each web process, of its 4 threads
WRONG_PASSWORDS, WRONG_PASSWORDS_MINUTES = 5, 5  # for one account from one address
LOGINS_PER_MINUTE = read_number("LOGINS_PER_MINUTE", 300)  # these are for one address, which a whole class may share
SIGNUPS_PER_MINUTE = read_number("SIGNUPS_PER_MINUTE", 150)
WRONG_PASSWORDS_PER_MINUTE = read_number("WRONG_PASSWORDS_PER_MINUTE", 60)
WRONG_CODES, WRONG_CODES_MINUTES = read_number("WRONG_CODES", 2000), 10  # for one address; right ones don't count
ACCOUNT_RATE_LIMITS = {
    "login": format_rate_limit(LOGINS_PER_MINUTE),
    "signup": format_rate_limit(SIGNUPS_PER_MINUTE),
    "login_failed": format_rate_limit(WRONG_PASSWORDS_PER_MINUTE, f"{WRONG_PASSWORDS}/{WRONG_PASSWORDS_MINUTES}m/key"),
    "reset_password": format_rate_limit(LOGINS_PER_MINUTE, "5/m/key"),
    "reset_password_from_key": format_rate_limit(LOGINS_PER_MINUTE),
}
PASSWORD_HASHERS = [  # a password stored by the second is stored again by the first when its owner logs in
    "core.people.hashing.Argon2",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]

# Timeouts for Redis, which can vanish without closing its connections

REDIS_PATIENCE: dict[str, Any] = {"socket_connect_timeout": 0.5, "socket_timeout": 0.5, "health_check_interval": 3}

# The cache holds rate limits and the coach's advice. Without Redis there is only one web process, so memory is enough

CACHES = {
    "default": {
        "BACKEND": "core.infra.redis_cache.RedisCacheWithFallback",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "house",
        "OPTIONS": REDIS_PATIENCE,
    }
    if REDIS_URL
    else {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "shared",
        "OPTIONS": {"MAX_ENTRIES": 5000},
    },
}

# Work in the background

CELERY_BROKER_URL = REDIS_URL or "embedded://"
_ONE_MORE_TRY = {"max_retries": 1, "interval_start": 0}  # a page must not wait for a queue that is gone
CELERY_BROKER_TRANSPORT_OPTIONS = _ONE_MORE_TRY | (
    {
        **REDIS_PATIENCE,
        "visibility_timeout": 60,
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
    }
    if REDIS_URL
    else {
        "data_folder_in": str(HOUSE_DATA / "queue"),
        "data_folder_out": str(HOUSE_DATA / "queue"),
        "processed_folder": str(HOUSE_DATA / "queue" / "taken"),
        "control_folder": str(HOUSE_DATA / "queue" / "control"),
        "polling_interval": 0.05,
    }
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # forever
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_PUBLISH_RETRY = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# Each queue has its own workers, so that bots don't wait for slower work, and nothing waits for a proof.
CELERY_TASK_DEFAULT_QUEUE = "background"
CELERY_TASK_ROUTES = {
    "core.play.tasks.bot_turn": {"queue": "bots"},
    "core.play.tasks.request_overdue_bot_turns": {"queue": "bots"},
    "core.play.tasks.move_for_absent_players": {"queue": "bots"},
    "core.authoring.puzzles.tasks.run_next_long_proof": {"queue": "proofs"},
}
CELERY_TIMEZONE = TIME_ZONE
CELERY_BEAT_SCHEDULER = "core.infra.beat:Scheduler"
CELERY_BEAT_SCHEDULE_FILENAME = str(HOUSE_DATA / "beat-schedule")
CELERY_BEAT_SCHEDULE = {
    **{
        f"heartbeat-{queue}": {
            "task": "core.tasks.heartbeat",
            "args": [queue],
            "schedule": 5.0,
            "options": {"queue": queue, "expires": 30},
        }
        for queue in ("bots", "background")
    },
    "overdue-bot-turns": {
        "task": "core.play.tasks.request_overdue_bot_turns",
        "schedule": 3.0,
        "options": {"expires": 6},
    },
    "stand-in": {"task": "core.play.tasks.move_for_absent_players", "schedule": 5.0, "options": {"expires": 10}},
    "daily-puzzle": {
        "task": "core.practice.tasks.prepare_daily_puzzles",
        "schedule": 600.0,
        "options": {"expires": 600},
    },
    "puzzles": {"task": "core.practice.tasks.maintain_puzzles", "schedule": 60.0, "options": {"expires": 120}},
    "turn-reminders": {
        "task": "core.reminders.tasks.send_turn_reminders",
        "schedule": 60.0,
        "options": {"expires": 60},
    },
    "daily-reminders": {
        "task": "core.reminders.tasks.send_daily_reminders",
        "schedule": 300.0,
        "options": {"expires": 300},
    },
    "proofs": {
        "task": "core.authoring.puzzles.tasks.return_lost_proofs_to_queue",
        "args": [20],
        "schedule": 20.0,
        "options": {"expires": 20},
    },
    "house-rules": {"task": "variants.tasks.queue_due_content_rechecks", "schedule": 60.0, "options": {"expires": 60}},
    "old-keys": {"task": "core.tasks.delete_old_idempotency_keys", "schedule": 3600.0, "options": {"expires": 3600}},
    "old-tables": {"task": "core.play.tasks.delete_abandoned_tables", "schedule": 3600.0, "options": {"expires": 3600}},
    "old-visitors": {"task": "core.people.tasks.delete_old_visitors", "schedule": 3600.0, "options": {"expires": 3600}},
}

# House rules: each new rule set causes puzzles to be proven again

RULE_SAVES_PER_MINUTE = read_number("RULE_SAVES_PER_MINUTE", 60)  # for one address, which a whole class may share

# Programs

API_LIMITS = {
    "read": read_number("API_READS_PER_MINUTE", 1200),
    "oracle": read_number("API_ORACLE_PER_MINUTE", 1200),
    "write": read_number("API_WRITES_PER_MINUTE", 600),
    "make": read_number("API_MAKES_PER_MINUTE", 60),
}
# The API is open to pages of other sites, since it knows people by tokens, which are sent on purpose, not by cookies.
# Embedded puzzles are open too: the browser takes a sandboxed frame for another site, and its page needs no cookie.
CORS_URLS_REGEX = r"^/(api/v1/(?!docs/)|embed/)"
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_CREDENTIALS = False
CORS_ALLOW_METHODS = ["GET", "HEAD", "POST", "DELETE"]
CORS_ALLOW_HEADERS = [
    *("accept", "authorization", "content-type", "idempotency-key", "if-none-match"),
    *("hx-boosted", "hx-current-url", "hx-prompt", "hx-request", "hx-target", "hx-trigger", "hx-trigger-name"),
]
CORS_EXPOSE_HEADERS = [
    *("Allow", "ETag", "Idempotency-Replayed", "Location", "Retry-After", "WWW-Authenticate"),
    *("HX-Reswap", "HX-Retarget"),
]
KNOX_TOKEN_MODEL = "api.Token"
TOKEN_AUTHENTICATION = "core.api.auth.find_authorized_person"
MIGRATION_MODULES = {"knox": None}  # they'd create a table for knox's own tokens, which api.Token replaces
REST_FRAMEWORK = {
    "DEFAULT_SCHEMA_CLASS": "core.api.auto_schema.ApiSchema",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["core.api.parsers.JsonParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": ["core.api.auth.TokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["core.api.auth.HasScope"],
    "DEFAULT_THROTTLE_CLASSES": ["core.api.throttling.RateThrottle"],
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "core.api.parsers.JsonOnlyNegotiation",
    "EXCEPTION_HANDLER": "core.api.errors.exception_handler",
    "NUM_PROXIES": ALLAUTH_TRUSTED_PROXY_COUNT,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "House Rules",
    "DESCRIPTION": "Learn and play card games under your own house rules.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVERS": [{"url": "/", "description": "The site this document comes from."}],
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": [],
    "SERVE_AUTHENTICATION": [],
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "SORT_OPERATIONS": False,
    "POSTPROCESSING_HOOKS": ["core.api.schema.postprocess_openapi_document"],
}

# Logs

LOOK_AHEAD = read_bool("LOOK_AHEAD", True)  # fill caches at the start, so that the first visitors don't wait
LOG_LEVEL = read_choice("LOG_LEVEL", "INFO" if REDIS_URL else "WARNING", {"DEBUG", "INFO", "WARNING", "ERROR"})
LOG_FORMAT = read_choice("LOG_FORMAT", "json" if REDIS_URL else "plain", {"json", "plain"})
DJANGO_STRUCTLOG_USER_ID_FIELD = ""
DJANGO_STRUCTLOG_IP_LOGGING_ENABLED = False
DJANGO_STRUCTLOG_STATUS_START_LOG_LEVEL = 10
DJANGO_STRUCTLOG_STATUS_4XX_LOG_LEVEL = 20
DJANGO_STRUCTLOG_STATUS_5XX_LOG_LEVEL = 20  # the exception itself is logged separately, in full
_log_steps: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso"),
    structlog.processors.StackInfoRenderer(),
    drop_traceback,
]
# Tracebacks without local variables, which might hold passwords.
_log_end: list[Any] = (
    [
        structlog.processors.ExceptionRenderer(structlog.tracebacks.ExceptionDictTransformer(show_locals=False)),
        structlog.processors.JSONRenderer(),
    ]
    if LOG_FORMAT == "json"
    else [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)]
)
structlog.configure(
    processors=[
        structlog.stdlib.filter_by_level,
        *_log_steps,
        structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
    ],
    logger_factory=structlog.stdlib.LoggerFactory(),
    cache_logger_on_first_use=True,
)
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "house": {
            "()": structlog.stdlib.ProcessorFormatter,
            "foreign_pre_chain": _log_steps,
            "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_log_end, remove_secrets],
        }
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "house"}},
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
    "loggers": {
        "django": {"handlers": [], "level": LOG_LEVEL, "propagate": True},
        "django.template": {"level": "INFO"},  # at DEBUG, it logs the whole context of a page
        "kombu.connection": {"level": "ERROR"},  # it warns that the embedded queue has no host
        "uvicorn.error": {"level": "ERROR"},  # any client can send an invalid request
        "django.security.csrf": {"level": "CRITICAL"},  # logged already as a refused request
        "django.security.DisallowedHost": {"level": "CRITICAL"},  # any client can send one; the response is enough
        "django.request": {"level": "CRITICAL"},  # django_structlog logs every failed request already
    },
}

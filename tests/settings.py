"""The site's settings, with a separate data folder for each test process."""

import atexit
import os
import shutil
import tempfile

FOLDER = tempfile.mkdtemp(prefix="house-tests-")
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)
os.environ["HOUSE_DATA"] = FOLDER
os.environ.setdefault("SECRET_KEY", "a key for tests that is long enough, and no secret")
os.environ.setdefault("LOG_LEVEL", "ERROR")
if os.environ.get("REDIS_URL"):
    read_number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    os.environ["REDIS_URL"] = f"{os.environ['REDIS_URL'].rsplit('/', 1)[0]}/{read_number}"

from core.settings import *  # noqa: E402, F403
from core.settings import DATABASES  # noqa: E402

if not os.environ.get("DATABASE_URL"):
    DATABASES["default"]["TEST"] = {"NAME": f"{FOLDER}/test.sqlite3"}  # a file, as on the real site
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
WHITENOISE_AUTOREFRESH = True  # looks for a file when it is asked for, instead of listing all of them for every client

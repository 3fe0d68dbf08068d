"""The settings of a test run: the real ones, with an environment and a data folder of its own."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

_data = tempfile.mkdtemp(prefix="constitutional-tests-")
atexit.register(shutil.rmtree, _data, ignore_errors=True)

Path(_data, "static").mkdir()  # WhiteNoise looks for it
os.environ["DATA_DIR"] = _data
os.environ["SECRET_KEY"] = "only-for-tests-" + "0123456789" * 4
os.environ["LIMITS"] = "0"  # limits have tests of their own
os.environ["FIRST_DAY"] = "2026-01-01"
os.environ["ALLOWED_HOSTS"] = "localhost,127.0.0.1,testserver"
for name in ("DEBUG", "PORT", "HTTPS", "PROXIES", "CSRF_TRUSTED_ORIGINS"):
    os.environ.pop(name, None)
# SQLite and in-memory layers, unless a nested run of tests/site sets these two on purpose.
if not os.environ.get("CONSTITUTION_NESTED_TESTS"):
    for name in ("DATABASE_URL", "REDIS_URL"):
        os.environ.pop(name, None)

from constitution_site.settings import *  # noqa: E402, F403
from constitution_site.settings import DATABASES, STORAGES  # noqa: E402

# Pages are rendered here without `collectstatic`; the end-to-end tests serve the hashed files.
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
# Threads of a test end with it, so their connections must not outlive a question.
DATABASES = {"default": DATABASES["default"] | {"CONN_MAX_AGE": 0}}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

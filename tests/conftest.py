"""What holds for every test."""

import os

# The commands speak the language of the environment, and the tests compare what they say in English.
for name in ("LC_ALL", "LC_MESSAGES"):
    os.environ.pop(name, None)
os.environ["LANG"] = "C.UTF-8"

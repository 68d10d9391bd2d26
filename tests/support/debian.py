"""What the tests need of the distribution besides Python: installed where it is missing and we may."""

from __future__ import annotations

import os
import shutil
import subprocess


def install(what: str, purpose: str, *packages: str) -> str:
    """Install packages for the tests of something; why that cannot be, or nothing."""
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        return f"there is no {what}, and no right to install it: apt-get install {packages[0]}, as root"
    print(f"There is no {what}; apt-get installs it for the tests {purpose}.", flush=True)
    for argv in (["update"], ["install", "--yes", "--no-install-recommends", *packages]):
        done = subprocess.run(
            ["apt-get", *argv], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
            text=True, env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"},
        )
        if done.returncode:
            print(done.stdout, flush=True)
    return ""

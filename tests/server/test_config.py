"""Settings of the files for deployment."""

from __future__ import annotations

import re
from typing import Any

import yaml  # type: ignore[import-untyped] # its types are a package of their own

from hornsup.server.config import from_environment
from tests.conftest import ROOT


def test_the_compose_file_gives_settings_that_the_server_takes() -> None:
    found: dict[str, Any] = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())
    server = found["services"]["hornsup"]
    written = {
        name: re.sub(r"\$\{.*?\}", "x", value) for name, value in server["environment"].items()
    }
    config = from_environment(written)
    assert config.secure
    assert not config.is_sqlite
    assert config.trusted_proxies == found["networks"]["inside"]["ipam"]["config"][0]["subnet"]
    assert set(server["depends_on"]) == {"postgres", "redis"}

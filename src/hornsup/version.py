"""The one place where the version stands; CHANGELOG.md must agree."""

__version__ = "0.1.0"

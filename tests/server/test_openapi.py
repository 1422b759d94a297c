"""schemathesis asks the server everything that its own description allows, and much that it does
not: no answer is a failure of the server's (5xx), and every one is of the shape described."""

from __future__ import annotations

import hypothesis
import pytest
import schemathesis

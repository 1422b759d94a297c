"""`python -m hornsup.testing.texts fr`: the faults found in the catalogues of a language."""

from __future__ import annotations

import sys

from hornsup.testing.texts import check_language

found = [line for language in sys.argv[1:] for line in check_language(language)]
sys.stdout.write("\n".join([*found, f"faults: {len(found)}", ""]))
sys.exit(bool(found))

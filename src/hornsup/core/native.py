"""Plain or compiled: which of the two builds runs, and what the compiler must be told.

The same source is installed as it is or compiled with mypyc; docs/compiled.md has the list of
modules. This module itself stays plain.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

PLAIN: Final = "plain"
COMPILED: Final = "compiled"

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
else:
    # The compiler reads the decorator from the source; at run time it does nothing, and nobody
    # needs mypy_extensions to play.
    def mypyc_attr(**_attributes: Any) -> Any:
        return lambda decorated: decorated


def engine() -> str:
    """`compiled` or `plain`: how the engine that is imported was built."""
    from hornsup.core import contract

    return PLAIN if str(contract.__file__).endswith(".py") else COMPILED

"""Reviews of finished games: chances, luck and play, who did what to whom, and the decisions.

`review` gives a whole review; `stream` gives its parts as they are worked out, the graph first.
"""

from hornsup.reviews.data import Books, Graph, Judged, Review, SeenBy, StreamPart
from hornsup.reviews.stream import GUESSES, ledger, review, stream
from hornsup.reviews.what_if import WhatIf, practice, what_if

__all__ = [
    "GUESSES",
    "Books",
    "Graph",
    "Judged",
    "Review",
    "SeenBy",
    "StreamPart",
    "WhatIf",
    "ledger",
    "practice",
    "review",
    "stream",
    "what_if",
]

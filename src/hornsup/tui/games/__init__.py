"""Drawings of the games that come with the package; `GameDrawing` itself shows any other."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from hornsup.core import registry
from hornsup.tui.face import GameDrawing


@cache
def face_of(game: str) -> GameDrawing:
    """How a game looks in the terminal."""
    name = f"{__name__}.{registry.get(game).topic}"
    try:
        module = import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return GameDrawing()
    face = module.FACE
    assert isinstance(face, GameDrawing)
    return face

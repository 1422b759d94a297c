"""Texts, games and rules as the client is told them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from hornsup import i18n
from hornsup.core import registry
from hornsup.play.settings import Settings


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_texts_are_the_catalogues(client: TestClient[Any], language: str) -> None:
    told = client.get(f"/api/texts/{language}.json").json()
    assert told["web"] == i18n.catalogue(language, "web")
    assert {"cards", "words", "forfeits", "dice"} <= set(told)


@pytest.mark.parametrize("name", ["de.json", "en", "en.toml", "..%2fen.json"])
def test_no_other_texts(client: TestClient[Any], name: str) -> None:
    assert client.get(f"/api/texts/{name}").status_code == 404


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_games_tell_every_option_in_sentences(client: TestClient[Any], language: str) -> None:
    catalogue = client.get("/api/games", params={"language": language}).json()
    assert [game["name"] for game in catalogue["games"]] == registry.names()
    for game in catalogue["games"]:
        read = registry.get(game["name"]).read_options
        for preset in game["presets"]:
            assert preset["title"]
            assert read(preset["name"]) == read(preset["changes"])
        for option in game["options"]:
            values = [choice["value"] for choice in option.get("choices", [])]
            for value in values or [option["low"], option["high"]]:
                read({option["name"]: value})
            assert option["default"] in (values or range(option["low"], option["high"] + 1))


def test_games_tell_the_settings_of_a_table_that_nobody_changed(client: TestClient[Any]) -> None:
    for game in client.get("/api/games").json()["games"]:
        assert msgspec.convert(game["settings"], Settings) == Settings(game["name"])


def test_other_languages_are_refused(client: TestClient[Any]) -> None:
    assert client.get("/api/games", params={"language": "de"}).status_code == 400


@pytest.mark.parametrize("game", registry.names())
@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_rules_come_by_chapter_and_all_of_them(
    client: TestClient[Any], game: str, language: str
) -> None:
    told = client.get(f"/api/rules/{game}", params={"language": language}).json()
    numbers = [rule["number"] for chapter in told["chapters"] for rule in chapter["rules"]]
    book = i18n.catalogue(language, f"rules_{game.replace('-', '_')}")
    assert sorted(numbers) == sorted(set(book) - {"chapters"})
    assert all(rule["text"] for chapter in told["chapters"] for rule in chapter["rules"])


@pytest.mark.parametrize("game", registry.names())
@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_rules_come_with_the_overview_and_pictures_that_there_are(
    client: TestClient[Any], game: str, language: str
) -> None:
    told = client.get(f"/api/rules/{game}", params={"language": language}).json()
    lines = i18n.catalogue(language, "overview")[game.replace("-", "_")]
    assert told["overview"]["lines"] == list(lines.values())
    rules = [rule for chapter in told["chapters"] for rule in chapter["rules"]]
    drawn = [rule["picture"] for rule in rules if "picture" in rule]
    assert drawn
    for picture in drawn:
        answer = client.get(f"/art/{picture['file']}")
        assert answer.headers["content-type"] == "image/svg+xml"
        assert picture["alt"] in answer.text


def test_no_rules_of_other_games(client: TestClient[Any]) -> None:
    assert client.get("/api/rules/chess").status_code == 404

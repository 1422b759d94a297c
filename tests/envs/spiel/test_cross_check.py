"""The solver and OpenSpiel agree, and the comparison notices when they do not."""

from __future__ import annotations

import pytest

from hornsup.envs.spiel import cross_check
from hornsup.envs.spiel.cross_check import TOLERANCE, CrossCheck

SMALL = "1.2.H/1.2.0/1.2.!"


@pytest.mark.parametrize(("players", "dice"), [(3, SMALL), (3, "1.H/2.0/3.!"), (4, "1.H/1.0/2.!")])
def test_small_dice_agree(players: int, dice: str) -> None:
    check = CrossCheck(players, dice)
    lines = [*check.expected(), *check.best_answers()]
    assert len(lines) == 3 * players
    for line in lines:
        assert line.difference <= TOLERANCE, str(line)


@pytest.mark.slow
def test_three_players_with_the_standard_dice_agree() -> None:
    lines = list(CrossCheck(3, "standard").expected())
    assert [line.exact for line in lines] == ["16493/46656", "5077/11664", "5987/15552"]
    for line in lines:
        assert line.difference <= TOLERANCE, str(line)


def test_other_play_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keeping the worst die instead of the best changes every seat's share."""
    check = CrossCheck(3, SMALL)
    exact = cross_check.choice_losses
    monkeypatch.setattr(
        cross_check,
        "choice_losses",
        lambda solution, progress: {
            number: -loss for number, loss in exact(solution, progress).items()
        },
    )
    assert max(line.difference for line in check.expected()) > 0.01


def test_the_command_prints_both_numbers_and_their_difference(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert cross_check.main(["--dice", SMALL]) == 0
    printed = capsys.readouterr().out
    assert "A loses                           0.4458161865569273  0.4458161865569273" in printed
    assert "325/729" in printed
    assert "within 1e-12" in printed


def test_the_command_fails_when_they_differ(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cross_check, "TOLERANCE", -1.0)
    assert cross_check.main(["--dice", "1.H/2.0/3.!"]) == 1
    assert "ABOVE" in capsys.readouterr().out

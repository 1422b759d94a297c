"""Logs of earlier versions fold as they did, whatever is refused as a command today."""

from __future__ import annotations

from hornsup.play import entries as log
from tests.play.desk import BEA, CAT, HOST, Desk


def bare_tickets(desk: Desk) -> list[str]:
    """Tickets that can be played now and name nothing."""
    return [text for text in desk.legal() if text.startswith("play ") and len(text.split()) == 2]


def test_a_cell_off_the_table_after_a_ticket_is_read_in_a_log_and_refused_as_a_command() -> None:
    desk = Desk("horns-up", 3).start(HOST, BEA, CAT)
    desk.play_on(lambda: bare_tickets(desk))
    ticket = bare_tickets(desk)[0]
    assert desk.refused(desk.mover, "move", move=f"{ticket} 99,99") == "no-cell-asked"
    assert desk.table.state is not None
    expected = desk.table.state.clone()
    expected.apply(ticket)
    seat = desk.table.to_move
    assert seat is not None
    desk.add(log.Moved(seat, f"{ticket} 99,99", "player"))
    for table in (desk.table, desk.again()):
        assert table.state is not None
        assert table.state.view(seat) == expected.view(seat)
        assert str(table.state.moves_played()[-1]) == ticket

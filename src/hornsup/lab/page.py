"""The HTML and CSS of the report; it needs no network and no scripts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import Final

from hornsup.art import palette

CSS: Final = f"""
:root {{ color-scheme: dark; }}
* {{ box-sizing: border-box; }}
body {{ margin: 0; background: {palette.NIGHT}; color: {palette.PAPER};
  font: 16px/1.5 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }}
main {{ max-width: 1180px; margin: 0 auto; padding: 0 20px 60px; }}
header {{ background: linear-gradient(180deg, {palette.STAGE_CARD}, {palette.NIGHT});
  border-bottom: 1px solid {palette.SLOT}; }}
header > div {{ max-width: 1180px; margin: 0 auto; padding: 28px 20px 24px; }}
h1 {{ font-family: {palette.POSTER}; font-weight: 400; font-size: clamp(30px, 5vw, 50px);
  letter-spacing: .02em; line-height: 1.05; margin: 0 0 10px; color: {palette.LIGHT};
  text-transform: uppercase; }}
h2 {{ font-size: 22px; margin: 0; line-height: 1.25; }}
h3 {{ font-size: 18px; margin: 0 0 4px; color: {palette.LIGHT}; }}
p {{ margin: 0 0 12px; max-width: 72ch; color: {palette.FADED}; }}
header p {{ margin: 14px 0 0; }}
.tiles {{ display: flex; flex-wrap: wrap; gap: 10px; margin-top: 16px; }}
.tiles div {{ background: {palette.PANEL}; border: 1px solid {palette.SLOT}; border-radius: 10px;
  padding: 8px 16px; min-width: 108px; }}
.tiles b {{ display: block; font-size: 22px; line-height: 1.25; color: {palette.PAPER}; }}
.tiles span, .facts dt {{ color: {palette.FADED}; font-size: 13px; }}
code {{ background: {palette.INK}; border-radius: 5px; padding: 1px 5px; font-size: .9em; }}
pre {{ background: {palette.INK}; border: 1px solid {palette.SLOT}; border-radius: 8px;
  margin: 8px 0 0; padding: 9px 12px; white-space: pre-wrap; overflow-wrap: anywhere;
  font-size: 13px; color: {palette.LANE}; }}
a {{ color: {palette.BANGER_LIGHT}; text-underline-offset: 2px; }}
a:focus-visible, summary:focus-visible {{
  outline: 2px solid {palette.LIGHT}; outline-offset: 2px; }}
.contents {{ display: flex; flex-wrap: wrap; gap: 8px; margin: 20px 0 0; }}
.contents a {{ border: 1px solid {palette.SLOT}; border-radius: 99px; padding: 4px 14px;
  text-decoration: none; background: {palette.PANEL}; }}
details.run {{ margin-top: 22px; }}
details.run > summary {{ cursor: pointer; padding: 12px 0;
  border-bottom: 2px solid {palette.EMBER}; }}
summary h2 {{ display: inline; }}
.facts {{ display: flex; flex-wrap: wrap; gap: 4px 28px; margin: 16px 0 10px; }}
.facts div {{ min-width: 0; }}
.facts dd {{ margin: 0; overflow-wrap: anywhere; }}
section {{ background: {palette.FLOOR}; border: 1px solid {palette.SLOT}; border-radius: 14px;
  padding: 20px; margin-top: 18px; }}
.plots {{ display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 14px;
  align-items: start; margin: 12px 0 14px; }}
.plots figure {{ margin: 0; background: {palette.PANEL}; border-radius: 10px; padding: 6px; }}
.beside {{ display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 18px;
  align-items: start; margin-top: 12px; }}
.beside td:first-child {{ min-width: 5em; }}
.beside table {{ font-size: 14px; }}
.beside td.games a {{ margin-right: 6px; font-size: 13px; }}
.beside .plots {{ grid-template-columns: minmax(0, 1fr); margin: 0; }}
.plots svg {{ display: block; width: 100%; height: auto; }}
table {{ border-collapse: collapse; width: 100%; font-size: 15px; }}
th {{ text-align: left; font-weight: 600; color: {palette.FADED}; font-size: 13px; }}
th, td {{ padding: 5px 10px 5px 0; border-bottom: 1px solid {palette.SLOT};
  vertical-align: baseline; }}
tr:last-child td {{ border-bottom: 0; }}
td.number {{ font-variant-numeric: tabular-nums; font-weight: 700; white-space: nowrap; }}
td.range {{ font-variant-numeric: tabular-nums; color: {palette.FADED}; white-space: nowrap; }}
td.games a {{ margin-right: 10px; font-size: 14px; white-space: nowrap; display: inline-block; }}
details.all > summary {{ cursor: pointer; color: {palette.BANGER_LIGHT}; padding: 4px 0; }}
@media (max-width: 720px) {{
  main {{ padding: 0 12px 40px; }}
  header > div {{ padding: 20px 14px 18px; }}
  section {{ padding: 14px 12px; border-radius: 12px; }}
  .plots, .beside {{ grid-template-columns: minmax(0, 1fr); }}
  .plots figure {{ padding: 2px; }}
  .tiles div {{ flex: 1 1 40%; }}
  table, tbody, tr, td {{ display: block; }}
  thead {{ display: none; }}
  tr {{ padding: 8px 0; border-bottom: 1px solid {palette.SLOT}; }}
  tr:last-child {{ border-bottom: 0; }}
  td {{ border: 0; padding: 0; }}
  td.number, td.range {{ display: inline-block; margin-right: 10px; }}
  td.games a, .beside td.games a {{ padding: 4px 0; margin-right: 16px; font-size: 14px; }}
}}
@media print {{ body {{ background: #fff; }} }}
"""
LONG: Final = 16  # a longer table is folded


def slug(text: str) -> str:
    """A text that may stand in an id."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "run"


def whole(title: str, body: str) -> str:
    """The page."""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{CSS}</style>\n</head>\n<body>\n{body}\n"
        "</main>\n</body>\n</html>\n"
    )


def header(title: str, tiles: Sequence[tuple[str, str]], about: str) -> str:
    boxes = "".join(
        f"<div><b>{escape(big)}</b><span>{escape(small)}</span></div>" for big, small in tiles
    )
    return (
        f'<header><div><h1>{escape(title)}</h1><div class="tiles">{boxes}</div>'
        f"<p>{about}</p></div></header>\n<main>"
    )


def run(
    key: str,
    title: str,
    facts: Sequence[tuple[str, str]],
    commands: Sequence[str],
    body: str,
    opened: bool,
) -> str:
    """One run, folded unless it is the first."""
    list_of = "".join(f"<div><dt>{escape(k)}</dt><dd>{escape(v)}</dd></div>" for k, v in facts)
    told = "\n".join(commands)
    return (
        f'<details class="run" id="{key}"{" open" if opened else ""}>'
        f"<summary><h2>{escape(title)}</h2></summary>"
        f'<dl class="facts">{list_of}</dl>'
        f"<p>The game of median length, told move by move (either command):</p>"
        f"<pre>{escape(told)}</pre>\n{body}</details>"
    )


def section(key: str, title: str, text: str, pictures: Sequence[str], rows: Sequence[str]) -> str:
    """A question, its plots and its figures; one plot alone stands beside them."""
    figures = "".join(f"<figure>{picture}</figure>" for picture in pictures)
    body = f'<div class="plots">{figures}</div>{table(rows)}'
    if len(pictures) == 1:
        body = f'<div class="beside">{body}</div>'
    return f'<section id="{key}"><h3>{escape(title)}</h3><p>{escape(text)}</p>{body}</section>'


def table(rows: Sequence[str]) -> str:
    """Figures in rows; a long table is folded behind its first line."""
    head = (
        "<thead><tr><th>figure</th><th>value</th><th>95 % interval</th><th>games</th></tr></thead>"
    )
    whole_table = f"<table>{head}<tbody>{''.join(rows)}</tbody></table>"
    if len(rows) <= LONG:
        return whole_table
    return f'<details class="all"><summary>all {len(rows)} figures</summary>{whole_table}</details>'


def figure_row(label: str, unit: str, shown: tuple[str, str], links: str) -> str:
    value, within = shown
    return (
        f'<tr class="{unit}"><td>{escape(label)}</td><td class="number">{value}</td>'
        f'<td class="range">{within}</td><td class="games">{links}</td></tr>'
    )

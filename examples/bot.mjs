// A bot in JavaScript, without dependencies: one JSON line in for every decision, one out.
//
//   hornsup bot http://127.0.0.1:8000 --exec "node examples/bot.mjs"
//
// Horns Up: walk or build to the cell nearest to the Stage, throw away what is worth least.
// Raise Your Horns!: keep the highest die, name whoever has lost least.
import { createInterface } from "node:readline";

const random = (list) => list[Math.floor(Math.random() * list.length)];

/** The one of these with the highest worth; the first of equals. */
const best = (list, worth) =>
  list.reduce((found, each) => (worth(each) > worth(found) ? each : found));

// --- Raise Your Horns! -------------------------------------------------------------------

/** "keep B4" is worth 4; the Horns beat every number. */
const pips = (move) => (move.endsWith("H") ? 6 : Number(move.at(-1)));

function dice(view, legal) {
  const keeps = legal.filter((move) => move.startsWith("keep "));
  if (keeps.length) return best(keeps, pips);
  const losses = (move) => view.losses[move.charCodeAt(5) - 65]; // "name C" names seat 2
  const names = legal.filter((move) => /^name [A-Z]$/.test(move));
  const others = names.filter((move) => move.charCodeAt(5) - 65 !== view.seat);
  if (others.length) return best(others, (move) => -losses(move));
  return legal.includes("roll") ? "roll" : legal[0];
}

// --- Horns Up ----------------------------------------------------------------------------

/** Steps from a cell "x,y" to the Stage at 0,0. */
const steps = (cell) => cell.split(",").reduce((sum, number) => sum + Math.abs(number), 0);
const goal = (move) => steps(move.split(" ").at(-1));

/** What a card is worth in the hand: Paths lead on, Tickets help, Walls wait. */
const worth = (card) => (card.startsWith("path-") ? 2 : 1);

function hornsUp(view, legal) {
  const pawn = view.rockers[view.seat].pawn;
  const nearer = legal.filter((move) => /^(walk|path) /.test(move) && pawn && goal(move) < steps(pawn));
  if (nearer.length) return best(nearer, (move) => -goal(move));
  const discards = legal.filter((move) => move.startsWith("discard "));
  if (discards.length) return best(discards, (move) => -worth(move.slice(8)));
  const rest = legal.filter((move) => !move.startsWith("walk ")); // to and fro leads nowhere
  return random(rest.length ? rest : legal);
}

// --- the lines ---------------------------------------------------------------------------

const games = { "horns-up": hornsUp, "raise-your-horns": dice };

createInterface({ input: process.stdin }).on("line", (line) => {
  const { game, view, legal } = JSON.parse(line);
  console.log(JSON.stringify({ move: games[game](view, legal) }));
});

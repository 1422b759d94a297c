// Raise Your Horns! on a boardgame.io server in memory: the peer of the load benchmark.
//
// `boardgame_io.py` beside this folder copies it into a folder of its own, runs `npm install` there and
// starts it; nothing is installed here. The game is written the way boardgame.io's guide shows:
// moves change G, the random plugin throws the dice, `endTurn` passes them on. As in our own server
// the legal moves come with the state, and players choose among them. It leaves out the starting
// roll (seat 0 begins) and goes on for as many rounds as `setupData.rounds` says, or for ever.
//
// It is set up to be fast: no undo history, nothing to hide (`playerView` is the default), state in
// memory, NODE_ENV=production. The lobby needs a port of its own, or it answers 404. Ports are
// chosen by the system and printed as one line of JSON; the server ends when its stdin does.
'use strict';

const { Server } = require('boardgame.io/server');
const { INVALID_MOVE } = require('boardgame.io/core');

const FACES = { W: '12345H', B: '012345', F: '12345!' };
const HORNS = 'WH';
const OFF = 'F!';
const ROLL = ['roll'];

const seatName = (seat) => String.fromCharCode(65 + seat);

function newRound(G, starter) {
  G.round += 1;
  G.starter = starter;
  G.hand = ['W', 'B', 'B', 'F'];
  G.kept = [];
  G.choices = ROLL;
}

// R5, R6: the white die stays in play beside a black one, unless it shows the Horns.
function mayKeep(roll) {
  const black = roll.some((face) => face[0] !== 'W');
  const faces = roll.filter((face) => !black || face[0] !== 'W' || face === HORNS);
  return [...new Set(faces)].map((face) => `keep ${face}`);
}

// R7, R8: the lowest value loses, the owner of the Horns never does.
function lowestSeats(kept) {
  const values = kept.map(({ face }) => (face === HORNS ? Infinity : Number(face[1])));
  const lowest = Math.min(...values);
  return kept.filter((_, index) => values[index] === lowest).map(({ seat }) => seat);
}

function endRound(G, losers, starter) {
  for (const seat of losers) G.losses[seat] += 1;
  G.losers = losers;
  newRound(G, starter);
}

// R9 to R11: the symbol ends the round and turns the direction; with Horns about, the roller names.
function off(G, seat, roll) {
  const horns = roll.includes(HORNS) || G.kept.some(({ face }) => face === HORNS);
  if (horns) {
    G.choices = G.losses.map((_, other) => `name ${seatName(other)}`);
    return;
  }
  G.direction = -G.direction;
  endRound(G, [seat], seat);
}

function roll({ G, ctx, random }) {
  if (!G.choices.includes('roll')) return INVALID_MOVE;
  const thrown = G.hand.map((die) => die + FACES[die][random.Die(6) - 1]);
  G.roll = thrown;
  if (thrown.includes(OFF)) off(G, Number(ctx.currentPlayer), thrown);
  else G.choices = mayKeep(thrown);
}

function keep({ G, ctx, events }, face) {
  if (!G.choices.includes(`keep ${face}`)) return INVALID_MOVE;
  const seat = Number(ctx.currentPlayer);
  G.kept.push({ seat, face });
  G.hand.splice(G.hand.indexOf(face[0]), 1);
  G.roll = null;
  if (G.hand.length === 0) {
    endRound(G, lowestSeats(G.kept), seat); // R12: the last roller begins, so the turn goes on
    return;
  }
  G.choices = ROLL;
  const next = (seat + G.direction + ctx.numPlayers) % ctx.numPlayers;
  events.endTurn({ next: String(next) });
}

function name({ G, ctx }, loser) {
  if (!G.choices.includes(`name ${loser}`)) return INVALID_MOVE;
  G.roll = null;
  G.direction = -G.direction;
  endRound(G, [loser.charCodeAt(0) - 65], Number(ctx.currentPlayer));
}

const game = {
  name: 'raise-your-horns',
  minPlayers: 4,
  maxPlayers: 4,
  disableUndo: true,
  setup: ({ ctx }, setupData) => {
    const losses = Array(ctx.numPlayers).fill(0);
    const rounds = (setupData && setupData.rounds) || 0;
    const G = { round: 0, rounds, direction: 1, roll: null, losses, losers: [] };
    newRound(G, 0);
    return G;
  },
  moves: { roll, keep, name },
  endIf: ({ G }) => (G.rounds && G.round > G.rounds ? { losses: G.losses } : undefined),
};

const host = '127.0.0.1';
const server = Server({ games: [game], origins: [] });
server
  .run({ port: { port: 0, host }, lobbyConfig: { apiPort: { port: 0, host } } })
  .then(({ appServer, apiServer }) => {
    const ports = { game: appServer.address().port, lobby: apiServer.address().port };
    process.stdout.write(`${JSON.stringify(ports)}\n`);
  });
process.stdin.on('end', () => process.exit(0)).resume();

/**
 * Puts a log of its own on the page (`#test-log`) and makes `tellBursts(count, size)`, which adds entries as fast bots
 * do, `worstGap()`, how far from its end the list was seen since, `firstLineSeen()`, `stopsScrolling(by)`, which waits until
 * the wheel has moved the list so far or to its end, and `tellTimeout()`.
 */
async () => {
  const [{ createLog }, { logList }, { gamePage }] = await Promise.all(
    ["ui/story/log.js", "ui/story/log-list.js", "catalogue.js"].map((path) => import(`/web/js/${path}`)),
  );
  const game = "horns-up";
  const names = ["Ann", "Bot B"];
  const seats = names.map((name, seat) => ({ seat, name }));
  const model = (version) => ({ version, table: { settings: { game }, seats }, view: null, you: { seats: [0] } });
  const reader = {
    name: game, names: () => names, mine: () => [0], view: () => null, light() {}, look() {}, kept: () => true,
  };
  const make = (id) => {
    const log = createLog(id);
    const list = logList(gamePage(game).log(), log, reader);
    return { log, list };
  };
  const { log, list } = make("test-log");
  const frame = document.createElement("div");
  frame.id = "test-log";
  frame.style.cssText = "position: fixed; inset: 60px auto auto 10px; width: 320px; height: 400px; z-index: 90; display: flex; background: #333";
  frame.append(list.element);
  document.body.append(frame);
  await gamePage(game).log();

  let count = 0;
  let worst = 0;
  const gap = () => list.element.scrollHeight - list.element.scrollTop - list.element.clientHeight;
  const next = () => {
    const turn = Math.floor(count / 6);
    const seat = turn % 2;
    const event =
      count % 6 === 0
        ? { event: "turn-began", seat, turn }
        : { event: "path-played", seat, sides: "NS", cell: `${(count % 7) - 3},${1 + (count % 8)}`, covered: null };
    count += 1;
    return { event, text: event.turn === undefined ? `${names[seat]} plays a Path at ${event.cell} (${count}).` : `Turn ${turn}` };
  };
  const pause = (time) => new Promise((done) => setTimeout(done, time));
  const twoFrames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  window.tellBursts = async (entries, size) => {
    worst = 0;
    for (let told = 0; told < entries; told += size) {
      const events = Array.from({ length: Math.min(size, entries - told) }, next);
      log.take(model(count), { version: count, kind: "moved", events }, null, false);
      log.reveal(model(count));
      if (told % 3 === 0) await pause(told % 5);
      if (told % 4 === 0) {
        await twoFrames();
        worst = Math.max(worst, gap());
      }
    }
    await twoFrames();
    worst = Math.max(worst, gap());
    rested = list.element.scrollTop;
  };
  window.worstGap = () => worst;
  let rested = 0;
  window.stopsScrolling = async (by) => {
    const goal = Math.min(Math.max(rested + by, 0), list.element.scrollHeight - list.element.clientHeight);
    while (Math.abs(list.element.scrollTop - goal) > 1) await twoFrames();
    rested = list.element.scrollTop;
  };
  window.firstLineSeen = () => {
    const top = list.element.getBoundingClientRect().top;
    const lines = [...list.element.querySelectorAll(".log-row, .log-sentence")].filter((each) => each.checkVisibility());
    const seen = lines.find((each) => each.getBoundingClientRect().top >= top);
    return `${seen.textContent} ${Math.round(seen.getBoundingClientRect().top - top)}`;
  };
  window.tellTimeout = () => {
    const { log: other } = make("test-timeout");
    const events = [
      { event: { event: "turn-ended", seat: 0 }, text: "Ann ends the turn." },
      { event: { event: "turn-began", seat: 1, turn: 2 }, text: "Turn 2: Bot B." },
      { event: { event: "drew", seat: 1, card: null }, text: "Bot B draws a card." },
    ];
    other.take(model(9), { version: 9, kind: "timed-out", seat: 0, events }, null, false);
    other.reveal(model(9));
    return other.entries().map(({ text }) => text);
  };
}

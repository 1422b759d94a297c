/**
 * Makes `movesPending()`: whether a move was sent that the server has not answered and shown yet; and
 * `turnsSeen()`: how often another turn began. Whoever has to answer in the middle of a turn begins none.
 */
() => {
  const wanted = new Map();
  let shown = -1;
  let turns = 0;
  let view = {};
  let turn = null;
  const hear = ({ data }) => {
    const told = JSON.parse(data);
    if (told.type === "welcome" || told.type === "update") {
      shown = Math.max(shown, told.version);
      view = told.view ?? { ...view, ...told.patch };
      const now = `${view.turn}/${view.turn_number ?? view.round}`;
      if (now !== turn) turns += 1;
      turn = now;
    }
    if (told.type === "answer" && wanted.has(told.id)) {
      if (told.ok) wanted.set(told.id, told.version);
      else wanted.delete(told.id);
    }
    for (const [id, version] of wanted) if (version <= shown) wanted.delete(id);
  };
  const heard = new WeakSet();
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (text) {
    if (!heard.has(this)) this.addEventListener("message", hear);
    heard.add(this);
    const said = JSON.parse(text);
    if (said.type === "move") wanted.set(said.id, Infinity);
    return send.call(this, text);
  };
  window.movesPending = () => wanted.size > 0;
  window.turnsSeen = () => turns;
}

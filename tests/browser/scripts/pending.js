/**
 * Makes `movesPending()`: whether a move was sent that the server has not answered and shown yet; and
 * `turnsSeen()`: how often somebody else was asked to move than before.
 */
() => {
  const wanted = new Map();
  let shown = -1;
  let turns = 0;
  let mover = null;
  const hear = ({ data }) => {
    const told = JSON.parse(data);
    if (told.type === "welcome" || told.type === "update") {
      shown = Math.max(shown, told.version);
      if ((told.to_move ?? null) !== mover) turns += 1;
      mover = told.to_move ?? null;
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

/**
 * Milliseconds until the frame that shows an update has been painted: `window.paints` has
 * [version, milliseconds]. They count from the update's arrival, or, where the page shows updates one after
 * the other, from the moment when the update's turn comes: the page marks it as "step".
 */
(() => {
  window.paints = { arrival: [], step: [] };
  window.arrivedAt = {};

  /** Once something of the table has changed, wait for the end of that frame. */
  const painted = (kind, version, from) => {
    const table = document.querySelector(".tbl");
    if (!table) return;
    let changed = false;
    const changes = new MutationObserver(() => (changed = true));
    changes.observe(table, { subtree: true, childList: true, attributes: true, characterData: true });
    let frames = 0;
    const frame = () => {
      frames += 1;
      if (!changed && frames < 60) return requestAnimationFrame(frame);
      changes.disconnect();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => window.paints[kind].push([version, performance.now() - from]);
      port2.postMessage(null); // delivered once the frame of this callback has been painted
    };
    requestAnimationFrame(frame);
  };

  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data, timeStamp }) => {
        const text = String(data);
        if (!text.startsWith('{"type":"update"') || !text.includes('"events":[{')) return;
        painted("arrival", Number(/"version":(\d+)/.exec(text)?.[1]), timeStamp);
      });
    }
  };

  const { mark } = performance;
  performance.mark = (name, how, ...more) => {
    if (name === "step") painted("step", how?.detail, performance.now());
    return mark.call(performance, name, how, ...more);
  };
})();

/** Put the component of a game on this page, with a table that the test plays. */
async ({ game, model }) => {
  const { gamePage } = await import("/web/js/catalogue.js");
  const { css, reducedMotion } = await import("/web/js/dom.js");
  const { t } = await import("/web/js/i18n.js");
  const { announce } = await import("/web/js/announce.js");
  const { Timeline } = await import("/web/js/timeline.js");
  const createGame = await gamePage(game).load();
  await css("table");
  const seats = model.table.seats.map(({ name }) => name);
  const none = async () => ({ id: "", ok: false, version: 0 });
  const component = createGame({
    mode: "play",
    t,
    language: "en",
    announce,
    send: async (move) => {
      const step = await window.stagedMove(move);
      window.stagedShow(step);
      return { id: "", ok: true, version: step.model.version };
    },
    why: async () => ({ id: "", ok: true, version: 0 }), // nothing speaks against anything
    ask: none,
    names: () => seats,
    reducedMotion,
  });
  const root = document.getElementById("app");
  root.replaceChildren(component.element);
  component.element.style.height = "100vh";
  window.stagedLog = [];
  const timeline = new Timeline(
    {
      show: async ({ model: after, events }, cue) => {
        const arrive = () => window.stagedLog.push("arrived");
        const tell = (upTo) => window.stagedLog.push(`told ${upTo}`);
        await component.show({ model: after, update: null, events }, { cue, tell, arrive });
      },
      paint: () => {},
    },
    () => (reducedMotion() ? 0 : 1),
  );
  window.stagedShow = ({ model: after, events }) => timeline.push({ model: after, update: null, events });
  window.stagedTimeline = timeline;
  window.stagedGame = component;
  component.paint(model);
}

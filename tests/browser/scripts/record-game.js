/**
 * Makes `lit`, the places that the game's component is asked to light, and `painted`, the model that it has painted
 * last; for tables that are opened later from this page.
 */
async () => {
  window.lit = [];
  window.painted = null;
  const { gamePage } = await import("/web/js/catalogue.js");
  const page = gamePage("horns-up");
  const { load } = page;
  page.load = async () => {
    const make = await load();
    return (ctx) => {
      const game = make(ctx);
      const { light, paint, show } = game;
      return Object.assign(game, {
        light(cells) {
          window.lit.push(cells);
          light?.(cells);
        },
        paint(model) {
          window.painted = model;
          paint(model);
        },
        show(step, showing) {
          window.painted = step.model;
          return show(step, showing);
        },
      });
    };
  };
}

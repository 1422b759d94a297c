/** Icons for buttons, as lines in the colour of the text. */

import { s } from "../../dom.js";

/** @type {Record<string, string>} */
const DRAWN = {
  sun: "M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10ZM12 1v3M12 20v3M1 12h3M20 12h3M4.2 4.2l2.1 2.1M17.7 17.7l2.1 2.1M4.2 19.8l2.1-2.1M17.7 6.3l2.1-2.1",
  moon: "M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5Z",
  menu: "M4 6h16M4 12h16M4 18h16",
  chat: "M4 5h16v11H10l-5 4v-4H4Z",
  log: "M6 4h12v16H6ZM9 8h6M9 12h6M9 16h4",
  since: "M5 4v5h5M5.6 9a8 8 0 1 1-1.4 5.5M12 8v4.5l3 2",
  chevron: "M9 6l6 6-6 6",
  to: "M4 12h14M13 7l5 5-5 5",
  back: "M15 5l-7 7 7 7",
  on: "M9 5l7 7-7 7",
  walk: "M8.5 3c1.7 0 2.5 2 2.5 4s-1 4-2.5 4S6 9.5 6 7.5 6.8 3 8.5 3ZM6.8 13.5h3.4c0 1.9-.5 2.9-1.7 2.9s-1.7-1-1.7-2.9ZM15.5 7.5c1.7 0 2.5 2 2.5 4s-1 4-2.5 4-2.5-1.5-2.5-3.5.8-4.5 2.5-4.5ZM13.8 18h3.4c0 1.9-.5 2.9-1.7 2.9s-1.7-1-1.7-2.9Z",
  undo: "M8 5 3 10l5 5M3 10h11a6 6 0 0 1 0 12h-3",
  help: "M8.5 9a3.5 3.5 0 1 1 5 3.2c-1.1.6-1.5 1.2-1.5 2.3M12 18.5v.1",
  bot: "M5 9h14v10H5ZM12 9V5M9 13.5v1.5M15 13.5v1.5M10.5 4h3",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 21c.5-4.5 3.5-7 7.5-7s7 2.5 7.5 7",
  crown: "M3 8l4.5 4L12 5l4.5 7L21 8l-2 11H5Z",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7v5.5l3.5 2",
  eye: "M2 12s3.5-6.5 10-6.5S22 12 22 12s-3.5 6.5-10 6.5S2 12 2 12ZM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z",
  copy: "M9 8h11v13H9ZM15 8V3H4v13h5",
  share: "M12 15V3M7.5 7 12 3l4.5 4M5 12v9h14v-9",
  download: "M12 3v12M7 10.5l5 5 5-5M4 20h16",
  gear: "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3M5.3 5.3l2.1 2.1M16.6 16.6l2.1 2.1M5.3 18.7l2.1-2.1M16.6 7.4l2.1-2.1",
  cross: "M5 5 19 19M19 5 5 19",
  plus: "M12 4v16M4 12h16",
  screen: "M3 5h18v12H3ZM8 21h8M12 17v4",
  play: "M7 4l13 8-13 8Z",
  replay: "M4 5h16v14H4ZM8 5v14M16 5v14M4 9.5h4M4 14.5h4M16 9.5h4M16 14.5h4",
  graph: "M4 4v16h16M7 15l4-5 3 3 6-7",
  forward: "M4 5l8 7-8 7ZM12 5l8 7-8 7Z",
  seal: "M12 3l7.5 3v6c0 4.5-3 7.5-7.5 9-4.5-1.5-7.5-4.5-7.5-9V6ZM8.5 12l2.5 2.5 4.5-5",
  clockwise: "M20 12a8 8 0 1 1-2.6-5.9M20 3v5h-5",
  anticlockwise: "M4 12a8 8 0 1 0 2.6-5.9M4 3v5h5",
  speaker: "M3 9.5v5h4L12 19V5L7 9.5ZM15.5 8.8a4.5 4.5 0 0 1 0 6.4M18.3 6a8.5 8.5 0 0 1 0 12",
  muted: "M3 9.5v5h4L12 19V5L7 9.5ZM16 9.5l5 5M21 9.5l-5 5",
  down: "M6 9.5l6 6 6-6",
  bell: "M5 17.5c1.5-1.5 2-3 2-7a5 5 0 0 1 10 0c0 4 .5 5.5 2 7ZM10 21h4M12 5.5V3",
  vibrate: "M8 3.5h8v17H8ZM4.5 7.5v9M19.5 7.5v9M1.5 10v4M22.5 10v4",
  phone: "M7 2.5h10v19H7ZM11 18.5h2",
};

/** @param {string} name @param {Record<string, any>} [props] */
export function glyph(name, props = {}) {
  const line = {
    fill: "none",
    stroke: "currentColor",
    "stroke-width": 2,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
  };
  return s(
    "svg",
    { viewBox: "0 0 24 24", class: "glyph", "aria-hidden": "true", ...props },
    s("path", { d: DRAWN[name] ?? "", ...line }),
  );
}

/** Marks that are seen from outside the page: a dot on the tab's icon, and the badge of an installed app. */

const DOT = '<circle cx="76" cy="24" r="22" fill="#FFC84A" stroke="#120B18" stroke-width="6"/>';

let wanted = false;
/** How many tables are known to wait for this player. */
let turns = 0;
/** @type {string | null} the address of the icon as it is without the dot */
let plain = null;
/** @type {Promise<string> | null} */
let dotted = null;

/** @param {boolean} on */
export function markTurn(on) {
  if (on === wanted) return;
  wanted = on;
  badge();
  void icon();
}

/** The number of tables that wait for this player, as far as is known. @param {number} count */
export function countTurns(count) {
  if (count === turns) return;
  turns = count;
  badge();
}

function badge() {
  if (!("setAppBadge" in navigator)) return;
  const shown = wanted || turns ? navigator.setAppBadge(turns || undefined) : navigator.clearAppBadge();
  shown.catch(() => {}); // only installed apps have one
}

async function icon() {
  const link = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="icon"]'));
  if (!link) return;
  plain ??= link.href;
  if (wanted) dotted ??= draw(plain);
  const drawn = wanted ? await dotted?.catch(() => null) : null;
  link.href = (wanted && drawn) || plain; // it may have changed while the icon was fetched
}

/** @param {string} address */
async function draw(address) {
  const drawn = await (await fetch(address)).text();
  return `data:image/svg+xml,${encodeURIComponent(drawn.replace("</svg>", `${DOT}</svg>`))}`;
}

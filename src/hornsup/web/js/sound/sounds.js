/**
 * The sounds, by name: how long each is, how loud, and what it is made of. The levels make the sounds
 * of a group equally loud to the ear; docs/sound.md has the figures, which a test measures.
 */

/** @typedef {import("./synth.js").Kit} Kit */
/** @typedef {keyof typeof SOUNDS} SoundName */
/**
 * @typedef {object} Sound
 * @property {"quiet" | "usual" | "call"} group how loud it is
 * @property {number} seconds its length with its echo
 * @property {number} level
 * @property {number} [echo] seconds of the echo
 * @property {number} [wet] how much of the echo is heard
 * @property {number} [count] how many things it is made of, where that can be chosen
 * @property {number} [variants] how many are made, so that a repetition is not the very same
 * @property {boolean} [hidden] whether it is heard from a tab that is not looked at
 * @property {(kit: Kit, count: number) => void} make
 */

const E2 = 82.41;
const FIFTH = 1.4983;
const POWER = [E2, E2 * FIFTH, E2 * 2];
/** People who cheer, and people who do not. */
const YEAH = /** @type {const} */ ({ vowel: "yeah", pitch: [190, 430], bend: [0.85, 1.15, 0.95] });
const BOO = /** @type {const} */ ({ vowel: "boo", pitch: [95, 210], bend: [1.08, 1, 0.78] });
const MARIMBA = [
  [1, 1],
  [3.93, 0.25],
  [9.2, 0.05],
];

/** @satisfies {Record<string, Sound>} */
export const SOUNDS = {
  // --- things that are moved -----------------------------------------------------------------------
  card: {
    group: "quiet",
    seconds: 0.2,
    level: 0.66,
    echo: 0.15,
    variants: 3,
    make(kit) {
      kit.noise({ seconds: 0.05, gain: 0.5, from: 3400, to: 1800, q: 0.6 });
      kit.noise({ at: 0.012, seconds: 0.09, gain: 0.6, from: 900, to: 420, q: 0.8 });
      kit.tone({ at: 0.012, seconds: 0.12, gain: 0.35, from: 180, to: 75 });
    },
  },
  fly: {
    group: "quiet",
    seconds: 0.4,
    level: 0.64,
    variants: 3,
    make(kit) {
      kit.noise({ seconds: 0.32, gain: 0.5, attack: 0.12, from: 700, to: 3600, q: 1.4 });
      kit.noise({ at: 0.02, seconds: 0.22, gain: 0.12, attack: 0.1, type: "highpass", from: 4000 });
    },
  },
  step: {
    group: "quiet",
    seconds: 0.2,
    level: 1.2,
    echo: 0.15,
    variants: 4,
    make(kit) {
      const foot = kit.between(0.9, 1.15);
      kit.tone({ seconds: 0.08, gain: 0.25, from: 190 * foot, to: 80 });
      kit.noise({ seconds: 0.06, gain: 0.6, from: 800 * foot, to: 450, q: 0.8 });
      kit.noise({ at: 0.01, seconds: 0.03, gain: 0.25, from: 2600 * foot, q: 2 });
    },
  },
  push: {
    group: "usual",
    seconds: 0.7,
    level: 0.52,
    echo: 0.3,
    variants: 2,
    make(kit) {
      kit.tone({ seconds: 0.26, gain: 0.45, attack: 0.015, from: 130, to: 55 });
      kit.noise({ seconds: 0.24, gain: 1, attack: 0.03, from: 760, to: 320, q: 0.8 });
      for (let each = 0; each < 7; each++) {
        const at = 0.07 + each * 0.042 + kit.between(0, 0.02); // the barrier rattles
        kit.noise({ at, seconds: 0.09, gain: 1 - each * 0.12, from: kit.between(2100, 3300), q: 16 });
        kit.knock({ at, from: kit.between(1300, 1900), gain: 0.35 - each * 0.04 });
      }
    },
  },
  surf: {
    group: "usual",
    seconds: 1.8,
    level: 0.43,
    echo: 0.5,
    make(kit) {
      kit.noise({ seconds: 1.25, gain: 0.45, attack: 0.75, from: 240, to: 2600, q: 1.1 });
      kit.noise({ at: 0.2, seconds: 1, gain: 0.12, attack: 0.7, type: "highpass", from: 3000 });
      kit.tone({ seconds: 1.1, gain: 0.12, attack: 0.7, wave: "triangle", from: 160, to: 520 });
      kit.crowd({ ...YEAH, bend: [0.75, 1.25, 1.1], at: 0.25, seconds: 1.55, gain: 1.1, attack: 0.7, hold: 0.15 });
    },
  },
  wall: {
    group: "usual",
    seconds: 1,
    level: 0.43,
    echo: 0.5,
    make(kit) {
      kit.tone({ seconds: 0.45, gain: 0.5, from: 115, to: 40, glide: 0.2 });
      kit.noise({ seconds: 0.22, gain: 1.2, from: 1000, to: 420, q: 0.6 });
      kit.noise({ seconds: 0.05, gain: 0.5, from: 2200, q: 0.7 });
      for (let each = 0; each < 4; each++) {
        const at = 0.1 + each * 0.07 + kit.between(0, 0.03);
        kit.noise({ at, seconds: 0.07, gain: 0.5 - each * 0.1, from: kit.between(500, 1400), q: 3 });
      }
    },
  },
  dice: {
    group: "usual",
    count: 4,
    seconds: 1.1,
    level: 0.42,
    echo: 0.2,
    variants: 3,
    make(kit, count) {
      for (let die = 0; die < count; die++) {
        const pitch = kit.between(1900, 3300);
        let at = die * kit.between(0, 0.03);
        let wait = kit.between(0.1, 0.19); // each jump is lower and shorter than the one before
        for (let gain = kit.between(0.7, 1); gain > 0.06 && at < 0.95; gain *= kit.between(0.6, 0.8)) {
          kit.knock({ at, from: pitch * kit.between(0.92, 1.08), gain });
          at += wait;
          wait *= kit.between(0.62, 0.85);
        }
      }
    },
  },
  "die-keep": {
    group: "quiet",
    seconds: 0.35,
    level: 0.35,
    echo: 0.15,
    variants: 2,
    make(kit) {
      kit.knock({ from: 1700 });
      kit.knock({ at: 0.05, from: 1900, gain: 0.3 });
      kit.pluck({ at: 0.004, seconds: 0.22, gain: 0.35, from: 587 }, MARIMBA);
    },
  },

  // --- people --------------------------------------------------------------------------------------
  crowd: {
    group: "usual",
    seconds: 2.1,
    level: 0.46,
    echo: 0.7,
    variants: 2,
    make(kit) {
      kit.crowd({ ...YEAH, seconds: 1.9, gain: 0.8, attack: 0.45, hold: 0.5, people: 18 });
      kit.whistle({ at: kit.between(0.4, 0.7), seconds: 0.5, gain: 0.06, from: 1900, to: 2900 });
    },
  },
  boo: {
    group: "usual",
    seconds: 2,
    level: 0.45,
    echo: 0.5,
    make(kit) {
      kit.crowd({ ...BOO, seconds: 1.7, gain: 0.9, attack: 0.3, hold: 0.6, people: 16, breath: 0.25 });
    },
  },
  sit: {
    group: "quiet",
    hidden: true,
    seconds: 0.8,
    level: 0.23,
    echo: 0.3,
    make(kit) {
      kit.noise({ seconds: 0.09, gain: 0.5, type: "lowpass", from: 700, to: 200 }); // a chair
      kit.pluck({ at: 0.09, seconds: 0.4, gain: 0.5, from: 392 }, MARIMBA);
      kit.pluck({ at: 0.2, seconds: 0.5, gain: 0.5, from: 523.3 }, MARIMBA);
    },
  },
  chat: {
    group: "quiet",
    hidden: true,
    seconds: 0.3,
    level: 0.5,
    echo: 0.15,
    make(kit) {
      kit.tone({ seconds: 0.09, gain: 0.5, attack: 0.006, from: 420, to: 980, glide: 0.07 });
      kit.tone({ at: 0.085, seconds: 0.12, gain: 0.35, attack: 0.006, from: 620, to: 1240, glide: 0.06 });
    },
  },

  // --- what concerns a player ------------------------------------------------------------------------
  token: {
    group: "usual",
    seconds: 1.6,
    level: 0.27,
    echo: 0.7,
    wet: 0.8,
    make(kit) {
      kit.pluck({ seconds: 0.9, gain: 0.5, from: 622.3, cents: 4 }); // a minor third that falls
      kit.pluck({ at: 0.26, seconds: 1.2, gain: 0.5, from: 523.3, cents: -3 });
      kit.pluck({ at: 0.26, seconds: 1.2, gain: 0.22, from: 261.6 });
    },
  },
  stage: {
    group: "call",
    seconds: 1.9,
    level: 0.14,
    echo: 0.8,
    make(kit) {
      kit.guitar({ seconds: 0.16, gain: 0.8, notes: POWER, hold: 0.05 });
      kit.guitar({ at: 0.2, seconds: 1.5, gain: 1, notes: POWER, hold: 0.45, slide: 0.944 });
      kit.tone({ at: 0.2, seconds: 0.3, gain: 0.8, from: 120, to: 45, glide: 0.12 }); // a bass drum
      kit.noise({ at: 0.2, seconds: 1, gain: 0.16, type: "highpass", from: 5500 }); // a cymbal
    },
  },
  "your-turn": {
    group: "call",
    hidden: true,
    seconds: 1,
    level: 0.39,
    echo: 0.5,
    make(kit) {
      kit.pluck({ seconds: 0.35, gain: 0.5, from: 659.3 });
      kit.pluck({ at: 0.14, seconds: 0.7, gain: 0.6, from: 880 });
      kit.tone({ at: 0.14, seconds: 0.5, gain: 0.2, wave: "triangle", from: 440 });
    },
  },
  "ten-seconds": {
    group: "usual",
    hidden: true,
    seconds: 0.25,
    level: 0.69,
    echo: 0.12,
    make(kit) {
      kit.tone({ seconds: 0.09, gain: 0.6, from: 1320, to: 1240 });
      kit.tone({ seconds: 0.05, gain: 0.25, from: 3310 });
      kit.noise({ seconds: 0.025, gain: 0.4, from: 3000, q: 1 });
    },
  },
  hit: {
    group: "call",
    seconds: 0.9,
    level: 0.24,
    echo: 0.4,
    make(kit) {
      kit.tone({ seconds: 0.35, gain: 0.7, from: 140, to: 45, glide: 0.15 });
      kit.noise({ seconds: 0.12, gain: 1.2, from: 1300, to: 500, q: 0.7 });
      kit.guitar({ seconds: 0.6, gain: 0.7, notes: [E2 * 2, E2 * 2.119, E2 * 2.828], hold: 0.06, slide: 1.12 });
    },
  },
  win: {
    group: "call",
    hidden: true,
    seconds: 3.4,
    level: 0.18,
    echo: 0.9,
    make(kit) {
      [0.7937, 0.8909, 1].forEach((root, each) => {
        const part = { at: each * 0.28, seconds: each === 2 ? 2.2 : 0.24, drive: 5 };
        kit.guitar({ ...part, gain: 0.7, notes: POWER.map((note) => note * root * 2), hold: part.seconds * 0.4 });
        kit.tone({ at: part.at, seconds: 0.25, gain: 0.7, from: 120, to: 45, glide: 0.1 });
      });
      [659.3, 830.6, 987.8, 1318.5].forEach((from, each) =>
        kit.pluck({ at: 0.56 + each * 0.11, seconds: 0.9, gain: 0.3, from }),
      );
      kit.noise({ at: 0.56, seconds: 1.6, gain: 0.16, type: "highpass", from: 5500 });
      kit.crowd({ ...YEAH, at: 0.6, seconds: 2.8, gain: 0.8, attack: 0.6, hold: 0.9, people: 20 });
      for (const at of [1.3, 1.7]) kit.whistle({ at, seconds: 0.5, gain: 0.05, from: 2000 * (at / 1.5), to: 3000 });
    },
  },
  lose: {
    group: "call",
    hidden: true,
    seconds: 2.3,
    level: 0.32,
    echo: 0.7,
    make(kit) {
      [392, 370, 349.2, 329.6].forEach((from, each) => {
        const last = each === 3;
        const part = { at: each * 0.3, seconds: last ? 1 : 0.32, attack: 0.03, hold: last ? 0.35 : 0.14 };
        const mouth = kit.filter({ ...part, type: "lowpass", from: 1500, to: 600, q: 2 }, kit.out);
        const to = last ? from * 0.93 : from * 0.985;
        kit.tone({ ...part, gain: 0.4, wave: "sawtooth", from, to, cents: 5 }, mouth);
        kit.tone({ ...part, gain: 0.4, wave: "sawtooth", from: from / 2, to: to / 2, cents: -5 }, mouth);
      });
    },
  },
};

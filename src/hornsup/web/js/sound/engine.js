/** Plays the sounds: what they are mixed by, how many at once, and how often. */

import { SOUNDS } from "./sounds.js";
import { Kit, room, softClip } from "./synth.js";

/** @typedef {import("./sounds.js").Sound} Sound */
/** @typedef {import("./sounds.js").SoundName} SoundName */
/** @typedef {import("./index.js").PlayOptions} PlayOptions */
/** @typedef {{sound: Sound, source: AudioBufferSourceNode, gain: GainNode}} Voice */

export const MOST_VOICES = 8;
/** Milliseconds within which the same sound does not begin again. */
export const LEAST_GAP = 40;
/** A sound that cannot begin within so many milliseconds is left out: what it belongs to is over. */
const LATEST = 250;
/** After so many milliseconds without a sound the device may switch its audio off. */
const REST = 20_000;
const MOST_COUNT = 8;
/** Milliseconds for the page between the making of two sounds, each of which costs it one or two. */
const PAUSE = 30;
/** Seconds in which a change of volume, or a sound that is stopped, fades. */
const FADE = 0.015;
/** No peak of the mix is higher. */
const CEILING = 0.9;
/** What a compressor with these values amplifies everything by, as WebAudio defines it; it is taken back. */
const MAKE_UP = 1.508;

/** Samples in a second: enough for these sounds, at two thirds of the memory of 48,000. */
const RATE = 32_000;
/** How much of the echo is heard, where a sound does not say it. */
const WET = 0.5;

/**
 * One sound as samples, computed once and not on the page's thread; playing it is then a single node.
 * @param {Sound} sound
 * @param {number} [count] of dice and the like
 * @returns {Promise<AudioBuffer>}
 */
export function render(sound, count = sound.count ?? 1) {
  const { seconds, level, echo, wet = WET } = sound;
  const context = new OfflineAudioContext(1, Math.ceil(seconds * RATE), RATE);
  const out = context.createGain();
  out.gain.setValueAtTime(level, 0);
  out.gain.setValueAtTime(level, seconds - FADE);
  out.gain.linearRampToValueAtTime(0, seconds); // no echo is cut off with a click
  out.connect(context.destination);
  const kit = new Kit(context, context.createGain());
  kit.out.connect(out);
  if (echo) {
    const share = context.createGain();
    share.gain.value = wet;
    kit.out.connect(room(context, echo)).connect(share).connect(out);
  }
  sound.make(kit, count);
  return context.startRendering();
}

/**
 * What all sounds go through: a compressor for many at once, then a soft clip that nothing passes.
 * @param {BaseAudioContext} context
 * @returns {{input: AudioNode, volume: AudioParam}}
 */
export function masterChain(context) {
  const compressor = context.createDynamicsCompressor();
  compressor.threshold.value = -8;
  compressor.knee.value = 4;
  compressor.ratio.value = 10;
  compressor.attack.value = 0.002;
  compressor.release.value = 0.15;
  const back = context.createGain();
  back.gain.value = 1 / MAKE_UP;
  const clip = context.createWaveShaper();
  clip.curve = softClip(1 / CEILING, CEILING);
  const volume = context.createGain();
  compressor.connect(back).connect(clip).connect(volume).connect(context.destination);
  return { input: compressor, volume: volume.gain };
}

export class Engine {
  /** @type {Map<string, Promise<AudioBuffer>>} */
  #buffers = new Map();
  /** @type {Voice[]} the oldest first */
  #voices = [];
  /** @type {Map<string, number>} when each sound began last */
  #begun = new Map();
  #resting = 0;

  /** @param {AudioContext} context */
  constructor(context) {
    this.context = context;
    this.master = masterChain(context);
    context.addEventListener("statechange", () => this.#restLater());
  }

  /** The loudness of everything; ears hear its square as even steps. @param {number} volume 0 to 1 */
  setVolume(volume) {
    this.master.volume.setTargetAtTime(volume ** 2, this.context.currentTime, FADE);
    if (volume === 0) for (const voice of [...this.#voices]) this.#stop(voice);
  }

  /**
   * Play a sound, unless it is one too many.
   * @param {SoundName} name
   * @param {PlayOptions} [options]
   * @param {number} [asked] when it was asked for
   */
  async play(name, options = {}, asked = performance.now()) {
    /** @type {Sound | undefined} */
    const sound = SOUNDS[name];
    if (!sound || (document.hidden && !sound.hidden)) return;
    if (asked - (this.#begun.get(name) ?? -Infinity) < LEAST_GAP) return;
    this.#begun.set(name, asked);
    const [buffer] = await Promise.all([this.#buffer(name, sound, options.count), this.#awake()]);
    if (this.context.state !== "running" || performance.now() - asked > LATEST || !this.#room()) return;
    this.#start(sound, buffer, options);
  }

  /** Make all sounds, one after the other, so that none is late when it is first heard. */
  async prepare() {
    for (const [name, sound] of /** @type {[SoundName, Sound][]} */ (Object.entries(SOUNDS)))
      for (let variant = 0; variant < (sound.variants ?? 1); variant++) {
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
        await this.#buffer(name, sound, sound.count, variant);
      }
  }

  /** @type {(name: SoundName, sound: Sound, count?: number, variant?: number) => Promise<AudioBuffer>} */
  #buffer(name, sound, count = sound.count ?? 1, variant = Math.floor(Math.random() * (sound.variants ?? 1))) {
    const wanted = sound.count ? Math.max(1, Math.min(MOST_COUNT, Math.round(count))) : 1;
    const key = `${name} ${wanted} ${variant}`;
    let buffer = this.#buffers.get(key);
    if (!buffer) this.#buffers.set(key, (buffer = render(sound, wanted)));
    return buffer;
  }

  #restLater() {
    clearTimeout(this.#resting);
    this.#resting = window.setTimeout(() => void this.context.suspend(), REST);
  }

  /** Wait until the device plays; it never does while the browser forbids it. */
  async #awake() {
    this.#restLater();
    if (this.context.state === "running") return;
    const late = new Promise((resolve) => setTimeout(resolve, LATEST));
    await Promise.race([this.context.resume(), late]);
  }

  /** Whether one more voice is possible; the oldest that is no call makes room. */
  #room() {
    if (this.#voices.length < MOST_VOICES) return true;
    const least = this.#voices.find((each) => each.sound.group !== "call");
    if (least) this.#stop(least);
    return Boolean(least);
  }

  /** @param {Sound} sound @param {AudioBuffer} buffer @param {PlayOptions} options */
  #start(sound, buffer, { rate = 1, gain: loud = 1 }) {
    const { context } = this;
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.playbackRate.value = rate * (sound.variants ? 0.96 + 0.08 * Math.random() : 1);
    const gain = context.createGain();
    gain.gain.value = Math.min(1, loud);
    source.connect(gain).connect(this.master.input);
    const voice = { sound, source, gain };
    source.addEventListener("ended", () => this.#forget(voice));
    this.#voices.push(voice);
    source.start();
  }

  /** @param {Voice} voice */
  #stop(voice) {
    voice.gain.gain.setTargetAtTime(0, this.context.currentTime, FADE);
    voice.source.stop(this.context.currentTime + FADE * 4);
    this.#forget(voice, false);
  }

  /** @param {Voice} voice */
  #forget(voice, silent = true) {
    this.#voices = this.#voices.filter((each) => each !== voice);
    if (silent) voice.gain.disconnect();
  }
}

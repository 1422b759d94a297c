/**
 * Building blocks of the sounds: noise and oscillators through filters, and the few instruments made of
 * them. What a method makes is connected to the kit's output unless it is given another node.
 */

/** @typedef {{at?: number, seconds: number, gain?: number, attack?: number, hold?: number}} Shape when, how long, how loud */
/** @typedef {{type?: BiquadFilterType, from: number, to?: number, q?: number}} Band a filter, and where it glides to */
/** @typedef {{wave?: OscillatorType, from: number, to?: number, glide?: number, cents?: number}} Pitch */
/** @typedef {{vowel: keyof typeof VOWELS, pitch: readonly number[], bend: readonly number[], people?: number, breath?: number}} Crowd */

/** How much of the gain is left when a sound is cut off softly: an exponential ramp never reaches zero. */
const REST = 0.006;
const CUT = 0.01;
const NOISE_SECONDS = 2;
const STRING = [
  [1, 1],
  [2, 0.4],
  [3, 0.16],
  [4.02, 0.07],
];
/** The pitch of a knock, and its resonances: ratio to it, gain, seconds of decay. */
const KNOCK = 2000;
const MODES = [
  [1, 0.5, 0.006],
  [1.73, 0.3, 0.004],
  [2.41, 0.2, 0.003],
  [0.43, 0.25, 0.009],
  [0.24, 0.3, 0.012],
];
/** The resonances of what a crowd shouts: frequency, sharpness, gain. */
const VOWELS = {
  yeah: [
    [740, 5, 1],
    [1350, 7, 0.7],
    [2700, 8, 0.3],
  ],
  boo: [
    [330, 5, 1],
    [720, 7, 0.8],
    [2200, 8, 0.14],
  ],
};

export class Kit {
  /** @param {BaseAudioContext} context @param {AudioNode} out */
  constructor(context, out) {
    this.context = context;
    this.out = out;
  }

  /** @param {number} low @param {number} high */
  between(low, high) {
    return low + (high - low) * Math.random();
  }

  // --- parts ---------------------------------------------------------------------------------------

  /** A gain that rises, holds and dies away. @param {Shape} shape @param {...AudioNode} to */
  fade({ at = 0, seconds, gain = 1, attack = 0.002, hold = 0 }, ...to) {
    const node = this.context.createGain();
    node.gain.setValueAtTime(0, at);
    node.gain.linearRampToValueAtTime(gain, at + attack);
    node.gain.setValueAtTime(gain, at + attack + hold);
    const end = at + Math.max(seconds, attack + hold + CUT * 2);
    node.gain.exponentialRampToValueAtTime(gain * REST, end - CUT);
    node.gain.linearRampToValueAtTime(0, end);
    for (const each of to.length ? to : [this.out]) node.connect(each);
    return node;
  }

  /** A filter, which may glide. @param {Band & {at?: number, seconds?: number}} band @param {AudioNode} to */
  filter({ type = "bandpass", from, to: end = from, q = 1, at = 0, seconds = 0 }, to) {
    const node = this.context.createBiquadFilter();
    node.type = type;
    node.Q.value = q;
    node.frequency.setValueAtTime(from, at);
    if (end !== from) node.frequency.exponentialRampToValueAtTime(end, at + seconds);
    node.connect(to);
    return node;
  }

  /** Noise within a band. @param {Shape & Band} part @param {AudioNode} [to] */
  noise(part, to = this.out) {
    const { at = 0, seconds } = part;
    const source = this.context.createBufferSource();
    source.buffer = whiteNoise(this.context.sampleRate);
    source.loop = true;
    source.connect(this.filter(part, this.fade(part, to)));
    source.start(at, this.between(0, NOISE_SECONDS)); // every burst is another one
    source.stop(at + seconds);
  }

  /** A tone, which may glide. @param {Shape & Pitch} part @param {AudioNode} [to] */
  tone(part, to = this.out) {
    const { at = 0, seconds, wave = "sine", from, to: end = from, glide = seconds, cents = 0 } = part;
    const source = this.context.createOscillator();
    source.type = wave;
    source.detune.value = cents;
    source.frequency.setValueAtTime(from, at);
    if (end !== from) source.frequency.exponentialRampToValueAtTime(end, at + glide);
    source.connect(this.fade(part, to));
    source.start(at);
    source.stop(at + seconds);
  }

  // --- instruments ---------------------------------------------------------------------------------

  /** A string or a bell: partials, of which the high ones die first. @param {Shape & Pitch} part @param {number[][]} [partials] */
  pluck(part, partials = STRING) {
    const { from, gain = 1, seconds } = part;
    for (const [ratio, share] of partials)
      this.tone({ ...part, from: from * ratio, gain: gain * share, seconds: seconds / ratio ** 0.6 });
  }

  /** Something small and hard hits wood. @param {{at?: number, from: number, gain?: number}} part */
  knock({ at = 0, from, gain = 1 }) {
    const source = this.context.createBufferSource();
    source.buffer = knockOnWood(this.context.sampleRate);
    source.playbackRate.value = from / KNOCK;
    const loud = this.context.createGain();
    loud.gain.value = gain;
    source.connect(loud).connect(this.out);
    source.start(at);
  }

  /**
   * An overdriven guitar: saws a little out of tune, clipped softly, through a loudspeaker.
   * @param {Shape & {notes: number[], drive?: number, slide?: number}} part
   */
  guitar({ notes, drive = 6, slide = 1, ...part }) {
    const { at = 0, seconds, gain = 1 } = part;
    const speaker = this.filter({ type: "highpass", from: 90, q: 0.7 }, this.fade(part));
    const cone = this.filter({ type: "lowpass", from: 4600, q: 0.5 }, speaker);
    const body = this.filter({ type: "peaking", from: 1100, q: 0.8 }, cone);
    body.gain.value = 5;
    const clip = this.context.createWaveShaper();
    clip.curve = softClip(drive);
    clip.oversample = "2x";
    clip.connect(body);
    const strings = this.fade({ at, seconds: seconds * 1.6, gain: 0.5 / notes.length, attack: 0.004 }, clip);
    const string = { at, seconds, wave: /** @type {const} */ ("sawtooth"), glide: 0.07, hold: seconds };
    for (const note of notes)
      for (const cents of [-7, 6]) this.tone({ ...string, from: note * slide, to: note, cents }, strings);
    this.noise({ at, seconds: 0.03, gain: 0.25 * gain, type: "highpass", from: 2500 }); // the plectrum
  }

  /** Many people shout; `bend` is their pitch at the beginning, the height and the end. @param {Shape & Crowd} part */
  crowd({ vowel, pitch, bend, people = 14, breath = 0.12, ...part }) {
    const { at = 0, seconds, attack = 0.3 } = part;
    const all = this.fade(part);
    const mouths = VOWELS[vowel].map(([from, q, gain]) => {
      const share = this.context.createGain();
      share.gain.value = gain;
      share.connect(all);
      return this.filter({ from, q }, share);
    });
    for (let each = 0; each < people; each++) {
      const late = this.between(0, attack * 0.8);
      const base = pitch[0] * (pitch[1] / pitch[0]) ** ((each + Math.random()) / people);
      const loud = this.between(0.5, 1) * (6 / people);
      this.shout(
        bend.map((ratio) => base * ratio),
        { ...part, at: at + late, seconds: seconds - late, gain: loud },
        mouths,
      );
    }
    this.noise({ ...part, attack, gain: breath, from: VOWELS[vowel][0][0] * 2, q: 0.6 }, all);
  }

  /** One of them. @param {number[]} pitches @param {Shape} part @param {AudioNode[]} mouths */
  shout([begin, height, end], part, mouths) {
    const { at = 0, seconds } = part;
    const voice = this.context.createOscillator();
    voice.type = "sawtooth";
    voice.frequency.setValueAtTime(begin, at);
    voice.frequency.linearRampToValueAtTime(height, at + seconds * this.between(0.15, 0.4));
    voice.frequency.linearRampToValueAtTime(end, at + seconds);
    voice.connect(this.fade({ ...part, attack: this.between(0.05, 0.2) }, ...mouths));
    voice.start(at);
    voice.stop(at + seconds);
  }

  /** Somebody whistles through their fingers. @param {Shape & Pitch} part */
  whistle(part) {
    const { gain = 1, seconds } = part;
    this.tone({ ...part, attack: 0.06, glide: seconds * 0.6 });
    this.noise({ ...part, gain: gain * 0.6, attack: 0.06, q: 12 });
  }
}

/** White noise. */
const whiteNoise = madeOnce(NOISE_SECONDS, () => Math.random() * 2 - 1);

/** What swings when wood is hit, computed directly: thrown dice hit it so often that nodes would cost too much. */
const knockOnWood = madeOnce(0.08, (seconds) => {
  const turn = 2 * Math.PI * KNOCK * seconds;
  const click = seconds < 0.003 ? Math.random() - 0.5 : 0;
  return MODES.reduce(
    (sum, [ratio, gain, decay]) => sum + gain * Math.sin(turn * ratio) * Math.exp(-seconds / decay),
    click,
  );
});

/**
 * A buffer for every sample rate, filled when it is first asked for.
 * @param {number} length in seconds
 * @param {(seconds: number) => number} sample
 */
function madeOnce(length, sample) {
  /** @type {Map<number, AudioBuffer>} */
  const made = new Map();
  return (/** @type {number} */ sampleRate) => {
    let buffer = made.get(sampleRate);
    if (!buffer) {
      buffer = new AudioBuffer({ length: length * sampleRate, sampleRate });
      buffer.copyToChannel(
        Float32Array.from({ length: buffer.length }, (_, at) => sample(at / sampleRate)),
        0,
      );
      made.set(sampleRate, buffer);
    }
    return buffer;
  };
}

/** A curve that rounds peaks off, up to a height. @param {number} drive @param {number} [height] */
export function softClip(drive, height = 1) {
  return Float32Array.from({ length: 1025 }, (_, at) => height * Math.tanh((at / 512 - 1) * drive));
}

/** The echo of a room: noise that dies away. @param {BaseAudioContext} context @param {number} seconds */
export function room(context, seconds) {
  const { sampleRate } = context;
  const length = Math.ceil(seconds * sampleRate);
  const buffer = new AudioBuffer({ length, sampleRate });
  const samples = buffer.getChannelData(0);
  let [smooth, draw, loud] = [0, 1, 1];
  const fading = Math.exp(-6.9 / length);
  for (let at = 0; at < length; at++) {
    draw = (Math.imul(draw, 1664525) + 1013904223) | 0; // the same room every time
    smooth += 0.45 * (draw / 2 ** 31 - smooth); // walls swallow the highest tones
    samples[at] = smooth * loud;
    loud *= fading;
  }
  const node = context.createConvolver();
  node.buffer = buffer;
  return node;
}

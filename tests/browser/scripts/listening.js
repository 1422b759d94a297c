/** Before a page's own scripts: counts what it plays, in `window.heard`. */
() => {
  const heard = { made: 0, contexts: 0, starts: 0, most: 0 };
  window.heard = heard;
  const Made = window.AudioContext;
  window.AudioContext = class extends Made {
    constructor(...how) {
      super(...how);
      heard.contexts += 1;
      window.audio = this;
    }
  };
  const { start } = AudioBufferSourceNode.prototype;
  const { stop } = AudioScheduledSourceNode.prototype;
  const playing = new Set();
  const { startRendering } = OfflineAudioContext.prototype;
  OfflineAudioContext.prototype.startRendering = function () {
    return startRendering.call(this).finally(() => (heard.made += 1));
  };
  /** Sounds are made ahead in offline contexts, which nobody hears. */
  AudioBufferSourceNode.prototype.start = function (...how) {
    if (this.context instanceof Made) {
      heard.starts += 1;
      playing.add(this);
      heard.most = Math.max(heard.most, playing.size);
      this.addEventListener("ended", () => playing.delete(this));
    }
    return start.apply(this, how);
  };
  AudioScheduledSourceNode.prototype.stop = function (...how) {
    if (this.context instanceof Made) playing.delete(this);
    return stop.apply(this, how);
  };
}

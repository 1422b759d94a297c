/** Milliseconds between two frames: `beats.all`; while something moves that will come to an end: `beats.moving`. */
(() => {
  window.beats = { all: [], moving: [] };
  const moving = new Set();
  const known = new WeakSet();
  const follow = (animation) => {
    if (known.has(animation) || !Number.isFinite(Number(animation.effect?.getComputedTiming().endTime))) return;
    known.add(animation);
    moving.add(animation);
    const stop = () => moving.delete(animation);
    animation.finished.then(stop, stop);
  };
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...how) {
    const animation = animate.apply(this, how);
    follow(animation);
    return animation;
  };
  for (const kind of ["animationstart", "transitionrun"])
    addEventListener(kind, ({ target }) => target instanceof Element && target.getAnimations().forEach(follow), true);
  let [last, moved] = [0, false];
  const beat = (now) => {
    window.beats.all.push(now - last);
    if (moved && moving.size) window.beats.moving.push(now - last);
    [last, moved] = [now, moving.size > 0];
    requestAnimationFrame(beat);
  };
  requestAnimationFrame(beat);
})();

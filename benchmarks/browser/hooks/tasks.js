/** Frames that took longer than 50 ms, with the scripts that ran in them and whether they are the page's own. */
(() => {
  window.slowFrames = [];
  const told = ({ duration, invoker, sourceURL, sourceFunctionName }) => ({
    duration,
    own: sourceURL.includes("/web/js/"),
    who: `${sourceFunctionName || invoker} in ${sourceURL.split("/web/js/").at(-1)}`,
  });
  new PerformanceObserver((list) => {
    for (const { duration, scripts } of list.getEntries()) {
      window.slowFrames.push({ duration, scripts: scripts.map(told) });
    }
  }).observe({ type: "long-animation-frame", buffered: true });
})();

/**
 * Browsers start no worker for a page that is opened from the disk. There the search's worker runs in a
 * hidden frame instead. The theme's worker looks for the name `IFrameWorker` in the parent window.
 */
(() => {
  if (location.protocol !== "file:") return;

  class IFrameWorker extends EventTarget {
    constructor(url) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      this.ready = this.load(url);
    }

    /** Gives the frame what a worker has, and loads the script into it. */
    load(url) {
      const { contentWindow: inside, contentDocument: page } = this.frame;
      const script = (src) =>
        new Promise((resolve, reject) => {
          const element = page.createElement("script");
          Object.assign(element, { src, onload: resolve, onerror: reject });
          page.body.append(element);
        });
      inside.postMessage = (data) => setTimeout(() => this.dispatchEvent(new MessageEvent("message", { data })));
      inside.importScripts = (...urls) =>
        urls.reduce((before, each) => before.then(() => script(each)), Promise.resolve());
      return script(url);
    }

    async postMessage(data) {
      await this.ready;
      this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data }));
    }

    terminate() {
      this.frame.remove();
    }
  }

  window.IFrameWorker = window.Worker = IFrameWorker;
})();

/** The widget's side in the notebook: a frame with the packed table, and letters between it and the kernel. */

export default {
  render({ model, el }) {
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-scripts");
    frame.title = model.get("title");
    frame.style.cssText = `width:100%;height:${model.get("height")}px;border:0;border-radius:8px`;
    frame.srcdoc = model.get("page");
    const fromFrame = (event) => {
      if (event.source === frame.contentWindow && event.data?.hornsup) model.send(event.data);
    };
    const fromKernel = (message) => frame.contentWindow?.postMessage(message, "*");
    window.addEventListener("message", fromFrame);
    model.on("msg:custom", fromKernel);
    el.append(frame);
    return () => {
      window.removeEventListener("message", fromFrame);
      model.off("msg:custom", fromKernel);
    };
  },
};

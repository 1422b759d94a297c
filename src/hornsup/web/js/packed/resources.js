/** `fetch` of a packed page: its answers are in the page itself, compressed, by path. */

/** @param {string} packed base64 of gzip @returns {ReadableStream} */
function unpacked(packed) {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  return new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
}

/**
 * A function in place of `fetch`. The packer (web/packing.py) puts it around all modules.
 * @param {Record<string, string>} resources
 * @param {(path: string) => Promise<Response>} [ask] whom to ask for what is not in the page
 * @returns {(path: string, options?: RequestInit) => Promise<Response>}
 */
export function answerFrom(resources, ask) {
  return async (path) => {
    if (Object.hasOwn(resources, path)) return new Response(unpacked(resources[path]));
    return ask ? ask(path) : new Response(null, { status: 404 });
  };
}

/** HTTP requests to the server. */

/** A request that failed: what the server answered, or status 0 if it could not be reached. */
export class Problem extends Error {
  /** @param {number} status @param {string} code @param {string} message */
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/**
 * One request. Resolves with the JSON of the answer (null if it is empty), or throws a Problem.
 * @param {string} method
 * @param {string} path
 * @param {any} [body]
 * @returns {Promise<any>}
 */
export async function api(method, path, body) {
  /** @type {Record<string, string>} */
  const headers = { accept: "application/json", "accept-language": document.documentElement.lang };
  if (body !== undefined) headers["content-type"] = "application/json";
  let response;
  try {
    response = await fetch(path, {
      method,
      headers,
      credentials: "same-origin",
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (error) {
    throw new Problem(0, "offline", String(error));
  }
  const text = await response.text();
  const data = text ? parse(text) : null;
  if (!response.ok) throw new Problem(response.status, data?.code ?? "", data?.message ?? response.statusText);
  return data;
}

/**
 * An answer that comes in lines of JSON, each as soon as it is there; throws a Problem.
 * @param {string} path
 * @param {AbortSignal} signal ends the request
 * @returns {AsyncGenerator<any>}
 */
export async function* readLines(path, signal) {
  const headers = { accept: "application/json", "accept-language": document.documentElement.lang };
  const response = await fetch(path, { headers, credentials: "same-origin", signal });
  if (!response.ok || !response.body) {
    const data = parse(await response.text());
    throw new Problem(response.status, data?.code ?? "", data?.message ?? response.statusText);
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (text + part.value).split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line);
  }
}

/** JSON, or null if it is none. @param {string} text @returns {any} */
export function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Random text of this client that is mixed into the seed, so that the server alone cannot choose the deal. */
export function contribution() {
  return hex(16);
}

/** Random bytes in hexadecimal. @param {number} bytes */
export function hex(bytes) {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(drawn, (each) => each.toString(16).padStart(2, "0")).join("");
}

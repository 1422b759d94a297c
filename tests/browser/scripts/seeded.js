/**
 * Put in place of crypto.getRandomValues: the same seed draws the same bytes. Each size of draw has a
 * stream of its own, which goes on over reloads and in other tabs, so that no id is drawn twice.
 */
(seed) => {
  if (location.protocol === "about:") return;
  const nextOf = (size) => {
    const name = `test-draws-${size}`;
    const next = Number(localStorage.getItem(name) ?? 0) + 1;
    localStorage.setItem(name, String(next));
    return next;
  };
  /** FNV-1a over a text, with a final mix. */
  const hash = (text) => {
    let value = 0x811c9dc5;
    for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
    value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
    value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
    return (value ^ (value >>> 16)) >>> 0;
  };
  Crypto.prototype.getRandomValues = (array) => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    const draw = `${seed}/${bytes.length}/${nextOf(bytes.length)}`;
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = hash(`${draw}/${at}`) & 255;
    return array;
  };
}

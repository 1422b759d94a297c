/**
 * How much an element stands out: its text against its own ground, and its ground against that of another
 * one, which is what it lies on unless told otherwise; as the contrast of WCAG (1 to 21).
 */
(node, other) => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const read = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    return { rgb: [red, green, blue], alpha: alpha / 255 };
  };
  const over = ({ rgb, alpha }, below) => rgb.map((each, at) => each * alpha + below[at] * (1 - alpha));
  const ground = (element) => {
    if (!element) return [255, 255, 255];
    const colour = read(getComputedStyle(element).backgroundColor);
    return colour.alpha === 1 ? colour.rgb : over(colour, ground(element.parentElement));
  };
  const linear = (each) => (each <= 0.04045 * 255 ? each / 255 / 12.92 : ((each / 255 + 0.055) / 1.055) ** 2.4);
  const light = ([red, green, blue]) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  const contrast = (one, two) => {
    const [low, high] = [light(one), light(two)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const own = ground(node);
  const text = over(read(getComputedStyle(node).color), own);
  return { text: contrast(text, own), ground: contrast(own, ground(other ?? node.parentElement)) };
}

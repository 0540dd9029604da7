// The texts in sight whose contrast with what is behind them is below 4.5, as WCAG 2.2 (1.4.3) computes it.
const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });

/** Colours on top of each other, as the browser paints them. */
function painted(colours) {
  canvas.clearRect(0, 0, 1, 1);
  for (const colour of colours) {
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
  }
  return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
}

function luminance(rgb) {
  const [red, green, blue] = rgb
    .map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(element) {
  const behind = [];
  for (let at = element; at; at = at.parentElement) behind.unshift(getComputedStyle(at).backgroundColor);
  const back = luminance(painted(behind));
  const front = luminance(painted([...behind, getComputedStyle(element).color]));
  return (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
}

const ownText = (element) =>
  [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data.trim()).join("");

return [...document.body.querySelectorAll("*:not(script, noscript, svg *)")]
  .filter((element) => ownText(element) !== "" && element.getClientRects().length > 0)
  .map((element) => [`${element.className} ${ownText(element)}`, contrast(element)])
  .filter(([, ratio]) => ratio < 4.5);

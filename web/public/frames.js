// For pages that hold figures of this site in frames: each frame gets the height of its figure, and
// each figure the language and the theme of the page, unless its own address names them. A frame with
// the attribute data-own is left alone.
(() => {
  const home = new URL("embed.html", document.currentScript.src).href;
  const root = document.documentElement;
  const tallest = 20000;

  const frames = () =>
    [...document.querySelectorAll("iframe:not([data-own])")].filter(
      ({ src }) => src.split(/[?#]/u)[0] === home,
    );

  /** What the page says of itself; an empty text says nothing. */
  const language = () => /^(?:tr|en)(?=-|$)/iu.exec(root.lang)?.[0].toLowerCase();
  /** By the paper that the page paints, in whatever colour space; undefined where it paints none. */
  const paper = () => {
    const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    for (const part of pen ? [document.body, root] : []) {
      pen.clearRect(0, 0, 1, 1);
      pen.fillStyle = part ? getComputedStyle(part).backgroundColor : "transparent";
      pen.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = pen.getImageData(0, 0, 1, 1).data;
      if (alpha > 127)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 110 ? "dark" : "light";
    }
  };
  const theme = () => {
    const { colorScheme } = getComputedStyle(root);
    const meta = document.querySelector("meta[name='color-scheme']");
    const schemes = (colorScheme === "normal" && meta ? meta.content : colorScheme).split(" ");
    const [light, dark] = ["light", "dark"].map((scheme) => schemes.includes(scheme));
    if (light === dark) return light ? "auto" : paper();
    return dark ? "dark" : "light";
  };

  // A frame in a sandbox has no origin that could be named here; nothing in it is secret.
  const tell = ({ contentWindow }) =>
    contentWindow?.postMessage({ to: "dikkat", language: language(), theme: theme() }, "*");

  addEventListener("message", ({ source, data }) => {
    if (typeof data !== "object" || data === null || data.from !== "dikkat") return;
    const frame = frames().find(({ contentWindow }) => contentWindow === source);
    if (!frame) return;
    if (data.kind === "ready") tell(frame);
    const { height } = data;
    if (data.kind !== "height" || !Number.isFinite(height)) return;
    if (height > 0 && height <= tallest) frame.height = String(Math.ceil(height));
  });

  const watch = new MutationObserver(() => frames().forEach(tell));
  const told = { attributeFilter: ["lang", "class", "style", "data-theme"] };
  for (const part of [root, document.body]) if (part) watch.observe(part, told);
})();

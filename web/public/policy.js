// The part of embed.html's policy that names whom its files may come from. In a sandboxed frame
// WebKit lets 'self' stand for nobody, so this site is named by its address as well, which only a
// script can know. The first script of the page: nothing is loaded before it.
(() => {
  const home = new URL(".", document.currentScript.src).href;
  // In a policy these two end a source.
  const here = `'self' ${home.replace(/[;,]/gu, encodeURIComponent)}`;
  const sources = {
    "default-src": here,
    "script-src": `${here} 'wasm-unsafe-eval'`,
    "img-src": `${here} data:`,
  };
  const policy = document.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  policy.content = Object.entries(sources)
    .map(([directive, allowed]) => `${directive} ${allowed}`)
    .join("; ");
  document.currentScript.after(policy);
})();

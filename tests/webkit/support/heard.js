// Put before all other scripts of each page of the copy that these tests are served, since the driver
// tells nothing of the console: keeps what the page complains about.
{
  const heard = [];
  Object.defineProperty(globalThis, "heardByTests", { value: heard });
  for (const level of ["error", "warn"]) {
    const tell = console[level];
    console[level] = (...parts) => {
      heard.push(`console: ${parts.join(" ")}`);
      tell.apply(console, parts);
    };
  }
  // In the capturing phase: that a file is missing is told to its element alone.
  const faults = (event) => {
    const { message, filename, lineno, target } = event;
    heard.push(
      message
        ? `uncaught: ${message} ${filename}:${lineno}`
        : `missing: ${target.src ?? target.href}`,
    );
  };
  addEventListener("error", faults, true);
  addEventListener("unhandledrejection", ({ reason }) => heard.push(`uncaught: ${reason}`));
  addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
    heard.push(`policy: ${effectiveDirective} ${blockedURI}`),
  );
}

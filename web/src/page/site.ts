// Whether the site is to be reached, past what is kept of it for when it is not.

/** Is the network there, and the site at the other end of it? */
export async function siteAnswers(): Promise<boolean> {
  try {
    const { ok } = await fetch(location.href, { method: "HEAD", cache: "no-store" });
    return ok;
  } catch {
    return false;
  }
}

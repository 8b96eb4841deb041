// The three ways by which something leaves the page: the clipboard, a file, a picture on the clipboard.

/**
 * A frame without an origin of its own may not save files, whatever its button says. A page that is
 * opened as a file has none either, and may.
 */
export const mayDownload = (): boolean => window.origin !== "null" || window.top === window;

/** False where there is no clipboard, or it refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

export async function copyPicture(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<boolean> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ [type]: new Blob([bytes], { type }) })]);
    return true;
  } catch {
    return false;
  }
}

/** Long enough for any browser to have begun. */
const KEPT = 60_000;

export function download(
  content: string | Uint8Array<ArrayBuffer>,
  name: string,
  type: string,
): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT);
}

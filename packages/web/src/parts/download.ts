/**
 * Gives something to the browser as a file to keep. Its kind is left out, so that no browser shows it as a page of
 * this origin instead.
 */
export function download(name: string, content: string | Blob): void {
  const address = URL.createObjectURL(new Blob([content], { type: "application/octet-stream" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun to read it once the press is over.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}

/** A name that every file system takes: what is not a letter, a digit or a hyphen becomes a hyphen. */
export function plainName(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 60);
  return plain || "app";
}

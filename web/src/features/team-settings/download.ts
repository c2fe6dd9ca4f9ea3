/** Hands a text to the person as a file. */
export function download(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has to have begun reading it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

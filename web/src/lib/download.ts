/** Saves a text as a download. */
export function download(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The URL must stay valid until the browser has started reading it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

// Characters that file systems refuse, and those that would hide a file or reverse its name.
const invalidCharacters = /[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu;

/** `새벽네시반-역할변경이력-2025-09-03.csv` */
export function fileNameOf(teamName: string, content: string, date: string, kind: "csv" | "json"): string {
  const name =
    teamName
      .replaceAll(invalidCharacters, " ")
      .replace(/^[\s.]+/, "")
      .trim()
      .replaceAll(/\s+/g, "-") || "팀";
  return `${name}-${content}-${date}.${kind}`;
}

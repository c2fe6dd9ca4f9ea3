/** Selectable languages of a code block: stored name and label. */
export const languages: readonly (readonly [name: string, label: string])[] = [
  ["python", "Python"],
  ["java", "Java"],
  ["cpp", "C++"],
  ["c", "C"],
  ["javascript", "JavaScript"],
  ["kotlin", "Kotlin"],
  ["csharp", "C#"],
  ["typescript", "TypeScript"],
  ["go", "Go"],
  ["rust", "Rust"],
  ["swift", "Swift"],
  ["sql", "SQL"],
  ["html", "HTML"],
  ["css", "CSS"],
  ["markdown", "Markdown"],
  ["plain", "일반 텍스트"],
];

export const firstLanguage = "python";

const aliases: Readonly<Record<string, string>> = {
  py: "python",
  js: "javascript",
  jsx: "javascript",
  ts: "typescript",
  tsx: "typescript",
  "c++": "cpp",
  golang: "go",
  rs: "rust",
  kt: "kotlin",
  "c#": "csharp",
  cs: "csharp",
  md: "markdown",
  text: "plain",
  txt: "plain",
  plaintext: "plain",
};

/** Normalises a typed or stored language to the form of bodies: `[a-z0-9+#-]`, at most 20 characters. */
export function languageName(typed: string): string {
  const name = typed.toLowerCase();
  const known = Object.hasOwn(aliases, name) ? aliases[name] : name;
  return known && /^[a-z0-9+#-]{1,20}$/.test(known) ? known : "plain";
}

export const languageLabel = (name: string): string =>
  languages.find(([known]) => known === name)?.[1] ?? name;

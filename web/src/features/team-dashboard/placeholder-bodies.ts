import texts from "./placeholder-bodies.md?raw";

/** The note that the following text is not a real post (spec/ui.md §19.1). */
export const placeholderNote = "실제 사용자 데이터와 유사한 팀 둘러보기용 데이터 입니다.";

const strong = (text: string) => `<strong class="editor-text-bold">${text}</strong>`;

function list(tag: "ul" | "ol", lines: readonly string[]): string {
  const items = lines.map((line, index) => {
    const text = line.replace(/^(-|\d+\.) /, "");
    return `<li value="${index + 1}" class="editor-listitem">${text}</li>`;
  });
  return `<${tag}>${items.join("")}</${tag}>`;
}

function blockHtml(block: string): string {
  const html = block.replace(/\*\*(.+?)\*\*/g, (_, text: string) => strong(text));
  if (html.startsWith("# ")) return `<h4>${html.slice(2)}</h4>`;
  if (html.startsWith("- ")) return list("ul", html.split("\n"));
  if (html.startsWith("1. ")) return list("ol", html.split("\n"));
  return `<p>${html}</p>`;
}

const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A code block as stored (spec/wire-contract.md §8), without colours because it is blurred. */
const codeHtml = (language: string, lines: readonly string[]) =>
  `<pre class="codeblock" data-highlight-language="${language}">${lines.map(escaped).join("<br>")}</pre>`;

/**
 * Converts the few Markdown forms of the file to the HTML of a stored body. The file is trusted, so nothing is escaped.
 */
const bodyOf = (text: string): string =>
  text
    .split("```")
    .flatMap((part, index) => {
      if (index % 2 === 0) return part.trim().split("\n\n").map(blockHtml);
      const [language = "", ...lines] = part.trim().split("\n");
      return codeHtml(language, lines);
    })
    .join("");

const [example = "", ...posts] = texts.trim().split("\n\n---\n\n");

/** Replaces a withheld body: the note, then one of six posts chosen by the id. */
export const placeholderBody = (articleId: number): string =>
  `<p>${strong(placeholderNote)}</p>${bodyOf(posts[articleId % posts.length]?.replace("{example}", example) ?? "")}`;

const keywords =
  /^(?:and|as|break|class|continue|def|elif|else|false|False|for|from|if|import|in|int|lambda|long|new|None|not|or|private|public|return|static|String|true|True|void|while)$/;

const token =
  /(?<o>#.*|\/\/.*)|(?<r>"[^"\n]*"|'[^'\n]*')|(?<q>\b\d[\d_]*\b)|(?<word>[A-Za-z_]\w*)|(?<s>[-+*/%<>=!&|^~?]+)|(?<p>[()[\]{}.,;:])/g;

const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function coloured(line: string): string {
  let html = "";
  let end = 0;
  for (const found of line.matchAll(token)) {
    const [text] = found;
    html += escaped(line.slice(end, found.index));
    end = found.index + text.length;
    const kind = kindOf(found.groups ?? {}, line.slice(end));
    html += kind ? `<span class="${kind}">${escaped(text)}</span>` : escaped(text);
  }
  return html + escaped(line.slice(end));
}

function kindOf(groups: Record<string, string | undefined>, rest: string): string | undefined {
  if (groups.word === undefined) return ["o", "r", "q", "s", "p"].find((kind) => groups[kind] !== undefined);
  if (keywords.test(groups.word)) return "t";
  return rest.startsWith("(") ? "v" : undefined;
}

/** Source code of our own as a stored code block (spec/wire-contract.md §8), without the editor's highlighter. */
export function codeHtml(language: string, lines: readonly string[]): string {
  const gutter = lines.map((_, index) => index + 1).join("\n");
  return `<pre class="codeblock" spellcheck="false" data-gutter="${gutter}" data-highlight-language="${language}">${lines.map(coloured).join("<br>")}</pre>`;
}

/** Pieces of the canned posts in the markup of stored bodies. Texts are our own: no escaping. */
export const heading = (text: string) => `<h4>${text}</h4>`;
export const paragraph = (text: string) => `<p>${text}</p>`;
export const strong = (text: string) => `<strong class="editor-text-bold">${text}</strong>`;

const items = (texts: readonly string[]) =>
  texts.map((text, index) => `<li value="${index + 1}" class="editor-listitem">${text}</li>`).join("");
export const bullets = (...texts: string[]) => `<ul>${items(texts)}</ul>`;
export const numbers = (...texts: string[]) => `<ol>${items(texts)}</ol>`;

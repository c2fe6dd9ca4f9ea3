/** Moves the texts of the page into elements of their own, as a browser's translation does, but where it must not. */
export function translatePage(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  const mayTranslate = (text: Text) => !text.parentElement?.closest("[translate=no], script, style");
  for (const text of texts.filter(mayTranslate)) {
    const font = document.createElement("font");
    text.replaceWith(font);
    font.append(text);
  }
}

/**
 * Moves the texts of the page into elements of their own, as a browser's translation does, but where it must not: those
 * that are there, and each that appears later.
 */
export function translatePage(): void {
  const translate = (within: Node) => {
    const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    for (let node: Node | null = walker.currentNode; node; node = walker.nextNode())
      if (node instanceof Text) texts.push(node);
    for (const text of texts) {
      if (!text.parentElement || text.parentElement.closest("[translate=no], script, style, font")) continue;
      const font = document.createElement("font");
      text.replaceWith(font);
      font.append(text);
    }
  };
  translate(document.body);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) addedNodes.forEach(translate);
  }).observe(document.body, { childList: true, subtree: true });
}

/** Replaces an element by its children, however many they are: a call takes only some 100,000 arguments. */
export function unwrap(element: Element): void {
  const children = element.ownerDocument.createDocumentFragment();
  while (element.firstChild) children.append(element.firstChild);
  element.replaceWith(children);
}

import { ContentString, ContentType, type Item, XmlElement, XmlText } from "yjs";

/**
 * Whether undo may delete what its person has put there: not the line, and how it is, in which others have written since.
 * Those would lose what they wrote.
 */
export function isFreeOfOthers(item: Item): boolean {
  const of = item.parentSub === null ? typeOf(item) : item.parent;
  return !(of instanceof XmlText) || !holdsOthers(of, item.id.client);
}

const typeOf = ({ content }: Item) => (content instanceof ContentType ? content.type : null);

function holdsOthers(type: XmlText, self: number): boolean {
  for (let item = type._start; item; item = item.right) {
    if (item.deleted) continue;
    const inner = typeOf(item);
    const isWritten = item.content instanceof ContentString || inner instanceof XmlElement;
    if (isWritten && item.id.client !== self) return true;
    if (inner instanceof XmlText && holdsOthers(inner, self)) return true;
  }
  return false;
}

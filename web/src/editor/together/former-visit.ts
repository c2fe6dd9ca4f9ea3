import {
  applyUpdate,
  ContentString,
  ContentType,
  Doc,
  getItem,
  getState,
  ID,
  Item,
  type Transaction,
  XmlElement,
  XmlText,
  Map as YMap,
} from "yjs";
import { itemsOf, lettersOf, type Orphan, type Piece, placeOf, topOf } from "./ended-lines.ts";

/**
 * What a former visit had written and nobody has seen, in lines that others have ended since. The document has let go of
 * such lines: they are read from the `state` that the visit left, which the transaction has brought.
 */
export function orphansOfVisit({ doc, beforeState }: Transaction, state: Uint8Array): Orphan[] {
  const former = new Doc();
  applyUpdate(former, state);
  const isLost = ({ client, clock }: ID, at = 0) =>
    clock + at >= (beforeState.get(client) ?? 0) && getItem(doc.store, new ID(client, clock + at)).deleted;

  function pieceOf({ id, content }: Item): Piece {
    if (content instanceof ContentString) return lettersOf(content.str, (at) => isLost(id, at));
    const type = content instanceof ContentType && isLost(id) ? content.type : null;
    if (type instanceof XmlElement) return imageOf(type);
    return type instanceof YMap && type.get("__type") === "linebreak" ? "\n" : "";
  }
  function linesIn(line: XmlText): Orphan[] {
    const items = [...itemsOf(line)].filter(({ deleted }) => !deleted);
    const pieces = items.map(pieceOf).filter((piece) => piece !== "");
    const inner = items.map(({ content }) => content instanceof ContentType && content.type);
    return [
      ...(pieces.some((piece) => piece !== "\n") ? [{ after: placeIn(line), pieces }] : []),
      ...inner.flatMap((type) => (type instanceof XmlText ? linesIn(type) : [])),
    ];
  }
  function placeIn(line: XmlText): string | null {
    const ended = topOf(line);
    const here = ended && getItem(doc.store, ended.id);
    const isNew = ({ client, clock }: ID) => clock >= getState(former.store, client);
    return here instanceof Item ? placeOf(here, isNew) : null;
  }
  return linesIn(former.get("root", XmlText));
}

function imageOf(element: XmlElement): Piece {
  const { __src, __altText } = element.getAttributes();
  return { src: __src ?? "", altText: __altText ?? "" };
}

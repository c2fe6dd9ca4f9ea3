import {
  $createParagraphNode,
  $createTextNode,
  $getRoot,
  $isParagraphNode,
  type ParagraphNode,
} from "lexical";

const bold = (text: string): ParagraphNode =>
  $createParagraphNode().append($createTextNode(text).toggleFormat("bold"));
const plain = (text: string): ParagraphNode => $createParagraphNode().append($createTextNode(text));

/** The article template (spec/ui.md §17.6). `today` is a Seoul day, `2025-09-03`. */
export function $insertTemplate(today: string): void {
  const root = $getRoot();
  const last = root.getLastChild();
  if ($isParagraphNode(last) && last.isEmpty()) last.remove();
  root.append(
    bold("제목"),
    plain(`${today} / 문제 분류 / 문제 사이트`),
    $createParagraphNode(),
    bold("문제 유형"),
    $createParagraphNode(),
    bold("풀이 방법 도출"),
    $createParagraphNode(),
    bold("시간 복잡도"),
    $createParagraphNode(),
    bold("핵심 코드 삽입 및 설명"),
    $createParagraphNode(),
  );
  root.selectEnd();
}

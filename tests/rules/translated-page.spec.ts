import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseAst } from "vite";
import { describe, expect, it } from "vitest";

/**
 * A browser's translation moves text nodes into elements of its own. React then fails to insert a sibling before such a
 * text or to remove it, and the page is lost: text beside what comes and goes needs an element of its own.
 */
const web = fileURLToPath(new URL("../../web/src/", import.meta.url));
const files = readdirSync(web, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".tsx") && !file.endsWith(".spec.tsx"),
);

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";
const nodesIn = (node: Node): readonly Node[] => Object.values(node).flat().filter(isNode);
const isElement = ({ type }: Node) => type === "JSXElement" || type === "JSXFragment";
const isFunction = ({ type, body }: Node) => /Function/.test(type) && isNode(body);
/** The function that makes the items of a list, if the node is a list. */
const itemOf = ({ type, callee, arguments: given }: Node): Node | undefined =>
  type === "CallExpression" &&
  isNode(callee) &&
  isNode(callee.property) &&
  /^(map|flatMap)$/.test(String(callee.property.name))
    ? (given as readonly Node[]).find(isFunction)
    : undefined;

const tagOf = (node: Node, source: string) => /^<[\w.]*/.exec(source.slice(node.start))?.[0] ?? "<";

/** What an expression may become on the page: `text`, `nothing`, or elements by their tag. A name is a text unless the file declares it, or what it returns, as `ReactElement`. */
function kindsOf(node: Node, source: string): readonly string[] {
  const of = (field: string) => kindsOf(node[field] as Node, source);
  if (node.type === "JSXFragment" && childrenOf(node, source).some(({ kinds }) => kinds.includes("text")))
    return ["text"];
  if (isElement(node)) return [tagOf(node, source)];
  if (node.type === "ParenthesizedExpression") return of("expression");
  if (node.type === "ConditionalExpression") return [...of("consequent"), ...of("alternate")];
  if (node.type === "LogicalExpression")
    return node.operator === "&&" ? ["nothing", ...of("right")] : [...of("left"), ...of("right")];
  if (node.type === "Literal" && (node.value === null || typeof node.value === "boolean")) return ["nothing"];
  const item = itemOf(node);
  if (item) return ["nothing", ...resultsOf(item, source)];
  const { name } = (node.type === "CallExpression" ? node.callee : node) as Node;
  if (/^(createElement|cloneElement|createPortal)$/.test(String(name))) return ["<"];
  const declared = new RegExp(`\\b${name}\\??: (\\([^)]*\\) => )?ReactElement\\b`);
  return declared.test(source) ? ["<"] : ["text"];
}

/** What a function may return. */
function resultsOf(node: Node, source: string): readonly string[] {
  const body = node.body as Node;
  if (body.type !== "BlockStatement") return kindsOf(body, source);
  const results: string[] = [];
  const visit = (inner: Node) => {
    if (isFunction(inner)) return;
    if (inner.type === "ReturnStatement")
      results.push(...(isNode(inner.argument) ? kindsOf(inner.argument, source) : ["nothing"]));
    else nodesIn(inner).forEach(visit);
  };
  visit(body);
  return results;
}

function childrenOf(parent: Node, source: string): readonly { at: number; kinds: readonly string[] }[] {
  return (parent.children as readonly Node[]).flatMap((child) => {
    if (child.type === "JSXText")
      return String(child.value).trim() === "" && String(child.value).includes("\n")
        ? []
        : [{ at: child.start, kinds: ["text"] }];
    if (child.type !== "JSXExpressionContainer") return [{ at: child.start, kinds: ["<"] }];
    const expression = child.expression as Node;
    if (expression.type === "JSXEmptyExpression") return [];
    return [{ at: child.start, kinds: kindsOf(expression, source) }];
  });
}

/** Lines with a bare text that comes and goes beside others or in a list, or that follows what comes and goes. */
function faultsIn(source: string): readonly number[] {
  const faults: number[] = [];
  const visit = (node: Node) => {
    if (isFunction(node)) {
      const results = resultsOf(node, source);
      if (results.includes("text") && results.some((kind) => kind.startsWith("<")))
        faults.push(source.slice(0, node.start).split("\n").length);
    }
    const children = isElement(node) ? childrenOf(node, source) : [];
    children.forEach(({ at, kinds }, index) => {
      const varies = new Set(kinds).size > 1;
      if (
        children.length > 1 &&
        varies &&
        (kinds.includes("text") || children[index + 1]?.kinds.includes("text"))
      )
        faults.push(source.slice(0, at).split("\n").length);
    });
    nodesIn(node).forEach(visit);
  };
  visit(parseAst(source, { lang: "tsx" }) as unknown as Node);
  return faults;
}

describe("bare text in a page that the browser translates", () => {
  it.each([
    ["follows a condition", "<b>{pending && <i />} 보내기</b>"],
    ["follows a list", "<b>{names.map((name) => <i key={name} />)} 외</b>"],
    ["are the children after a condition", "<b>{pending && <i />}{children}</b>"],
    ["follows elements that take turns", "<b>{isCopied ? <Check /> : <Copy />} 복사</b>"],
    ["comes and goes", "<b><i />{copied && ' 복사했어요'}</b>"],
    ["comes and goes in a fragment", "<b><i />{copied && <>복사했어요</>}</b>"],
    ["takes turns with an element", "<b><i />{bold ? <b>방장</b> : role}</b>"],
    [
      "takes turns with an element in a list",
      "<b>{parts.map(({ at, word }) => at ? <b key={at}>{word}</b> : word)}</b>",
    ],
    ["comes and goes in a list", "<b><i />{names.map((name) => { return name; })}</b>"],
    ["takes turns with what a component returns", "({ word, at }) => at ? <b>{word}</b> : word"],
  ])("is found where it is wrong: %s", (_, markup) => {
    expect(faultsIn(`const page = ${markup};`)).toEqual([1]);
  });

  it.each([
    "<b>{pending && <i />}<span>보내기</span></b>",
    "<b><i />{count} 개</b>",
    "<b>{copied ? '복사했어요' : '복사하기'}</b>",
    "<b>보내기{pending && <i />}</b>",
    "<b>{parts.map(({ at, word }) => at ? <b key={at}>{word}</b> : <i key={at}>{word}</i>)}</b>",
    "({ word, at }) => at ? <b>{word}</b> : null",
    "({ show, word }: { show: (word: string) => ReactElement }) => word ? show(word) : <i />",
  ])("is accepted where it is right: %s", (markup) => {
    expect(faultsIn(`const page = ${markup};`)).toEqual([]);
  });

  it("stands beside nothing that comes and goes", () => {
    expect(files.length).toBeGreaterThan(150);
    const found = files.flatMap((file) =>
      faultsIn(readFileSync(web + file, "utf8")).map((line) => `${file}:${line}`),
    );
    expect(found).toEqual([]);
  });
});

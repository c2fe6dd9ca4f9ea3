import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseAst } from "vite";

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

interface Module {
  readonly file: string;
  /** Declarations of the module by name. */
  readonly declared: ReadonlyMap<string, Node>;
  /** Imported names of the tree's own modules, with file and name there. */
  readonly imported: ReadonlyMap<string, readonly [file: string, name: string]>;
}

const root = new URL("../..", import.meta.url).pathname;
const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";
const nodesOf = (value: unknown) => [value].flat().filter(isNode);
const nameOf = (node: unknown) => String((node as Node).name);

/** The file of an import; undefined for a package. */
function fileOf(source: string, from: string): string | undefined {
  if (source.startsWith(".")) return join(dirname(from), source);
  return source.startsWith("#") ? `${source.slice(1)}.ts` : undefined;
}

const modules = new Map<string, Module>();
function moduleOf(file: string): Module {
  const known = modules.get(file);
  if (known) return known;
  const { body } = parseAst(readFileSync(join(root, file), "utf8"), { lang: "ts" }) as unknown as {
    body: Node[];
  };
  const declared = new Map<string, Node>();
  const imported = new Map<string, readonly [string, string]>();
  for (const statement of body) {
    const from =
      statement.type === "ImportDeclaration" && fileOf(String((statement.source as Node).value), file);
    if (from && existsSync(join(root, from)))
      for (const { local, imported: there } of nodesOf(statement.specifiers))
        if (there) imported.set(nameOf(local), [from, nameOf(there)]);
    const declaration = isNode(statement.declaration) ? statement.declaration : statement;
    if (/^(Function|Class)Declaration$/.test(declaration.type))
      declared.set(nameOf(declaration.id), declaration);
    for (const each of nodesOf(declaration.declarations)) declared.set(nameOf(each.id), each.init as Node);
  }
  const module = { file, declared, imported };
  modules.set(file, module);
  return module;
}

/** Positions, types and comments are not part of what code does. */
const ignored =
  /^(start|end|range|loc|typeAnnotation|returnType|typeParameters|typeArguments|optional|declare)$/;
const wrappers = /^TS(As|Satisfies|NonNull)Expression$|^ParenthesizedExpression$/;

const unwrapped = (node: Node | undefined): Node | undefined =>
  node && wrappers.test(node.type) ? unwrapped(node.expression as Node) : node;

/** What a table and its handlers consist of: their code, with that of every declaration that it names. */
class Code {
  private readonly parts = new Map<string, unknown>();

  add(key: string, node: unknown, module: Module): void {
    if (this.parts.has(key)) return;
    this.parts.set(key, null);
    this.parts.set(key, this.plain(node, module));
  }

  digest(): string {
    const sorted = [...this.parts].sort(([a], [b]) => (a < b ? -1 : 1));
    return createHash("sha256").update(JSON.stringify(sorted)).digest("hex").slice(0, 16);
  }

  private plain(value: unknown, module: Module): unknown {
    if (Array.isArray(value)) return value.map((each) => this.plain(each, module));
    if (typeof value === "bigint") return String(value);
    if (!isNode(value)) return value;
    if (wrappers.test(value.type)) return this.plain(unwrapped(value), module);
    if (value.type === "Identifier") this.follow(nameOf(value), module);
    const isNamed = !value.computed;
    const { object, property } = value;
    if (isNamed && isNode(object) && object.type === "Identifier" && isNode(property)) {
      this.follow(nameOf(object), module, nameOf(property));
      return [nameOf(object), nameOf(property)];
    }
    return Object.entries(value).flatMap(([field, part]) => {
      if (ignored.test(field)) return [];
      // Names of properties are not those of declarations.
      const isName = isNamed && isNode(part) && part.type === "Identifier" && /^(key|property)$/.test(field);
      return [[field, isName ? nameOf(part) : this.plain(part, module)]];
    });
  }

  /** Adds what a name stands for; of an object of constants, such as `limits`, only the named property. */
  private follow(name: string, module: Module, property?: string): void {
    const [file, there] = module.imported.get(name) ?? [module.file, name];
    const declaring = moduleOf(file);
    const node = unwrapped(declaring.declared.get(there));
    const part = nodesOf(node?.properties).find(({ key }) => property && nameOf(key) === property);
    if (part) this.add(`${file} ${there}.${property}`, part.value, declaring);
    else if (node) this.add(`${file} ${there}`, node, declaring);
  }
}

/** The digest of a read model's table and handlers in a file; undefined if the file declares none. */
export function projectionDigest(file: string, exported: string): string | undefined {
  const module = moduleOf(file);
  const [definition] = nodesOf(module.declared.get(exported)?.arguments);
  const code = new Code();
  const parts = nodesOf(definition?.properties).filter(({ key }) => /^(table|handlers)$/.test(nameOf(key)));
  for (const { key, value } of parts) code.add(nameOf(key), value, module);
  return parts.length === 2 ? code.digest() : undefined;
}

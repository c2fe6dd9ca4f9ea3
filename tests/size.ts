import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { parseSync } from "@swc/core";

/**
 * `npm run size [-- <commit>]`: lines of product, style and tests, percentiles of files and functions, the files of one
 * slice, and those that a value passes, if wanted beside those of another commit. Counts tracked files; every line of a
 * file counts, and those of nested functions count for each function that contains them.
 */
const root = new URL("..", import.meta.url).pathname;

/** Files that belong to applying alone. */
const applySlice = [
  "contracts/application/api.ts",
  "contracts/application/events.ts",
  "services/recruitment/application-routes.ts",
  "services/recruitment/application.ts",
  "projections/my-applications.ts",
  "web/src/features/recruitment/application-drafts.ts",
  "web/src/features/recruitment/applications.tsx",
  "web/src/features/recruitment/apply-box.tsx",
  "web/src/features/recruitment/queries.ts",
];

/** In the order in which a value passes them, with the name under which it does: its own, or of what holds it or hands it on. */
type Walk = Readonly<Record<string, string>>;

/**
 * The files that a value passes from where it is typed to the read model and back to where it is shown. Not counted is what
 * carries all values alike and names none: ui/, lib/calls, platform/, event-store/, the projector.
 */
const walks: Readonly<Record<string, Walk>> = {
  teamApplyBody: {
    "web/src/features/recruitment/apply-box.tsx": "teamApplyBody",
    "web/src/features/recruitment/application-drafts.ts": "onText",
    "contracts/application/api.ts": "teamApplyBody",
    "services/recruitment/application-routes.ts": "teamApplyBody",
    "services/recruitment/recruitment.ts": "decideApplication",
    "services/recruitment/application.ts": "body",
    "contracts/application/events.ts": "body",
    "projections/my-applications.ts": "teamApplyBody",
    "projections/recruitment-detail.ts": "applicationsSeenBy",
    "contracts/recruitment/api.ts": "applicationView",
    "services/app/queries.ts": "readRecruitment",
    "web/src/features/recruitment/queries.ts": "getRecruitment",
    "web/src/features/recruitment/detail-page.tsx": "teamApplyResponses",
    "web/src/features/recruitment/applications.tsx": "teamApplyBody",
  },
  teamAnnouncement: {
    "web/src/features/team/announcement-editor.tsx": "teamAnnouncement",
    "contracts/team/api.ts": "teamAnnouncement",
    "services/team/routes.ts": "teamAnnouncement",
    "services/team/team.ts": "announcement",
    "contracts/team/events.ts": "announcement",
    "projections/team-page.ts": "teamAnnouncement",
    "services/app/queries.ts": "readTeamPage",
    "web/src/features/team/queries.ts": "getTeamPage",
    "web/src/features/team/use-team-page.ts": "teamPageQuery",
    "web/src/features/team-dashboard/team-dashboard-page.tsx": "teamAnnouncement",
    "web/src/features/team/announcement-box.tsx": "text",
  },
};

/** Above it, functions and files are listed. */
const longFunction = 120;
const longFile = 300;
interface Text {
  readonly file: string;
  readonly text: string;
  readonly lines: number;
}

const git = (args: readonly string[], input = "") =>
  execFileSync("git", args, { cwd: root, input, maxBuffer: 2 ** 30 });
const linesOf = (output: Buffer) => output.toString().split("\0").filter(Boolean);

function textOf(file: string, bytes: Buffer): Text[] {
  // Like git: a file that contains a NUL is not text.
  if (bytes.includes(0)) return [];
  const text = bytes.toString();
  return [{ file, text, lines: countLines(text) }];
}

const trackedTexts = (): Text[] =>
  linesOf(git(["ls-files", "-z"]))
    .filter((file) => existsSync(root + file))
    .flatMap((file) => textOf(file, readFileSync(root + file)));

function textsOfCommit(commit: string): Text[] {
  const entries = linesOf(git(["ls-tree", "-r", "-z", commit])).map((line) => {
    const [, , id = "", file = ""] = line.split(/[ \t]/);
    return { id, file };
  });
  // For each id a line `<id> blob <bytes>`, the bytes and a line break.
  const output = git(["cat-file", "--batch"], entries.map(({ id }) => `${id}\n`).join(""));
  let at = 0;
  return entries.flatMap(({ file }) => {
    const begin = output.indexOf("\n", at) + 1;
    const end = begin + Number(output.subarray(at, begin).toString().split(" ")[2]);
    at = end + 1;
    return textOf(file, output.subarray(begin, end));
  });
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** First line and number of lines of every function. */
function functionsIn({ file, text }: Text): { at: string; lines: number }[] {
  // The empty statement in front tells from which byte the parser counts.
  const bytes = Buffer.from(`;${text}`);
  const { body } = parseSync(bytes.toString(), { syntax: "typescript", tsx: true });
  const base = body[0]?.span.start ?? 0;
  const lineAt = (offset: number) => countLines(bytes.subarray(0, offset - base + 1).toString());
  const found: { at: string; lines: number }[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    for (const child of Object.values(node)) visit(child);
    const { type, span, body: own } = node as { type?: string; span?: Span; body?: unknown };
    if (!isFunction(type) || !span || !own) return;
    const first = lineAt(span.start);
    found.push({ at: `${file}:${first}`, lines: lineAt(span.end - 1) - first + 1 });
  };
  visit(body);
  return found;
}

const isFunction = (type: string | undefined) =>
  /^(?:Function(?:Declaration|Expression)|ArrowFunctionExpression|ClassMethod|PrivateMethod|MethodProperty|Constructor|GetterProperty|SetterProperty)$/.test(
    type ?? "",
  );

function countLines(text: string): number {
  if (text === "") return 0;
  let lines = text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

const isCode = (file: string) => /\.(?:ts|tsx|mjs|js)$/.test(file);
const isTest = (file: string) => file.startsWith("tests/") || /\.spec\.tsx?$/.test(file);
const isServer = (file: string) => /^(?:contracts|services|projections)\//.test(file);
const isWeb = (file: string) => file.startsWith("web/src/");
const isProduct = ({ file }: Text) => isCode(file) && !isTest(file) && (isServer(file) || isWeb(file));

const sumOf = (files: readonly Text[]) => files.reduce((sum, { lines }) => sum + lines, 0);

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** The figures by their titles. */
function figuresOf(texts: readonly Text[], functions: readonly { lines: number }[]): Map<string, number> {
  const product = texts.filter(isProduct);
  const ofFiles = product.map(({ lines }) => lines);
  const ofFunctions = functions.map(({ lines }) => lines);
  const slice = product.filter(({ file }) => applySlice.includes(file));
  return new Map([
    ["product TypeScript, lines", sumOf(product)],
    ["  server: contracts, services, projections", sumOf(product.filter(({ file }) => isServer(file)))],
    ["  web", sumOf(product.filter(({ file }) => isWeb(file)))],
    ["CSS, lines", sumOf(texts.filter(({ file }) => file.endsWith(".css")))],
    ["specs and tests, lines", sumOf(texts.filter(({ file }) => isCode(file) && isTest(file)))],
    ["tracked text, lines", sumOf(texts)],
    ["product files", product.length],
    ["product files, median lines", percentile(ofFiles, 0.5)],
    ["product files, p90 lines", percentile(ofFiles, 0.9)],
    ["product files under 30 lines", ofFiles.filter((lines) => lines < 30).length],
    ["functions, median lines", percentile(ofFunctions, 0.5)],
    ["functions, p90 lines", percentile(ofFunctions, 0.9)],
    [`functions above ${longFunction} lines`, ofFunctions.filter((lines) => lines > longFunction).length],
    ["slice «apply», files", slice.length],
    ["slice «apply», lines", sumOf(slice)],
  ]);
}

const functionsOf = (texts: readonly Text[]) => texts.filter(isProduct).flatMap(functionsIn);

const commit = process.argv[2];
const texts = trackedTexts();
const functions = functionsOf(texts);
const before = commit === undefined ? undefined : textsOfCommit(commit);
const beside = before && figuresOf(before, functionsOf(before));
if (commit) process.stdout.write(`${"".padEnd(44)}${"now".padStart(8)}   ${commit}\n`);
for (const [title, value] of figuresOf(texts, functions)) {
  const other = beside ? `   ${beside.get(title)}` : "";
  process.stdout.write(`${title.padEnd(44)}${String(value).padStart(8)}${other}\n`);
}

const list = (title: string, lines: readonly string[]) => {
  if (lines.length > 0) process.stdout.write(`\n${title}\n${lines.map((line) => `  ${line}\n`).join("")}`);
};
list(
  `Functions above ${longFunction} lines`,
  functions
    .filter(({ lines }) => lines > longFunction)
    .sort((a, b) => b.lines - a.lines)
    .map(({ lines, at }) => `${lines}  ${at}`),
);
const product = texts.filter(isProduct);
list(
  `Product files above ${longFile} lines`,
  product.filter(({ lines }) => lines > longFile).map(({ lines, file }) => `${lines}  ${file}`),
);
for (const [value, files] of Object.entries(walks))
  list(
    `The way of ${value}, from where it is typed back to where it is shown`,
    Object.entries(files).map(([file, name]) => `${file}  ${name}`),
  );
const lost = [
  ...applySlice.filter((file) => !product.some((one) => one.file === file)),
  ...Object.values(walks).flatMap((files) =>
    Object.entries(files)
      .filter(([file, name]) => !product.find((one) => one.file === file)?.text.includes(name))
      .map(([file, name]) => `${file}  ${name}`),
  ),
];
list("Listed in tests/size.ts and not there (moved or merged: correct the list)", lost);
process.exitCode = lost.length === 0 ? 0 : 1;

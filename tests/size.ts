import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { parseSync } from "@swc/core";

/**
 * `npm run size`: lines of product, style and tests, percentiles of files and functions, and the files of one slice,
 * each beside its target. Counts tracked files; every line of a file counts.
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

interface Walk {
  readonly max: number;
  /** In the order in which it passes them, with the name under which it does: its own, or of what holds it or hands it on. */
  readonly files: Readonly<Record<string, string>>;
}

/**
 * The files that a value passes from where it is typed to the read model and back to where it is shown. Not counted is what
 * carries all values alike and names none: ui/, lib/calls, platform/, event-store/, the projector.
 */
const walks: Readonly<Record<string, Walk>> = {
  teamApplyBody: {
    max: 14,
    files: {
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
  },
  teamAnnouncement: {
    max: 12,
    files: {
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
  },
};

const maxFunctionLines = 80;
const maxFileLines = 300;
const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" })
  .split("\0")
  .filter((file) => file !== "" && existsSync(root + file))
  .map((file) => ({ file, bytes: readFileSync(root + file) }))
  // Like git: a file that contains a NUL is not text.
  .filter(({ bytes }) => !bytes.includes(0))
  .map(({ file, bytes }) => ({ file, text: bytes.toString(), lines: countLines(bytes.toString()) }));

const isCode = (file: string) => /\.(?:ts|tsx|mjs|js)$/.test(file);
const isTest = (file: string) => file.startsWith("tests/") || /\.spec\.tsx?$/.test(file);
const isServer = (file: string) => /^(?:contracts|services|projections)\//.test(file);
const isWeb = (file: string) => file.startsWith("web/src/");
const product = tracked.filter(
  ({ file }) => isCode(file) && !isTest(file) && (isServer(file) || isWeb(file)),
);

interface FunctionSize {
  /** First line. */
  readonly line: number;
  /** Lines without those of nested functions. */
  readonly lines: number;
  readonly withNested: number;
}

function functionSizes(source: string): FunctionSize[] {
  // The empty statement in front tells from which byte the parser counts.
  const bytes = Buffer.from(`;${source}`);
  const { body } = parseSync(bytes.toString(), { syntax: "typescript", tsx: true });
  const base = body[0]?.span.start ?? 0;
  const lineAt = (offset: number) => countLines(bytes.subarray(0, offset - base + 1).toString());
  const found: FunctionSize[] = [];

  /** Lines that functions in the node cover. */
  const visit = (node: unknown): Set<number> => {
    const covered = new Set<number>();
    if (typeof node !== "object" || node === null) return covered;
    for (const child of Object.values(node)) for (const line of visit(child)) covered.add(line);
    const { type, span, body: own } = node as { type?: string; span?: Span; body?: unknown };
    if (!isFunction(type) || !span || !own) return covered;
    const [first, last] = [lineAt(span.start), lineAt(span.end - 1)];
    const all = Array.from({ length: last - first + 1 }, (_, n) => first + n);
    found.push({
      line: first,
      lines: all.filter((line) => !covered.has(line)).length,
      withNested: all.length,
    });
    return new Set(all);
  };
  visit(body);
  return found;
}

interface Span {
  readonly start: number;
  readonly end: number;
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

const sumOf = (files: readonly { lines: number }[]) => files.reduce((sum, { lines }) => sum + lines, 0);

function percentiles(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { median: at(0.5), p90: at(0.9), max: at(1) };
}

let isAllReached = true;
function print(title: string, value: number, target?: number): void {
  const isReached = target === undefined || value <= target;
  isAllReached &&= isReached;
  const beside = target === undefined ? "" : `   at most ${target}${isReached ? "" : "   NOT REACHED"}`;
  process.stdout.write(`${title.padEnd(44)}${String(value).padStart(8)}${beside}\n`);
}

print("product TypeScript, lines", sumOf(product), 46_000);
print(
  "  server: contracts, services, projections",
  sumOf(product.filter(({ file }) => isServer(file))),
  25_500,
);
print("  web", sumOf(product.filter(({ file }) => isWeb(file))), 20_500);
print("CSS, lines", sumOf(tracked.filter(({ file }) => file.endsWith(".css"))));
print("specs and tests, lines", sumOf(tracked.filter(({ file }) => isCode(file) && isTest(file))), 42_000);
print("tracked text, lines", sumOf(tracked), 110_000);

const files = percentiles(product.map(({ lines }) => lines));
print("product files, median lines", files.median);
print("product files, p90 lines", files.p90, 150);
print("product files, longest", files.max, maxFileLines);
const functions = product.flatMap(({ file, text }) =>
  functionSizes(text).map((one) => ({ ...one, at: `${file}:${one.line}` })),
);
const lengths = percentiles(functions.map(({ lines }) => lines));
const long = functions.filter(({ lines }) => lines > maxFunctionLines).sort((a, b) => b.lines - a.lines);
print("functions, median lines", lengths.median);
print("functions, p90 lines", lengths.p90);
print(`functions above ${maxFunctionLines} lines`, long.length, 0);
print("  with the functions in them", functions.filter((one) => one.withNested > maxFunctionLines).length);
const slice = product.filter(({ file }) => applySlice.includes(file));
print("slice «apply», files", slice.length, 12);
print("slice «apply», lines", sumOf(slice), 900);
for (const [value, { files, max }] of Object.entries(walks))
  print(`files that ${value} passes`, Object.keys(files).length, max);

const list = (title: string, lines: readonly string[]) => {
  if (lines.length > 0) process.stdout.write(`\n${title}\n${lines.map((line) => `  ${line}\n`).join("")}`);
};
list(
  `Functions above ${maxFunctionLines} lines`,
  long.map(({ lines, at }) => `${lines}  ${at}`),
);
list(
  `Product files above ${maxFileLines} lines`,
  product.filter(({ lines }) => lines > maxFileLines).map(({ lines, file }) => `${lines}  ${file}`),
);
for (const [value, { files }] of Object.entries(walks))
  list(
    `The way of ${value}, from where it is typed back to where it is shown`,
    Object.entries(files).map(([file, name]) => `${file}  ${name}`),
  );
const lost = [
  ...applySlice.filter((file) => !slice.some((one) => one.file === file)),
  ...Object.values(walks).flatMap(({ files }) =>
    Object.entries(files)
      .filter(([file, name]) => !product.find((one) => one.file === file)?.text.includes(name))
      .map(([file, name]) => `${file}  ${name}`),
  ),
];
list("Listed in tests/size.ts and not there (moved or merged: correct the list)", lost);
process.exitCode = isAllReached && lost.length === 0 ? 0 : 1;

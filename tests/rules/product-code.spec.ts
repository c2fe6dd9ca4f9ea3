import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const root = new URL("../..", import.meta.url).pathname;
const filesIn = (...folders: string[]) =>
  folders.flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
const all = filesIn("contracts", "services", "projections", "web/src", "tests").filter(
  (file) => !file.endsWith("/product-code.spec.ts"),
);
const files = all.filter((file) => !file.startsWith("tests/") && !/\.spec\.tsx?$/.test(file));

/** Escapes from the type checker. */
const unchecked = /\bas unknown as\b|@ts-(ignore|expect-error|nocheck)/;

it("contains no unchecked type in the product", () => {
  expect(files.length).toBeGreaterThan(400);
  expect(files.filter((file) => unchecked.test(readFileSync(root + file, "utf8")))).toEqual([]);
});

it.each([
  "const page = row as unknown as Page;",
  "// @ts-ignore",
  "// @ts-expect-error: later",
  "// @ts-nocheck",
])("sees such a place: %s", (line) => expect(unchecked.test(line)).toBe(true));

/** Fields of pg's and Node's objects that are not their interface and may change with any of their versions. */
const privateField =
  /\._[a-z]|\bconnection\.(stream|bind|parse|execute|sync)\b|\b(parsed|submittedNamed)Statements\b|\bReflect\./;

it("reads no private field of a library on the server", () => {
  const ofServer = files.filter((file) => /^(services|projections)\//.test(file));
  expect(ofServer.filter((file) => privateField.test(readFileSync(root + file, "utf8")))).toEqual([]);
});

it.each([
  "client.connection.stream.cork();",
  "connection.bind({ statement, values });",
  "wire.parsedStatements[name] = text;",
  "if (!client._queryable) return;",
  'const pool = Reflect.get(database, "pool");',
])("sees such a field: %s", (line) => expect(privateField.test(line)).toBe(true));

const underscored = /\w\._[a-z]/;
const link = /https:\/\/github\.com\/\S+/;

it("reads private fields of a library in browser and tests only beside a link to the library's reason", () => {
  const reading = all
    .map((file) => readFileSync(root + file, "utf8"))
    .filter((text) => underscored.test(text));
  expect(reading.length).toBeGreaterThan(0);
  expect(reading.filter((text) => !link.test(text))).toEqual([]);
});

/**
 * Properties, constants and assignments that share a line, so that the formatter does not write them one below the
 * other.
 */
const packed =
  /\.\.\.\(?\{ ?\w+[,:} ]|^\s*(?:export )?(?:(?:const|let) )?\[[\w.]+(?:, [\w.]+)+\] = \[.*\](?: as .*)?;$/m;

it("writes out properties, constants and assignments", () => {
  expect(all.filter((file) => packed.test(readFileSync(root + file, "utf8")))).toEqual([]);
});

it.each([
  "send({ ...{ to, text }, at });",
  '  ...({ state: "due", isPostponed: true } as const),',
  "  const [first, last] = [oldest(), newest()];",
  "  [first, last] = [await oldest(), await newest()];",
])("sees such a line: %s", (line) => expect(packed.test(line)).toBe(true));

/** A list within a list, whose elements share a line; tables of tests group what belongs together in this way. */
const packedList = /\.\.\.\(?\[[^\]]*\](?!\.)/;

it("writes out the elements of a list", () => {
  expect(files.filter((file) => packedList.test(readFileSync(root + file, "utf8")))).toEqual([]);
});

it.each(['  ...["inbox", "inbox-settings"],', '    ...(["MemberLeft", "MemberKicked"] as const),'])(
  "sees such a list: %s",
  (line) => expect(packedList.test(line)).toBe(true),
);

it.each(["  ...[wrote, missed].map(String),", "  ...(isOwn ? [edit] : []),", "  [...others, last],"])(
  "sees none in %s",
  (line) => expect(packedList.test(line)).toBe(false),
);

/** Texts that spec/daily-use.md §7.2 has replaced, where a user would see them. */
const replaced = /Team announcement|\bmembers<|"PASSWORD"/;

it("shows no replaced texts", () => {
  expect(replaced.test("<b>{count} members</b>")).toBe(true);
  expect(files.filter((file) => replaced.test(readFileSync(root + file, "utf8")))).toEqual([]);
});

/** The browser's own limit counts UTF-16 units, and cuts an emoji or a composed syllable in the middle. */
const natively = /\bmaxLength=/;

it("limits texts by user-perceived characters", () => {
  expect(natively.test("<input maxLength={50} />")).toBe(true);
  expect(files.filter((file) => natively.test(readFileSync(root + file, "utf8")))).toEqual([]);
});

/** A device's clock may be wrong: what is a day, or is compared with the server, follows `lib/server-clock.ts`. */
const deviceDay = /\bnew Date\(\)|\bseoulDate\(new Date\(Date\.now/;

it("takes the browser's days from the server's clock", () => {
  expect(deviceDay.test("const today = seoulDate(new Date());")).toBe(true);
  const ofBrowser = files.filter((file) => file.startsWith("web/"));
  expect(ofBrowser.filter((file) => deviceDay.test(readFileSync(root + file, "utf8")))).toEqual([]);
});

/** The wire calls the id of a day's problem `articleId`; the client does so only at its border (CONTRIBUTING.md). */
const wireId = /(?<!\.)\barticleId\b(?!: subjectId)/;

it("calls the id of a problem subjectId in the client", () => {
  expect(wireId.test("const articleId = opened?.articleId ?? null;")).toBe(true);
  const ofProblems = files.filter((file) => /^web\/src\/features\/(subject\/|team\/subject-)/.test(file));
  expect(ofProblems.length).toBeGreaterThan(3);
  expect(ofProblems.filter((file) => wireId.test(readFileSync(root + file, "utf8")))).toEqual([]);
});
